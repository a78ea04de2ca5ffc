import { expect, test } from 'vitest'
import { jsonRowReader } from './json-row.ts'
import { customers } from './schema.ts'

const readCustomer = jsonRowReader(customers)
const row = { id: 'cus_1', user_id: 'ada', current: true, livemode: null }

test('a row of JSON is what a select returns', () => {
  expect(readCustomer({ ...row, created_at: '2027-01-02T04:04:05.678901+01:00', other: 1 })).toEqual({
    id: 'cus_1',
    userId: 'ada',
    current: true,
    livemode: null,
    createdAt: new Date('2027-01-02T03:04:05.678Z'),
  })
})

test('F10: a column that is missing does not pass for an empty one', () => {
  expect(() => readCustomer(row)).toThrow('The row has no column created_at.')
})
