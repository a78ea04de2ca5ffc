import fs from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyEmbeddedDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { mountSmallDisk } from '../../tests/support/database/small-disk.ts'
import { startDatabaseChild } from '../../tests/support/database/start-database-child.ts'

const disk = mountSmallDisk(90)

// Skipped where nobody may mount a file system, which is where the tests do not run as root.
describe.skipIf(!disk)('the embedded database on a disk in trouble', { timeout: 300_000 }, () => {
  if (!disk) return
  const dataDir = path.join(disk.folder, 'data')
  afterAll(() => disk.unmount())

  // One trouble after the other in one data folder: each start finds what was acknowledged before the last one.
  it('a full disk refuses what is written, one without room for the log ends the process with a sentence, a read-only one refuses the start; all that was acknowledged is kept', async () => {
    fs.cpSync(await copyEmbeddedDataFolder(), dataDir, { recursive: true })
    const writing = startDatabaseChild({ dataDir, writes: true })
    await writing.firstCommit
    disk.fill()
    await writing.ended
    const refused = writing.messages.flatMap((message) => ('refused' in message ? message.refused : []))
    // Which of the two depends on whether a table or the log needs room first.
    expect(refused.join() || writing.complaints()).toMatch(/Failed query: insert|cannot write to its disk/)
    const acknowledged = writing.messages.flatMap((message) =>
      'committed' in message ? message.committed : [],
    )
    disk.free()

    const logging = startDatabaseChild({ dataDir, fillsLog: true })
    expect(await logging.opened).toEqual(expect.arrayContaining(acknowledged))
    disk.fill()
    await logging.ended
    expect(logging.complaints()).toMatch(
      /^The embedded database in \S+ cannot write to its disk and has stopped; nothing .+ is lost\. Make room there/,
    )
    expect(logging.complaints()).toContain('No space left on device')
    disk.free()

    expect(disk.makeReadOnly()).toBe(true)
    await expect(startDatabaseChild({ dataDir }).opened).rejects.toThrow(
      `The data folder ${dataDir} cannot be written (EROFS). Give`,
    )
    expect(disk.makeWritable()).toBe(true)
    const last = startDatabaseChild({ dataDir })
    expect(await last.opened).toEqual(expect.arrayContaining(acknowledged))
    await last.close()
  })
})
