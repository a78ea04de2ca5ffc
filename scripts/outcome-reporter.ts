import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule } from 'vitest/node'
import { because, type VitestOutcome } from './read-report.ts'

type Thrown = { name?: string; message: string }

/**
 * Writes what a vitest run came to into OUTCOME_FILE. Vitest's own JSON report has the stack of a failure in place of its
 * reason (a timeout is "STACK_TRACE_ERROR" there) and leaves out hooks that fail for a whole group of tests.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const outcome: VitestOutcome = { passed: 0, failures: [], skipped: 0, withoutTool: [] }
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      const record = (name: string, errors: readonly Thrown[]): 'failed' | 'skipped' => {
        const line = `${file}: ${name}${because(errors[0]?.message)}`
        // The first: what closes afterwards fails too, for want of what was not opened.
        const isSkipped = errors[0]?.name === 'MissingToolError'
        ;(isSkipped ? outcome.withoutTool : outcome.failures).push(line)
        return isSkipped ? 'skipped' : 'failed'
      }
      if (module.errors().length > 0) record('the file itself failed', module.errors())
      // The tests of the group are skipped, and counted as such below.
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) record(`a hook of "${suite.fullName}" failed`, suite.errors())
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'passed') outcome.passed += 1
        else if (state !== 'failed' || record(test.fullName, errors) === 'skipped') outcome.skipped += 1
      }
    }
    for (const { message } of unhandled) outcome.failures.push(`an error outside of tests${because(message)}`)
    writeFileSync(process.env.OUTCOME_FILE ?? 'outcome.json', JSON.stringify(outcome))
  }
}
