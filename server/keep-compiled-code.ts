import { keepCompiledCode } from './compiled-code.ts'

// `node --require dist/server/keep-compiled-code.js dist/server/main.js`, as the build runs it.
keepCompiledCode()
