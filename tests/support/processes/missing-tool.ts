/**
 * A program of the operating system that a test needs is not installed. scripts/outcome-reporter.ts counts what fails for
 * this reason as skipped.
 */
export class MissingToolError extends Error {
  override name = 'MissingToolError'
}
