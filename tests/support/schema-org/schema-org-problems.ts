import { join } from 'node:path'
import ts from 'typescript'

const fileName = join(import.meta.dirname, 'json-ld.ts')
const options: ts.CompilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
}

const definitions = new Map<string, ts.SourceFile | undefined>()
let previous: ts.Program | undefined

/**
 * What schema.org's definitions say against a `Product`: the compiler checks the text, as it was delivered, against the types that
 * schema-dts generates from them. Properties, the types of their values and the members of enumerations are checked.
 */
export function schemaOrgProblems(json: string): string[] {
  const source = `import type { Product, WithContext } from 'schema-dts'\nexport const data: WithContext<Product> = ${json}\n`
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => file === fileName || fileExists(file)
  host.readFile = (file) => (file === fileName ? source : readFile(file))
  host.getSourceFile = (file, target, ...rest) => {
    if (file === fileName) return ts.createSourceFile(file, source, target)
    if (!definitions.has(file)) definitions.set(file, getSourceFile(file, target, ...rest))
    return definitions.get(file)
  }
  previous = ts.createProgram([fileName], options, host, previous)
  return ts
    .getPreEmitDiagnostics(previous)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
