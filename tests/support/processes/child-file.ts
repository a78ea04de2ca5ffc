import path from 'node:path'
import { inject } from 'vitest'
import type { ChildProgram } from './build-children.ts'

/** The bundle of a program, as the global setup has built it. */
export const childFile = (program: ChildProgram): string =>
  path.join(inject('runFolder'), 'children', `${program}.mjs`)
