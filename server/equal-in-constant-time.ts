import { timingSafeEqual } from 'node:crypto'

/** Takes as long wherever they differ, so that a secret cannot be guessed byte by byte. */
export const equalInConstantTime = (given: Buffer, ours: Buffer): boolean =>
  given.length === ours.length && timingSafeEqual(given, ours)
