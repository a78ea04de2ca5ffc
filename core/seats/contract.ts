import type { GetPath } from '../api-path.ts'

const root = '/log'
/** Of the public log of the seats: c2sp.org/tlog-tiles. */
export const seatLogPaths = {
  root,
  key: `${root}/key`,
  checkpoint: `${root}/checkpoint`,
  tiles: `${root}/tile`,
}

/** The seat that the viewer has bought. */
export interface OwnSeat {
  number: number
  cap: number
  /** A c2sp.org/tlog-proof of its sale. */
  proof: string
  /** What the proof's checkpoint is signed with. */
  verifierKey: string
}

/** Null without a seat. */
export const ownSeatPath: GetPath<{ seat: OwnSeat | null }> = '/api/seat'
