import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createMemoryFolder } from './memory-folder.ts'

const script = `
import { createMemoryFolder } from './scripts/memory-folder.ts'
console.log(createMemoryFolder(process.argv[1]))
if (process.argv[2]) process.kill(process.pid, process.argv[2])
setTimeout(() => {}, 100)
`
async function run(disk: string, signal: string) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script, disk, signal]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return printed.trim()
}

// Needs room for a whole test run; where there is none, nothing is made and nothing can be left.
test('the folder in memory is gone when the run ends, is stopped, or was killed and another one begins', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'memory-disk-'))
  try {
    for (const signal of ['', 'SIGTERM']) {
      const folder = await run(disk, signal)
      expect(folder).toMatch(/undefined|fairseat-test-\d+$/)
      expect(readdirSync(disk)).toEqual([])
    }
    await run(disk, 'SIGKILL')
    mkdirSync(join(disk, 'of-somebody-else'))
    await run(disk, '')
    expect(readdirSync(disk)).toEqual(['of-somebody-else'])
  } finally {
    rmSync(disk, { recursive: true, force: true })
  }
})

test('what a killed run has mounted in its folder does not keep the next one from starting', async ({
  skip,
}) => {
  const disk = mkdtempSync(join(tmpdir(), 'memory-disk-'))
  const folder = await run(disk, 'SIGKILL')
  const mounted = join(folder, 'mounted')
  if (folder !== 'undefined') mkdirSync(mounted)
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'none', mounted]).status === 0
  try {
    // Without the right to mount, or without room, nothing can be left either.
    if (!isMounted) skip()
    expect(await run(disk, '')).toMatch(/fairseat-test-\d+$/)
    expect(readdirSync(disk)).toEqual([])
  } finally {
    spawnSync('umount', ['-l', mounted])
    rmSync(disk, { recursive: true, force: true })
  }
})

test('a machine without a disk in memory uses the usual folder', () => {
  expect(existsSync('/no/such/disk')).toBe(false)
  expect(createMemoryFolder('/no/such/disk')).toBeUndefined()
})
