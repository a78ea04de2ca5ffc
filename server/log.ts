import pino from 'pino'
import type { Env } from './env.ts'

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

interface LogOptions {
  level: NonNullable<Env['LOG_LEVEL']>
  /** Lines for a person at a terminal instead of JSON. */
  plain: boolean
  write?: (line: string) => void
}

/** One JSON object a line, written before the next line of code runs: the last one before a crash is the one needed. */
export function createLog({ level, plain, write }: LogOptions): Log {
  const print = write ?? ((line) => void process.stdout.write(line))
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: describeError },
    },
    plain ? { write: (line) => print(`${readable(line)}\n`) } : write ? { write } : pino.destination(1),
  )
}

function readable(line: string): string {
  const { level, msg, error } = JSON.parse(line) as { level: string; msg: string; error?: ErrorDescription }
  const why = []
  for (let inner = error; inner; inner = inner.cause) why.push(`\n  ${inner.message}`, ...(inner.stack ?? []))
  return `${level}: ${msg}${why.join('\n')}`
}

interface ErrorDescription {
  type: string
  code?: string
  message: string
  stack?: string[]
  cause?: ErrorDescription
}

const deepestCause = 5

/**
 * What an operator needs of an error. Messages of databases, mail servers and libraries repeat what they were given, so
 * whatever could be a person's or open a door is taken out; their other fields are left behind.
 */
function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: scrub(String(error)) }
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    ...('code' in error && { code: scrub(String(error.code)) }),
    message: scrub(error.message),
    ...(frames && { stack: frames }),
    ...(error.cause !== undefined &&
      depth < deepestCause && { cause: describeError(error.cause, depth + 1) }),
  }
}

const scrubbed: [pattern: RegExp, instead: string][] = [
  // A failed query's message ends with all of its parameters.
  [/\nparams: [\s\S]*/g, ''],
  [/[^\s@"'<>()[\]:;,]+@[^\s@"'<>()[\]:;,]+/g, '[e-mail]'],
  [/\b(sk|rk|pk|whsec|cs)_\w+/g, '[key]'],
  [/[\w-]{32,}/g, '[token]'],
  [/\d[\d -]{4,}\d/g, '[number]'],
]

const scrub = (text: string): string =>
  scrubbed.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text)
