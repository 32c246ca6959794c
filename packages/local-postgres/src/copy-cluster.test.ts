import { expect, test } from 'vitest'

import { listSegments } from './copy-cluster.ts'

const megabytes = (count: bigint) => count * 1024n * 1024n
const label = (file: string) => `START WAL LOCATION: 0/2000028 (file ${file})\nCHECKPOINT LOCATION: 0/2000080\n`

test.each([
  ['one segment', megabytes(32n) + 1n, ['000000010000000000000002']],
  [
    'its end at the border of a segment, which does not need the next one',
    megabytes(48n),
    ['000000010000000000000002'],
  ],
  ['two segments', megabytes(48n) + 1n, ['000000010000000000000002', '000000010000000000000003']],
])('a copy needs the log from its start to its end: %s', (_what, end, names) => {
  expect(listSegments(label('000000010000000000000002'), end, megabytes(16n))).toEqual(names)
})

test('the number of a segment goes on in the next 4 GB, on the same timeline', () => {
  expect(listSegments(label('0000000A00000000000000FF'), 0x1_0000_0001n, megabytes(16n))).toEqual([
    '0000000A00000000000000FF',
    '0000000A0000000100000000',
  ])
})

test('a label without a place in the log is refused', () => {
  expect(() => listSegments('CHECKPOINT LOCATION: 0/2000080', 1n, megabytes(16n))).toThrow('has not said where')
})
