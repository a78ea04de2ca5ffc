import { readFileSync } from 'node:fs'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { ConfigurationError } from './configuration-error.ts'

interface LocatedProblem {
  offset: number
  message: string
}

/** What is wrong in the operator's file: each problem with its line and column. */
export class CatalogueError extends ConfigurationError {
  /** For `npm run dev`: the message with the lines of the file. */
  readonly excerpt: string

  constructor(file: string, text: string, heading: string, problems: LocatedProblem[]) {
    const located = problems.map(({ offset, message }) => {
      const { line, column } = placeOf(text, offset)
      return { place: `${file}:${line}:${column}`, quote: quoteLine(text, line, column), message }
    })
    super([heading, ...located.map(({ place, message }) => `  ${place}: ${message}`)].join('\n'))
    this.excerpt = [
      heading,
      ...located.map(({ place, quote, message }) => `${place}\n${quote}\n${message}`),
    ].join('\n\n')
  }
}

export interface CatalogueIssue {
  path: (string | number)[]
  message: string
  /** A key that the object at `path` should not have. */
  key?: string | undefined
}

export function invalidCatalogue(file: string, issues: CatalogueIssue[]): CatalogueError {
  const text = readFileSync(file, 'utf8')
  const root = parseTree(text)
  const problems = issues.map(({ path, message, key }) => ({
    offset: findNode(root, path, key)?.offset ?? 0,
    message: `${path.join('.') || 'the file'}: ${message}`,
  }))
  return new CatalogueError(file, text, `${file} is not a valid catalogue:`, problems)
}

/** The first mistake only: those after it may follow from it. */
export function invalidJson(file: string, text: string): CatalogueError {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  const { offset, length, error = undefined } = errors[0] ?? { offset: 0, length: 1 }
  const expected = error ? inWords(printParseErrorCode(error)) : 'value expected'
  const found = text.slice(offset, offset + length)
  const message = `${expected}, found ${found.trim() ? JSON.stringify(found) : 'the end of the file'}`
  return new CatalogueError(file, text, `${file} cannot be read as JSON:`, [{ offset, message }])
}

/** The value at a path, or the innermost one around it if there is none. */
function findNode(root: Node | undefined, path: (string | number)[], key?: string): Node | undefined {
  if (!root) return undefined
  const node = findNodeAtLocation(root, path)
  if (!node) return path.length > 0 ? findNode(root, path.slice(0, -1)) : root
  const property = node.children?.find(({ children }) => children?.[0]?.value === key)
  return (key !== undefined && property) || node
}

function placeOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function quoteLine(text: string, line: number, column: number): string {
  const source = text.split(/\r?\n/)[line - 1] ?? ''
  return `${line} | ${source}\n${' '.repeat(String(line).length)} | ${' '.repeat(column - 1)}^`
}

/** `CommaExpected` as `comma expected`. */
const inWords = (code: string) => code.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase()
