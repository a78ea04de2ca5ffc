import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { allLanguages } from '../../core/messages/languages.ts'

type ParameterType = 'any' | 'string' | 'number' | 'tag'

interface Message {
  elements: MessageFormatElement[]
  parameters: Map<string, ParameterType>
}

type MessagesByKey = Map<string, Message>

const source = 'en'
const header = '// Generated from messages/*.json by `npm run messages`; edit those.\n'

/**
 * The modules in core/messages that the message files become, by their path: one for each language with one export for
 * each message, and `messages.ts`, which has those of the language that is being rendered. Throws with every mistake,
 * by file and key.
 */
export function generateMessages(folder = 'messages'): Map<string, string> {
  const problems: string[] = []
  const languages = allLanguages.map(
    (language) => [language, readMessages(folder, language, problems)] as const,
  )
  const english = new Map(languages).get(source) ?? new Map()
  for (const [language, messages] of languages)
    problems.push(...differences(join(folder, `${language}.json`), messages, english))
  if (problems.length > 0) throw new Error(`The messages are not complete:\n${problems.join('\n')}`)

  const typed = mergeTypes(languages.map(([, messages]) => messages))
  return new Map([
    ...languages.map(
      ([language, messages]) =>
        [`core/messages/generated/${language}.ts`, languageModule(language, messages, typed)] as const,
    ),
    ['core/messages/messages.ts', currentModule(typed)],
  ])
}

function readMessages(folder: string, language: string, problems: string[]): MessagesByKey {
  const file = join(folder, `${language}.json`)
  const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const messages: MessagesByKey = new Map()
  for (const [key, text] of Object.entries(texts)) {
    const report = (problem: string) => problems.push(`${file}: ${key}: ${problem}`)
    try {
      const elements = parse(text, { requiresOtherClause: true })
      const parameters = new Map<string, ParameterType>()
      collectParameters(elements, parameters)
      for (const problem of findProblems(elements, language)) report(problem)
      messages.set(key, { elements, parameters })
    } catch (error) {
      report(`is not an ICU message (${error instanceof Error ? error.message : error})`)
    }
  }
  return messages
}

function collectParameters(elements: MessageFormatElement[], into: Map<string, ParameterType>) {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.argument:
        if (!into.has(element.value)) into.set(element.value, 'any')
        break
      case TYPE.number:
        into.set(element.value, 'number')
        break
      case TYPE.tag:
        into.set(element.value, 'tag')
        collectParameters(element.children, into)
        break
      case TYPE.plural:
      case TYPE.select:
        into.set(element.value, element.type === TYPE.plural ? 'number' : 'string')
        for (const { value } of Object.values(element.options)) collectParameters(value, into)
    }
  }
}

/** What the message uses that we do not generate, and plural categories that the language has and the message lacks. */
function findProblems(elements: MessageFormatElement[], language: string, depth = 0): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.date:
      case TYPE.time:
        return [`pass "${element.value}" as text: only the browser knows the time zone`]
      case TYPE.tag:
        return depth > 0
          ? [`<${element.value}> must not stand inside another element`]
          : findProblems(element.children, language, depth + 1)
      case TYPE.plural: {
        if (element.offset !== 0 || element.pluralType === 'ordinal')
          return [`"${element.value}" uses an offset or ordinals, which we do not generate`]
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
        const missing = needed.filter((category) => !(category in element.options))
        const inside = Object.values(element.options).flatMap(({ value }) =>
          findProblems(value, language, depth + 1),
        )
        return [
          ...missing.map((category) => `"${element.value}" lacks the plural category "${category}"`),
          ...inside,
        ]
      }
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) => findProblems(value, language, depth + 1))
      default:
        return []
    }
  })
}

function differences(file: string, messages: MessagesByKey, english: MessagesByKey): string[] {
  const missing = [...english.keys()].filter((key) => !messages.has(key))
  const unknown = [...messages.keys()].filter((key) => !english.has(key))
  const parameters = [...messages].flatMap(([key, message]) => {
    const expected = english.get(key)?.parameters
    if (!expected) return []
    const lacking = [...expected.keys()].filter((name) => !message.parameters.has(name))
    const extra = [...message.parameters.keys()].filter((name) => !expected.has(name))
    return [
      ...lacking.map((name) => `${file}: ${key}: the parameter "${name}" is missing`),
      ...extra.map((name) => `${file}: ${key}: there is no parameter "${name}"`),
    ]
  })
  return [
    ...missing.map((key) => `${file}: ${key} is missing`),
    ...unknown.map((key) => `${file}: ${key} is not in ${source}.json`),
    ...parameters,
  ]
}

/** A parameter is a number as soon as one language needs its plural. */
function mergeTypes(all: MessagesByKey[]): Map<string, Map<string, ParameterType>> {
  const merged = new Map<string, Map<string, ParameterType>>()
  for (const messages of all)
    for (const [key, { parameters }] of messages) {
      const known = merged.get(key) ?? new Map()
      merged.set(key, known)
      for (const [name, type] of parameters) if (type !== 'any' || !known.has(name)) known.set(name, type)
    }
  return merged
}

const types: Record<ParameterType, string> = {
  any: 'string | number',
  string: 'string',
  number: 'number',
  tag: '(text: string) => Node',
}

function signature(parameters: Map<string, ParameterType>): {
  generic: string
  type: string
  result: string
} {
  const isRich = [...parameters.values()].includes('tag')
  const fields = [...parameters].map(([name, type]) => `${name}: ${types[type]}`)
  return {
    generic: isRich ? '<Node>' : '',
    type: `{ ${fields.join('; ')} }`,
    result: isRich ? '(string | Node)[]' : 'string',
  }
}

function languageModule(
  language: string,
  messages: MessagesByKey,
  typed: Map<string, Map<string, ParameterType>>,
): string {
  const lines = [...typed].map(([key, parameters]) => {
    const elements = messages.get(key)?.elements ?? []
    if (parameters.size === 0) return `export const ${key} = ${template(elements)}`
    const { generic, type, result } = signature(parameters)
    const names = [...parameters.keys()].join(', ')
    return `export const ${key} = ${generic}({ ${names} }: ${type}): ${result} => ${generic ? parts(elements) : template(elements)}`
  })
  const used = ['pluralOf', 'formOf', 'formatNumber'].filter((name) =>
    lines.some((line) => line.includes(`${name}(`)),
  )
  return `${header}import { ${used.join(', ')} } from '../format.ts'\n\nexport const language = '${language}'\n${lines.join('\n')}\n`
}

const parts = (elements: MessageFormatElement[]): string =>
  `[${elements
    .map((element) =>
      element.type === TYPE.tag ? `${element.value}(${template(element.children)})` : template([element]),
    )
    .join(', ')}]`

const template = (elements: MessageFormatElement[], counted = ''): string =>
  `\`${elements.map((element) => piece(element, counted)).join('')}\``

function piece(element: MessageFormatElement, counted: string): string {
  switch (element.type) {
    case TYPE.literal:
      return element.value.replace(/[`\\]|\$\{/g, '\\$&').replaceAll('\n', '\\n')
    case TYPE.argument:
      return `\${${element.value}}`
    case TYPE.number:
      return `\${formatNumber(language, ${element.value})}`
    case TYPE.pound:
      return `\${formatNumber(language, ${counted})}`
    case TYPE.plural:
      return `\${pluralOf(language, ${element.value}, ${forms(element.options, element.value)})}`
    case TYPE.select:
      return `\${formOf(${forms(element.options, counted)}, ${element.value})}`
    default:
      throw new Error(`There is no code for an element of type ${element.type}.`)
  }
}

const forms = (options: Record<string, { value: MessageFormatElement[] }>, counted: string): string =>
  `{ ${Object.entries(options)
    .map(([name, { value }]) => `${JSON.stringify(name)}: ${template(value, counted)}`)
    .join(', ')} }`

function currentModule(typed: Map<string, Map<string, ParameterType>>): string {
  const members = [...typed].map(([key, parameters]) => {
    if (parameters.size === 0) return [key, 'string']
    const { generic, type, result } = signature(parameters)
    return [key, `${generic}(parameters: ${type}) => ${result}`]
  })
  return `${header}// Those of the language that is being rendered (in-language.ts). The browser build puts one language in its place (vite.config.ts).
import * as en from './generated/en.ts'
import type { Language } from './languages.ts'

export interface Messages {
  language: Language
${members.map(([key, type]) => `  ${key}: ${type}`).join('\n')}
}

export let language: Language = en.language
${members.map(([key, type]) => `export let ${key}: ${type} = en.${key}`).join('\n')}

export function setMessages(next: Messages): void {
  language = next.language
${members.map(([key]) => `  ${key} = next.${key}`).join('\n')}
}
`
}
