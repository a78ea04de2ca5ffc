import fs from 'node:fs'
import path from 'node:path'

const snapshotName = 'snapshot.json'

/** What the newest snapshot holds, or undefined in a new folder, and the lines written after it, oldest first. */
export function openJournal(folder: string): { snapshot: unknown; lines: unknown[]; journal: Journal } {
  const snapshotFile = path.join(folder, snapshotName)
  const stored = fs.existsSync(snapshotFile) ? JSON.parse(fs.readFileSync(snapshotFile, 'utf8')) : undefined
  const firstNumber: number = stored?.nextJournal ?? 1
  const numbers = journalNumbers(folder).filter((number) => number >= firstNumber)
  const lines = numbers.flatMap((number) => readLines(journalFile(folder, number)))
  const number = numbers.at(-1) ?? firstNumber
  return { snapshot: stored?.state, lines, journal: createJournal(folder, number, lines.length) }
}

export type Journal = ReturnType<typeof createJournal>

/**
 * An append-only file of JSON lines, one per transaction. `append` resolves after the fsync that covers its line;
 * lines that come in during an fsync share the next one. On a full disk it throws and keeps the lines: `settled` tries
 * them again.
 */
function createJournal(folder: string, firstNumber: number, firstLength: number) {
  let number = firstNumber
  let length = firstLength
  let file = fs.openSync(journalFile(folder, number), 'a')
  syncFolder(folder)
  let waiting: string[] = []
  let writing: Promise<void> | undefined
  let broken: unknown
  let behind = false
  /** How much of the file is on disk and whole. */
  let size = fs.fstatSync(file).size

  /**
   * One write and one fsync for all lines that wait. Without room on the disk they wait for the next try, and what was
   * written in part is cut off. Any other failure is final: what is on the disk is not known then.
   */
  async function write() {
    await Promise.resolve()
    const batch = waiting.join('')
    waiting = []
    try {
      await new Promise<void>((resolve, reject) => {
        fs.write(file, batch, (error, written) => {
          if (error) reject(error)
          else if (written !== Buffer.byteLength(batch)) reject(noRoom('The disk took only part of a line.'))
          else fs.fdatasync(file, (failed) => (failed ? reject(failed) : resolve()))
        })
      })
      size += Buffer.byteLength(batch)
      behind = false
    } catch (error) {
      if (isNoRoom(error)) {
        fs.ftruncateSync(file, size)
        waiting = [batch, ...waiting]
        behind = true
      } else {
        broken = error
      }
      throw error
    } finally {
      writing = undefined
    }
  }

  /** Resolves when everything appended so far is on disk. */
  async function settled(): Promise<void> {
    if (broken) throw broken
    while (writing || waiting.length > 0) {
      if (writing) {
        await writing
      } else {
        writing = write()
        await writing
      }
    }
  }

  return {
    append(line: string) {
      waiting.push(`${line}\n`)
      length += 1
      return settled()
    },
    settled,
    /** True after a write that found no room: memory is ahead of the disk until `settled` has worked. */
    isBehind: () => behind,
    /** Lines since the last snapshot. */
    length: () => length,
    /** Replaces all lines so far by a snapshot of the state; does nothing while lines are being written. */
    compact(takeState: () => unknown) {
      if (writing || waiting.length > 0 || broken) return
      const state = takeState()
      // The new journal exists before the snapshot that points to it, the old one until after: at every moment
      // the folder holds one complete state.
      const next = number + 1
      let nextFile: number
      try {
        nextFile = fs.openSync(journalFile(folder, next), 'a')
        writeTemporary(folder, snapshotName, JSON.stringify({ nextJournal: next, state }))
      } catch (error) {
        // The journal only grows until there is room for a snapshot; an empty next journal does no harm.
        if (isNoRoom(error)) return
        throw error
      }
      replace(folder, snapshotName)
      fs.closeSync(file)
      for (const old of journalNumbers(folder)) if (old < next) fs.rmSync(journalFile(folder, old))
      file = nextFile
      number = next
      length = 0
      size = 0
    },
    async close() {
      await settled()
      fs.closeSync(file)
    },
  }
}

function journalFile(folder: string, number: number): string {
  return path.join(folder, `journal-${number}.jsonl`)
}

function journalNumbers(folder: string): number[] {
  const names = fs.readdirSync(folder).map((name) => /^journal-(\d+)\.jsonl$/.exec(name)?.[1])
  return names.flatMap((number) => (number ? [Number(number)] : [])).sort((a, b) => a - b)
}

/** A last line without its end was never acknowledged: it is cut off, or the next line would be glued to it. */
function readLines(file: string): unknown[] {
  const text = fs.readFileSync(file)
  const end = text.lastIndexOf(10) + 1
  if (end < text.length) fs.truncateSync(file, end)
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line, index) => {
    try {
      return JSON.parse(line)
    } catch (cause) {
      throw new Error(`${file} is damaged in line ${index + 1}.`, { cause })
    }
  })
}

const temporaryFile = (folder: string, name: string) => path.join(folder, `${name}.${process.pid}.tmp`)

function writeTemporary(folder: string, name: string, text: string) {
  const file = temporaryFile(folder, name)
  const handle = fs.openSync(file, 'w')
  try {
    fs.writeFileSync(handle, text)
    fs.fsyncSync(handle)
  } catch (error) {
    fs.rmSync(file)
    throw error
  } finally {
    fs.closeSync(handle)
  }
}

function replace(folder: string, name: string) {
  fs.renameSync(temporaryFile(folder, name), path.join(folder, name))
  syncFolder(folder)
}

const noRoom = (message: string) => Object.assign(new Error(message), { code: 'ENOSPC' })

const isNoRoom = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** The names in a folder are on disk only after the folder itself was synced. */
function syncFolder(folder: string) {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
