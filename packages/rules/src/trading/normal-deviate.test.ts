import { expect, test } from 'vitest'

import { toNormalDeviate } from './normal-deviate.ts'

const words = 2 ** 32

test.for([
  [0.5, 0],
  [0.75, 0.674_489_750_196_081_7],
  [0.841_344_746_068_542_9, 1],
  [0.977_249_868_051_820_8, 2],
  [0.998_650_101_968_369_9, 3],
  [0.999_968_328_758_166_9, 4],
  [0.999_999_713_348_428, 5],
] as const)('a deviate is below its value with probability %d', ([probability, deviate]) => {
  const word = Math.round(probability * words)
  expect(Math.abs(toNormalDeviate(word) - deviate)).toBeLessThan(0.0002)
  expect(Math.abs(toNormalDeviate(words - 1 - word) + deviate)).toBeLessThan(0.0002)
})

test('deviates reach more than six on both sides, and are opposite for opposite words', () => {
  expect(toNormalDeviate(0)).toBeLessThan(-6.3)
  for (const word of [0, 1, 17, 123_456_789, 2 ** 31 - 1])
    expect(toNormalDeviate(words - 1 - word)).toBe(-toNormalDeviate(word))
})

test('a larger word is a larger deviate, also where entries of the table meet', () => {
  const places = Array.from({ length: 31 }, (_, power) => 2 ** power).flatMap((word) => [word - 1, word, word + 1])
  const entries = Array.from({ length: 64 }, (_, index) => (64 + index) * 2 ** 24)
  const sorted = [
    ...new Set([...places, ...entries, ...entries.map((word) => word + 1), 2 ** 31 - 1, 2 ** 31]),
  ].toSorted((one, other) => one - other)
  for (const [index, word] of sorted.entries())
    if (index > 0) expect(toNormalDeviate(word)).toBeGreaterThan(toNormalDeviate(sorted[index - 1] ?? 0))
})

test('the grid of deviates is far below a point', () => {
  for (const word of [2 ** 31, 2 ** 30, 2 ** 28, 2 ** 25])
    expect(toNormalDeviate(word + 1) - toNormalDeviate(word)).toBeLessThan(1e-7)
})

test('deviates have the moments of a normal distribution', () => {
  const count = 2 ** 20
  const [square, fourth] = Array.from({ length: count }, (_, index) =>
    toNormalDeviate((index + 0.5) * (words / count)),
  ).reduce(([square, fourth], deviate) => [square + deviate ** 2 / count, fourth + deviate ** 4 / count], [0, 0])
  expect(square).toBeCloseTo(1, 4)
  expect(fourth).toBeCloseTo(3, 2)
})

test('deviates are the same on every machine', () => {
  expect([0, 1, 1000, 2 ** 29 + 12_345, 3_456_789_012].map(toNormalDeviate)).toMatchInlineSnapshot(`
    [
      -6.337802733603018,
      -6.166376456224491,
      -5.039851374388877,
      -1.1503354925821498,
      0.8590620461769429,
    ]
  `)
})
