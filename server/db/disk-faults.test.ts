import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { copyEmbeddedDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { mountSmallDisk } from '../../tests/support/database/small-disk.ts'
import { startDatabaseChild } from '../../tests/support/database/start-database-child.ts'

const disk = mountSmallDisk(90)

// Skipped where nobody may mount a file system, which is where the tests do not run as root.
describe.skipIf(!disk)('the embedded database on a disk in trouble', { timeout: 300_000 }, () => {
  if (!disk) return
  const dataDir = path.join(disk.folder, 'data')

  beforeEach(async () => {
    fs.rmSync(dataDir, { recursive: true, force: true })
    fs.cpSync(await copyEmbeddedDataFolder(), dataDir, { recursive: true })
  })
  afterAll(() => disk.unmount())

  async function writeUntilItEnds(trouble: () => void) {
    const child = startDatabaseChild({ dataDir, writes: true })
    await child.firstCommit
    trouble()
    await child.ended
    const acknowledged = child.messages.flatMap((message) =>
      'committed' in message ? message.committed : [],
    )
    const refused = child.messages.flatMap((message) => ('refused' in message ? message.refused : []))
    return { acknowledged, refused: refused.join(), complaints: child.complaints() }
  }

  /** Acknowledged before the trouble begins. */
  async function writeSome(): Promise<string[]> {
    const child = startDatabaseChild({ dataDir, writes: true })
    const acknowledged = await child.firstCommit
    await child.kill()
    return acknowledged
  }

  async function foundAfterwards(): Promise<string[]> {
    const child = startDatabaseChild({ dataDir })
    const found = await child.opened
    await child.close()
    return found
  }

  it('a full disk refuses what is written, keeps what was acknowledged, and all is well when there is room', async () => {
    const { acknowledged, refused, complaints } = await writeUntilItEnds(disk.fill)
    // Which of the two depends on whether a table or the log needs room first.
    expect(refused || complaints).toMatch(/Failed query: insert|cannot write to its disk/)
    disk.free()
    expect(await foundAfterwards()).toEqual(expect.arrayContaining(acknowledged))
  })

  it('a full disk that leaves no room for the log ends the process with a sentence, instead of hanging it', async () => {
    const acknowledged = await writeSome()
    const child = startDatabaseChild({ dataDir, fillsLog: true })
    await child.opened
    disk.fill()
    await child.ended
    expect(child.complaints()).toMatch(
      /^The embedded database in \S+ cannot write to its disk and has stopped; nothing .+ is lost\. Make room there/,
    )
    expect(child.complaints()).toContain('No space left on device')
    disk.free()
    expect(await foundAfterwards()).toEqual(expect.arrayContaining(acknowledged))
  })

  it('a disk that is read-only refuses the start with a sentence, and afterwards everything is there', async () => {
    const acknowledged = await writeSome()
    expect(disk.makeReadOnly()).toBe(true)
    await expect(startDatabaseChild({ dataDir }).opened).rejects.toThrow(
      `The data folder ${dataDir} cannot be written (EROFS). Give`,
    )
    expect(disk.makeWritable()).toBe(true)
    expect(await foundAfterwards()).toEqual(expect.arrayContaining(acknowledged))
  })
})
