import fs from 'node:fs'
import { expect, it } from 'vitest'
import { copyEmbeddedDataFolder, emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { startDatabaseChild } from '../../tests/support/database/start-database-child.ts'
import { lockDataFolder } from './data-folder-lock.ts'

it('refuses a second process in the same data folder by name, is free at once when its owner is killed, and nothing is lost', {
  timeout: 300_000,
}, async () => {
  const dataDir = await copyEmbeddedDataFolder()
  const owner = startDatabaseChild({ dataDir, writes: true })
  await owner.firstCommit

  const intruder = startDatabaseChild({ dataDir, writes: true })
  await expect(intruder.opened).rejects.toThrow(
    `The data folder ${dataDir} is in use by another process. Stop`,
  )

  await owner.kill()
  await (await lockDataFolder(dataDir))()
  const committed = owner.messages.flatMap((message) => ('committed' in message ? message.committed : []))
  const next = startDatabaseChild({ dataDir })
  expect(await next.opened).toEqual(expect.arrayContaining(committed))
  await next.close()
})

it('knows the folder under another name, and is free after its release', async () => {
  const folder = emptyDataFolder()
  fs.mkdirSync(folder)
  const link = emptyDataFolder()
  fs.symlinkSync(folder, link)

  const release = await lockDataFolder(folder)
  await expect(lockDataFolder(link)).rejects.toThrow(`The data folder ${link} is in use`)
  await release()
  await (await lockDataFolder(link))()
})
