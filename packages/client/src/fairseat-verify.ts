#!/usr/bin/env node
import fs from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeProblem } from './seat-log/describe-problem.ts'
import type { BannerFigures, RememberedLog, SeatLogProblem } from './seat-log/verify-seat-log.ts'
import { type SeatLogVerifier, verifyShop } from './seat-log/verify-shop.ts'

const usage = `Usage: fairseat-verify <address of the shop> [--state FILE] [--compare FILE]

Verifies the public seat log of a Fairseat shop: its signature, that its history is the one that was seen before,
every movement of a seat, and that the banner shows the number of the log.

  --state FILE    what was seen before is kept here (fairseat-<host>.json in the current folder)
  --compare FILE  the state file, or a checkpoint, of somebody else: were they shown the same log?

Exits with 0 when everything is verified, 1 when something is inconsistent, 2 when nothing could be verified.`

async function main(): Promise<number> {
  const { url, statePath, comparePath } = readArguments()
  const remembered = readState(statePath)
  const others = comparePath === undefined ? [] : readNotes(comparePath)
  const wait = () => setTimeout(2_000)
  const result = await verifyShop({ url, fetch, remembered, pause: setImmediate, wait })
  if (result.outcome === 'nothing-to-verify') {
    console.error(
      result.isSimulated
        ? `${url} is a demonstration: its seats are simulated, and there is nothing to verify.`
        : `${url} publishes no seat log.`,
    )
    return 2
  }
  const { log } = result
  if (result.outcome === 'inconsistent')
    return report(url, log, result.problems, remembered?.checkpoints.at(-1))
  for (const note of others) {
    const problems = await log.compareCheckpoint(note)
    if (problems.length > 0) return report(url, log, problems, note)
  }
  writeState(statePath, log.memory())
  console.log(describeSuccess(url, log, result.banner, others.length))
  return 0
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { state: { type: 'string' }, compare: { type: 'string' } },
    allowPositionals: true,
  })
  const [url = '', ...more] = positionals
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url) || more.length > 0) throw new Error(usage)
  const { host } = new URL(url)
  return {
    url,
    statePath: values.state ?? `fairseat-${host.replaceAll(/[^\w.-]/g, '-')}.json`,
    comparePath: values.compare,
  }
}

function readState(file: string): RememberedLog | undefined {
  if (!fs.existsSync(file)) return undefined
  const state = parseState(fs.readFileSync(file, 'utf8'))
  if (!state) throw new Error(`${file} is not a state file of fairseat-verify.`)
  return state
}

function parseState(text: string): RememberedLog | null {
  try {
    const { key, checkpoints, entries }: Partial<Record<keyof RememberedLog, unknown>> = JSON.parse(text)
    return typeof key === 'string' && areTexts(checkpoints) && areTexts(entries)
      ? { key, checkpoints, entries }
      : null
  } catch {
    return null
  }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** Replaced in one step: a run that is killed leaves the state before it. */
function writeState(file: string, memory: RememberedLog): void {
  const next = `${file}.next`
  fs.writeFileSync(next, `${JSON.stringify(memory, null, 1)}\n`)
  fs.renameSync(next, file)
}

function readNotes(file: string): readonly string[] {
  const text = fs.readFileSync(file, 'utf8')
  return parseState(text)?.checkpoints ?? [text]
}

/** The state stays as it was: it is the evidence. */
function report(url: string, log: SeatLogVerifier, problems: SeatLogProblem[], seen: string | undefined): 1 {
  console.error(`${url} is NOT consistent:`)
  for (const problem of problems) console.error(`- ${describeProblem(problem)}`)
  console.error(`\nThe checkpoint that it shows now:\n\n${log.shownCheckpoint()}`)
  if (seen !== undefined) console.error(`One that was shown before, or to somebody else:\n\n${seen}`)
  return 1
}

function describeSuccess(url: string, log: SeatLogVerifier, banner: BannerFigures, compared: number): string {
  const { checkpoints, entries, key } = log.memory()
  const { cap, sold, remaining } = banner
  return [
    `${url} is verified: ${entries.length} entries, signed by ${key.split('+').slice(0, 2).join('+')}.`,
    `${sold} of ${cap} seats are sold, ${remaining} are left, and the banner says so.`,
    `Consistent with ${checkpoints.length} checkpoints since the first run${compared > 0 ? `, and with ${compared} of somebody else` : ''}.`,
  ].join('\n')
}

try {
  process.exitCode = await main()
} catch (error) {
  // Used wrongly, or not reached: nothing is said about the log.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
