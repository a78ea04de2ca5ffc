import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const compilerOptions = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  types: [],
  paths: { 'schema-dts': [path.join(modules, 'schema-dts')] },
}

/**
 * What schema.org's definitions say against each text as a `Product`: the compiler checks it, as it was delivered, against the
 * types that schema-dts generates from them. Properties, the types of their values and the members of enumerations are checked.
 */
export function schemaOrgProblems(texts: string[]): string[][] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairseat-json-ld-'))
  try {
    const files = texts.map((_, index) => `${index}.ts`)
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    for (const [index, json] of texts.entries())
      fs.writeFileSync(
        path.join(folder, `${index}.ts`),
        `import type { Product, WithContext } from 'schema-dts'\nexport const data: WithContext<Product> = ${json}\n`,
      )
    // Version 7, which takes a sixth of the time of the one with an API.
    const compiler = path.join(modules, 'typescript-7/bin/tsc')
    const args = [compiler, '-p', '.', '--pretty', 'false', '--singleThreaded']
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const problems = stdout.split('\n').filter((line) => /^\S.*: error /.test(line))
    const byText = files.map((file) => problems.filter((line) => line.startsWith(`${file}(`)))
    // A compiler that does not run, or cannot find the definitions, must not pass for one that finds nothing.
    if (problems.length !== byText.flat().length || (status === 0) !== (problems.length === 0))
      throw new Error(`The compiler did not check the texts: ${stdout}`)
    return byText
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
