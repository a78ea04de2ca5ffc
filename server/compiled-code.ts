import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'

// The build leaves the server as V8 has compiled it (scripts/build-compiled-code.ts): a start then takes a quarter less. Node 22.8
// has this as `module.enableCompileCache`; Node 20 has not.

type Compile = (this: NodeJS.Module, content: string, filename: string, ...rest: unknown[]) => unknown

const prototype = Module.prototype as unknown as { _compile: Compile }

const serverFolder = dirname(fileURLToPath(import.meta.url))
/** For this version of Node, its options and this kind of processor; for another there is none. */
const compiledFolder = join(
  serverFolder,
  'compiled',
  `${process.version}-${process.arch}-${cachedDataVersionTag()}`,
)

/** By the text itself: V8 looks at its length alone. */
const compiledFile = (content: string): string =>
  join(compiledFolder, createHash('sha256').update(content).digest('hex'))

/** From now on a file of the server is loaded as it was compiled. What V8 refuses, it compiles again. */
export function loadCompiledCode(): void {
  if (!existsSync(compiledFolder)) return
  const compile = prototype._compile
  prototype._compile = function (content, filename, ...rest) {
    const file = dirname(filename) === serverFolder ? compiledFile(content) : ''
    return existsSync(file)
      ? run(this, filename, toScript(content, filename, readFileSync(file)))
      : compile.call(this, content, filename, ...rest)
  }
}

/** From now on files are compiled one by one; at the end of its input the process leaves the result, with every function that was called, and ends. */
export function keepCompiledCode(): void {
  rmSync(compiledFolder, { recursive: true, force: true })
  const scripts = new Map<string, Script>()
  prototype._compile = function (content, filename) {
    const script = toScript(content, filename)
    scripts.set(basename(compiledFile(content)), script)
    return run(this, filename, script)
  }
  process.stdin.resume().once('end', () => {
    const unfinished = `${compiledFolder}.unfinished`
    mkdirSync(unfinished, { recursive: true })
    for (const [name, script] of scripts) writeFileSync(join(unfinished, name), script.createCachedData())
    renameSync(unfinished, compiledFolder)
    process.exit()
  })
}

function toScript(content: string, filename: string, cachedData?: Buffer): Script {
  return new Script(Module.wrap(content), {
    // Is kept with the compiled code, so it must not name a folder of the machine that has built it.
    filename: `server/${basename(filename)}`,
    // As long as what `wrap` puts before the content: the places in stacks stay right.
    columnOffset: -Module.wrap('').indexOf('\n'),
    ...(cachedData && { cachedData }),
  })
}

function run(module: NodeJS.Module, filename: string, script: Script): unknown {
  const { exports } = module
  const require = Module.createRequire(filename)
  return script.runInThisContext().call(exports, exports, require, module, filename, dirname(filename))
}
