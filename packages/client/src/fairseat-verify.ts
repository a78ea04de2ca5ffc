#!/usr/bin/env node
import fs from 'node:fs'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describeProblem } from './seat-log/describe-problem.ts'
import { fetchFromStranger } from './seat-log/fetch-from-stranger.ts'
import { parseSeatProof, verifySeatProof } from './seat-log/seat-proof.ts'
import { NoteError } from './seat-log/signed-note.ts'
import type { BannerFigures, RememberedLog, SeatLogProblem } from './seat-log/verify-seat-log.ts'
import { type SeatLogVerifier, verifyShop } from './seat-log/verify-shop.ts'

const usage = `Usage: npm run seats:verify -- <address of the shop> [--state FILE] [--compare FILE] [--proof FILE]

Verifies the public seat log of a Fairseat shop: its signature, that its history is the one that was seen before,
every movement of a seat, and that the banner shows the number of the log.

  --state FILE    what was seen before is kept here (fairseat-<host>.json in the current folder)
  --compare FILE  the state file, or a checkpoint, of somebody else: were they shown the same log?
  --proof FILE    the proof of a seat, from the mail to its buyer or from /account: does its sale stand in the log?

Exits with 0 when everything is verified, 1 when something is inconsistent, 2 when nothing could be verified.`

async function main(): Promise<number> {
  const { url, statePath, comparePath, proofPath } = readArguments()
  const remembered = readState(statePath)
  const others = comparePath === undefined ? [] : readNotes(comparePath)
  const proof = proofPath === undefined ? null : readProof(proofPath)
  const wait = () => setTimeout(2_000)
  const result = await verifyShop({
    url,
    fetch: fetchFromStranger,
    remembered,
    pause: setImmediate,
    wait,
    now: () => Date.now(),
  })
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
  const proven = proof === null ? null : await checkProof(url, log, proof)
  if (proven === 1) return 1
  writeState(statePath, log.memory())
  console.log(printable(describeSuccess(url, log, result.banner, others.length)))
  if (proven !== null) console.log(printable(proven))
  return 0
}

/** The seat in a sentence, or 1. The key and the history are those of the log as it was just verified. */
async function checkProof(url: string, log: SeatLogVerifier, proof: string): Promise<string | 1> {
  try {
    const { number, offer, at } = await verifySeatProof(proof, log.memory().key)
    const { checkpoint, index } = parseSeatProof(proof)
    const problems = await log.compareCheckpoint(checkpoint)
    if (problems.length > 0) return report(url, log, problems, checkpoint)
    return `The proof holds: seat ${number} of the offer "${offer}" was sold at ${at}, entry ${index} of the log.`
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
    console.error(printable(`The proof does NOT hold for ${url}. ${error.message}.`))
    return 1
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { state: { type: 'string' }, compare: { type: 'string' }, proof: { type: 'string' } },
    allowPositionals: true,
  })
  const [url = '', ...more] = positionals
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url) || more.length > 0) throw new Error(usage)
  const { host } = new URL(url)
  return {
    url,
    statePath: values.state ?? `fairseat-${host.replaceAll(/[^\w.-]/g, '-')}.json`,
    comparePath: values.compare,
    proofPath: values.proof,
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

/** Also out of a mail that was saved whole, with the line ends of its own. */
function readProof(file: string): string {
  const text = fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  const [proof] = /^c2sp\.org\/tlog-proof@v1\n[\s\S]+?\n\n[\s\S]+?\n\n(— \S+ \S+(\n|$))+/m.exec(text) ?? []
  if (proof === undefined) throw new Error(`${file} has no proof of a seat.`)
  return proof.endsWith('\n') ? proof : `${proof}\n`
}

/** What a shop says could hold commands for the terminal, which would then show another result. */
const printable = (text: string): string => text.replaceAll(/[^\P{C}\n]/gu, '�')

/** The state stays as it was: it is the evidence. */
function report(url: string, log: SeatLogVerifier, problems: SeatLogProblem[], seen: string | undefined): 1 {
  console.error(`${url} is NOT consistent:`)
  for (const problem of problems) console.error(printable(`- ${describeProblem(problem)}`))
  console.error(printable(`\nThe checkpoint that it shows now:\n\n${log.shownCheckpoint()}`))
  if (seen !== undefined)
    console.error(printable(`One that was shown before, or to somebody else:\n\n${seen}`))
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
  console.error(printable(error instanceof Error ? error.message : String(error)))
  process.exitCode = 2
}
