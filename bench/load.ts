import autocannon from 'autocannon'
import type { MeasuredProcess } from './measured-process.ts'
import { median } from './median.ts'

const connections = 50
const warmUpSeconds = 1
const roundSeconds = 3
const rounds = 3

export interface Contender {
  process: MeasuredProcess
  requests: autocannon.Request[]
  /** How many requests make one of what is counted; 1 unless said. */
  requestsPerCall?: number
}

export interface LoadResult {
  callsPerSecond: number
  p99Ms: number
  cpuMsPerCall: number
}

/** The contenders take turns, so that whatever else the machine does falls on all of them; medians of the rounds. */
export async function compareUnderLoad(contenders: readonly Contender[]): Promise<LoadResult[]> {
  for (const contender of contenders) await fire(contender, warmUpSeconds)
  const results: LoadResult[][] = contenders.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      results[index]?.push(await fire(contender, roundSeconds))
    }
  }
  return results.map((ofOne) => ({
    callsPerSecond: median(ofOne.map(({ callsPerSecond }) => callsPerSecond)),
    p99Ms: median(ofOne.map(({ p99Ms }) => p99Ms)),
    cpuMsPerCall: median(ofOne.map(({ cpuMsPerCall }) => cpuMsPerCall)),
  }))
}

async function fire(
  { process, requests, requestsPerCall = 1 }: Contender,
  seconds: number,
): Promise<LoadResult> {
  const cpuBefore = process.cpuMs()
  const result = await autocannon({ url: process.url, connections, duration: seconds, requests })
  const failed = result.non2xx + result.errors
  if (failed > 0) throw new Error(`${failed} requests to ${process.url} ${requests[0]?.path ?? ''} failed`)
  const calls = result.requests.total / requestsPerCall
  return {
    callsPerSecond: calls / result.duration,
    p99Ms: result.latency.p99,
    cpuMsPerCall: (process.cpuMs() - cpuBefore) / calls,
  }
}
