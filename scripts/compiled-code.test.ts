import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCompiledCode } from './build-compiled-code.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairseat-compiled-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const node = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', input: '' })

const nameOfCompiled = () =>
  node('-p', '[process.version, process.arch, v8.cachedDataVersionTag()].join("-")').trim()

test('V8 takes what the build has compiled, the whole server among it', () => {
  const server = resolve('dist/server')
  const compiled = join(server, 'compiled', nameOfCompiled())
  const taken = `
    const { existsSync, readFileSync, readdirSync } = require('fs')
    const isTaken = (name) => {
      const content = readFileSync('${server}/' + name)
      const file = '${compiled}/' + crypto.createHash('sha256').update(content).digest('hex')
      const wrapped = module.constructor.wrap(String(content))
      return existsSync(file) && !new vm.Script(wrapped, { cachedData: readFileSync(file) }).cachedDataRejected
    }
    readdirSync('${server}').filter((name) => name.endsWith('.js') && isTaken(name)).join()`
  const names = node('-p', taken).trim().split(',')
  expect(names).toEqual(expect.arrayContaining(['start.js', 'run-server.js', 'embedded.js']))
  expect(names).toHaveLength(readdirSync(compiled).length)
})

/** The built server, whose start is `start`; what it prints. */
function run(start: string, ...nodeArgs: string[]): string {
  const files = readdirSync('dist/server').filter((name) => /\.js$|^package.json$/.test(name))
  for (const name of files) copyFileSync(join('dist/server', name), join(folder, name))
  writeFileSync(join(folder, 'start.js'), start)
  return node(...nodeArgs, join(folder, 'main.js')).trim()
}

const keep = () => ['--require', join(folder, 'keep-compiled-code.js')]
const compiledFiles = () => {
  const [name = ''] = readdirSync(join(folder, 'compiled'))
  return readdirSync(join(folder, 'compiled', name)).map((file) => join(folder, 'compiled', name, file))
}

test('a process leaves its code as it was compiled, and the next one runs that', () => {
  const start = 'console.log(require("./package.json").type, __filename)'
  const printed = `commonjs ${join(folder, 'start.js')}`
  expect(run(start, ...keep())).toBe(printed)
  const kept = compiledFiles().length
  expect(run(start)).toBe(printed)
  // Once more, as if it were not there.
  run(start, ...keep())
  expect(compiledFiles()).toHaveLength(kept)
})

test('compiled code of another text, also of the same length, is not run', () => {
  run('console.log("old")', ...keep())
  expect(run('console.log("new")')).toBe('new')
})

test('compiled code that is damaged is not run', () => {
  run('console.log("ours")', ...keep())
  for (const file of compiledFiles()) writeFileSync(file, 'damaged')
  expect(run('console.log("ours")')).toBe('ours')
})

test('a stack names the place in the file, and no folder of the machine that compiled it', () => {
  const start = 'console.log(new Error("here").stack)'
  run(start, ...keep())
  expect(run(start)).toContain(`(server/start.js:1:${start.indexOf('new') + 1})`)
})

test('the server that the build starts takes nothing from the operator’s settings: neither a file .env nor the environment', async () => {
  const dist = join(folder, 'dist')
  const isNeeded = (source: string) => !/\.map$|\/compiled$|dist\/(bench|seat-contention)$/.test(source)
  cpSync('dist', dist, { recursive: true, filter: isNeeded })
  // With either of them it would refuse to start, since more is missing.
  writeFileSync(join(folder, '.env'), 'STRIPE_SECRET_KEY=sk_live_of_the_operator\n')
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1:9/none')
  const project = process.cwd()
  process.chdir(folder)
  try {
    await buildCompiledCode(dist)
  } finally {
    process.chdir(project)
    vi.unstubAllEnvs()
  }
  expect(readdirSync(join(dist, 'server/compiled'))).toEqual([nameOfCompiled()])
})
