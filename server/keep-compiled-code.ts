import { keepCompiledCode } from './compiled-code.ts'

// `node --require dist/server/keep-compiled-code.js dist/server/main.js`, as scripts/build-compiled-code.ts runs it.
keepCompiledCode()
