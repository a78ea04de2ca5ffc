import { expect, test } from 'vitest'
import { refundObstacle } from './refund-obstacle.ts'

test.each([
  [null, 0, null],
  [null, 2, null],
  [null, 3, { status: 'failed', times: 3 }],
  [null, 4, { status: 'failed', times: 4 }],
  ['open', 0, { status: 'disputed', isOpen: true }],
  ['lost', 0, { status: 'disputed', isOpen: false }],
  ['open', 3, { status: 'disputed', isOpen: true }],
] as const)(
  'F41 F48: a refund with the dispute %j that failed %i times: %j',
  (dispute, failedTimes, obstacle) => {
    expect(refundObstacle(dispute, failedTimes)).toEqual(obstacle)
  },
)
