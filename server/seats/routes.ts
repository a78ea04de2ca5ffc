import { gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { type OwnSeat, ownSeatPath, seatLogPaths } from '../../core/seats/contract.ts'
import { type FindUser, requireUser } from '../http/require-user.ts'
import type { SeatLog } from './seat-log.ts'

interface SeatRouteDeps {
  /** Null with the simulated source. */
  log: SeatLog | null
  /** Of the key in use: the log of a test key is removed when a live one comes, and another begins at the same paths. */
  livemode: boolean
  readSeat: (userId: string) => Promise<OwnSeat | null>
  findUser: FindUser<{ id: string }>
}

// Anybody verifies, from wherever.
const cors = { 'access-control-allow-origin': '*' }
const text = { ...cors, 'content-type': 'text/plain; charset=utf-8' }
const bytes = { ...cors, 'content-type': 'application/octet-stream', vary: 'accept-encoding' }
const noLog = 'The seats of this shop are a demonstration, counted by the clock: there is no log of them.\n'
const noTile = 'This tile is not in the log, or not yet.\n'

export function seatRoutes({ log, livemode, readSeat, findUser }: SeatRouteDeps) {
  const routes = new Hono()
  const keep = (cacheControl: string) => ({ 'cache-control': livemode ? cacheControl : 'no-store' })
  /** The content of a tile of a given width never changes. */
  const tileHeaders = { ...bytes, ...keep('public, max-age=31536000, immutable') }

  routes.get(seatLogPaths.key, async (c) =>
    log
      ? c.body(`${await log.verifierKey()}\n`, 200, { ...text, ...keep('public, max-age=60') })
      : c.body(noLog, 404, text),
  )

  routes.get(seatLogPaths.checkpoint, async (c) =>
    log ? c.body(await log.checkpoint(), 200, text) : c.body(noLog, 404, text),
  )

  routes.get(`${seatLogPaths.tiles}/*`, async (c) => {
    if (!log) return c.body(noLog, 404, text)
    const read = await log.readTile(c.req.path.slice(seatLogPaths.root.length + 1))
    if (!read) return c.body(noTile, 404, text)
    const { tile, content } = read
    // Hashes do not get smaller.
    const isCompressed = tile.level === 'entries' && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
    return isCompressed
      ? c.body(new Uint8Array(gzipSync(content)), 200, { ...tileHeaders, 'content-encoding': 'gzip' })
      : c.body(content, 200, tileHeaders)
  })

  routes.get(ownSeatPath, async (c) => {
    const { id } = await requireUser(findUser, c)
    return c.json({ seat: await readSeat(id) })
  })

  return routes
}
