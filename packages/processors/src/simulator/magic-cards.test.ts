import { expect, test } from 'vitest'

import { findMagicCard, magicCards } from './magic-cards.ts'

const isLuhn = (number: string) =>
  number
    .split('')
    .toReversed()
    .reduce(
      (sum, digit, index) => sum + (index % 2 === 0 ? Number(digit) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]!),
      0,
    ) %
    10 ===
  0

test.each(magicCards.map((card) => [card.name, card] as const))(
  '%s: the Visa and Mastercard numbers are valid and behave the same',
  (_name, card) => {
    expect(card.visa).toMatch(/^4\d{15}$/)
    expect(card.mastercard).toMatch(/^5[1-5]\d{14}$/)
    expect([isLuhn(card.visa), isLuhn(card.mastercard)]).toEqual([true, true])
    expect(findMagicCard(card.visa)).toBe(card)
    expect(findMagicCard(card.mastercard)).toBe(card)
  },
)

test('every number is listed once, and unknown numbers approve', () => {
  const numbers = magicCards.flatMap(({ visa, mastercard }) => [visa, mastercard])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(findMagicCard('4111111111111111')).not.toHaveProperty('decline')
})
