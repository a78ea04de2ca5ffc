import * as en from '../../../core/messages/generated/en.ts'
import type { Messages } from '../../../core/messages/messages.ts'

/** Stands around every text that is a message, and in no other. */
export const [opening, closing] = ['⟦', '⟧']

const mark = (text: string) => `${opening}${text}${closing}`

/** The English messages, each of them marked, in place of those of a language. */
export function pseudoMessages(language: Messages['language']): Messages {
  const marked = Object.entries(en).map(([key, message]) => [
    key,
    typeof message === 'function'
      ? (parameters: Record<string, unknown>) => markResult(message as Rich, parameters)
      : mark(message),
  ])
  return { ...Object.fromEntries(marked), language }
}

type Rich = (parameters: Record<string, unknown>) => string | unknown[]

function markResult(message: Rich, parameters: Record<string, unknown>) {
  const inElements = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'function' ? (text: string) => value(mark(text)) : value,
  ])
  const result = message(Object.fromEntries(inElements))
  if (typeof result === 'string') return mark(result)
  return result.map((part) => (typeof part === 'string' && part.trim() ? mark(part) : part))
}
