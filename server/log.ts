import pino from 'pino'
import type { Env } from './env.ts'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

interface LogOptions {
  level: NonNullable<Env['LOG_LEVEL']>
  /** Lines for a person at a terminal instead of JSON. */
  plain: boolean
  write?: (line: string) => void
}

/** One JSON object a line, written before the next line of code runs: the last one before a crash is the one needed. */
export function createLog({ level, plain, write }: LogOptions): Log {
  const print = write ?? ((line) => void process.stdout.write(line))
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    plain ? { write: (line) => print(`${readable(line)}\n`) } : write ? { write } : pino.destination(1),
  )
}

function readable(line: string): string {
  const { level, msg, error } = JSON.parse(line) as { level: string; msg: string; error?: ErrorDescription }
  return `${level}: ${msg}${error ? linesOf(error).join('\n') : ''}`
}

const linesOf = ({ message, stack = [], errors = [], cause }: ErrorDescription): string[] => [
  `\n  ${message}`,
  ...stack,
  ...errors.flatMap(linesOf),
  ...(cause ? linesOf(cause) : []),
]

interface ErrorDescription {
  type: string
  code?: string
  message: string
  stack?: string[]
  /** Of an AggregateError. */
  errors?: ErrorDescription[]
  cause?: ErrorDescription
}

const deepestCause = 5
const mostErrors = 20

/**
 * What an operator needs of an error. Messages of databases, mail servers and libraries repeat what they were given, so
 * whatever could be personal or a credential is taken out; their other fields are left behind.
 */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...('code' in error && { code: scrub(String(error.code)) }),
    message: scrub(error.message),
    ...(frames && { stack: frames }),
    ...(error instanceof AggregateError &&
      depth < deepestCause && { errors: describeErrors(error.errors, depth + 1) }),
    ...(error.cause !== undefined &&
      depth < deepestCause && { cause: describeError(error.cause, depth + 1) }),
  }
}

function describeErrors(errors: unknown[], depth: number): ErrorDescription[] {
  const described = errors.slice(0, mostErrors).map((error) => describeError(error, depth))
  const more = errors.length - described.length
  return more > 0 ? [...described, { type: 'more', message: `and ${more} more` }] : described
}

const scrubbed: [pattern: RegExp, instead: string][] = [
  // A failed query's message ends with all of its parameters.
  [/\nparams: [\s\S]*/g, ''],
  [/[^\s@"'<>()[\]:;,]+@[^\s@"'<>()[\]:;,]+/g, '[e-mail]'],
  [/\b(sk|rk|pk|whsec|cs)_\w+/g, '[key]'],
  [/[\w-]{32,}/g, '[token]'],
  [/\d[\d -]{4,}\d/g, '[number]'],
]

/** An error and its reasons as one line for an operator, scrubbed. Node's own AggregateErrors have no message. */
export function explainInOneLine(error: unknown): string {
  const say = ({ type, code, message, errors = [], cause }: ErrorDescription): string => {
    // Its sentence is for visitors.
    if (type === 'AppError') return cause ? say(cause) : (code ?? message)
    return [message || type, ...errors.map(say), ...(cause ? [say(cause)] : [])].join('; ')
  }
  return say(describeError(error))
}

export const scrub = (text: string): string =>
  scrubbed.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
