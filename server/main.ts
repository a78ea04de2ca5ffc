import { loadCompiledCode } from './compiled-code.ts'

loadCompiledCode()
// Only now: what was imported above is not loaded in that way.
import('./start.ts')
