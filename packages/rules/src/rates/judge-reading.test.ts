import { expect, test } from 'vitest'

import { type HeldRate, judgeReading, type JumpRules } from './judge-reading.ts'

const rules: JumpRules = { jumpPercent: 5, confirmMs: 180_000 }
const held = (rate: number, atMs: number, readings = 1): HeldRate => ({ first: { rate, atMs }, readings })
const accept = { kind: 'accepted', isConfirmed: false }

test.each([
  ['the first rate ever', [], 100, accept],
  ['a rate at the bound above', [100], 105, accept],
  ['a rate at the bound below', [105], 100, accept],
  ['a jump up', [100], 105.01, { kind: 'held', held: held(105.01, 1000) }],
  ['a jump down', [105.01], 100, { kind: 'held', held: held(100, 1000) }],
  ['a rate that small steps add up to', [100, 103], 106, { kind: 'held', held: held(106, 1000) }],
])('%s is judged', (_name, accepted, rate, expected) => {
  expect(judgeReading({ rate, atMs: 1000 }, accepted, null, rules)).toEqual(expected)
})

test.each([
  ['too early', 3, 180_499, { kind: 'held', held: held(120, 500, 4) }],
  ['with too few readings', 1, 180_500, { kind: 'held', held: held(120, 500, 2) }],
  ['in time', 2, 180_500, { kind: 'accepted', isConfirmed: true }],
])('a reading confirms a jump %s', (_name, readings, atMs, expected) => {
  expect(judgeReading({ rate: 121, atMs }, [100], held(120, 500, readings), rules)).toEqual(expected)
})

test('another jump begins again, and a return to the accepted rates ends it', () => {
  const another = judgeReading({ rate: 140, atMs: 200_000 }, [100], held(120, 0, 9), rules)
  expect(another).toEqual({ kind: 'held', held: held(140, 200_000) })
  expect(judgeReading({ rate: 101, atMs: 200_000 }, [100], held(120, 0, 9), rules)).toEqual(accept)
})
