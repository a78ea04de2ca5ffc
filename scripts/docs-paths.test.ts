import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

const notOurs = /^(\..*|node_modules|dist|test-results)$/
const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => !notOurs.test(name))
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? listFiles(path) : [path]))
const files = listFiles('').map((path) => path.replaceAll('\\', '/'))
/** The changelog and the records tell of what was. */
const documents = files.filter((file) => file.endsWith('.md') && !/CHANGELOG|docs\/decisions\//.test(file))
/** By whoever reads it. */
const toBeWritten = ['web/pages/my/page.tsx', 'product.mjs']
const namedFile = /`((?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|css|sql|conf|yaml))(?::\d+)?`/g

test.each(documents)('every source file that %s names is there', (document) => {
  const named = [...readFileSync(join(root, document), 'utf8').matchAll(namedFile)].map(
    ([, name = '']) => name,
  )
  const known = (name: string) =>
    toBeWritten.includes(name) || files.some((file) => file === name || file.endsWith(`/${name}`))
  expect(named.filter((name) => !known(name))).toEqual([])
})
