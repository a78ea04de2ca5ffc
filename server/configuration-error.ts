/** Something the operator can mend: shown as it is, without a stack trace, and the start ends. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
