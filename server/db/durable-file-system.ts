import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/** What of Emscripten's NODEFS is used here; its own types are not published with PGlite. */
type EmscriptenNodeFs = {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  /** Turns an error of Node into an errno, so that PostgreSQL sees the failure and panics as it should. */
  tryFSOperation(operation: () => void): void
}

/** PGlite's NodeFS has no fsync, so a commit would only reach the page cache. This one reaches the disk. */
export class DurableFileSystem extends NodeFS {
  override async init(pg: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: { NODEFS: unknown }) => {
      const nodeFs = module.NODEFS as EmscriptenNodeFs
      nodeFs.stream_ops.fsync = (stream) => {
        nodeFs.tryFSOperation(() => fs.fsyncSync(stream.nfd))
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...(emscriptenOpts.preRun ?? [])] } }
  }
}
