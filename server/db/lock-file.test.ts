import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { emptyDataFolder } from '../../tests/support/database/embedded-data-folder.ts'
import { takeLockFile } from './lock-file.ts'

let file: string

beforeEach(() => {
  const folder = emptyDataFolder()
  fs.mkdirSync(folder)
  file = path.join(folder, 'lock')
})

it('is given once and leaves nothing behind after its release', async () => {
  const release = takeLockFile(file)
  expect(takeLockFile(file)).toBeUndefined()
  expect(fs.readdirSync(path.dirname(file))).toEqual(['lock'])
  await release?.()
  expect(fs.readdirSync(path.dirname(file))).toEqual([])
})

it('is not taken from a living process', () => {
  fs.writeFileSync(file, String(process.ppid))
  expect(takeLockFile(file)).toBeUndefined()
  expect(fs.readFileSync(file, 'utf8')).toBe(String(process.ppid))
})

it('is taken over from a dead process', () => {
  const dead = spawnSync('true').pid
  fs.writeFileSync(file, String(dead))
  expect(takeLockFile(file)).toBeDefined()
  expect(fs.readFileSync(file, 'utf8')).toBe(String(process.pid))
})
