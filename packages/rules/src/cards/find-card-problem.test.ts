import { describe, expect, test } from 'vitest'

import { detectCardKind } from './card-number.ts'
import { findCardProblem, hasCardExpired } from './find-card-problem.ts'

const now = Date.UTC(2026, 10, 21)

describe('card types (spec: funding 5)', () => {
  test.each([
    ['378282246310005', 'amex', null],
    ['30569309025904', 'diners', null],
    ['3530111333300000', 'jcb', null],
    ['6304000000000000', 'laser', null],
    ['4508750015741019', 'visa_electron', 'visa'],
    ['4242424242424242', 'visa', 'visa'],
    ['5555555555554444', 'mastercard', 'mastercard'],
    ['2223003122003222', 'mastercard', 'mastercard'],
    ['6759649826438453', 'maestro', 'maestro'],
    ['6011111111111117', 'discover', null],
  ])('%s is %s', (number, name, type) => {
    expect(detectCardKind(number)).toMatchObject({ name, type })
  })
})

describe('findCardProblem', () => {
  const good = { number: '4242424242424242', month: 12, year: 2030 }
  test.each([
    ['a valid card', good, null],
    ['a type that cannot be charged', { ...good, number: '378282246310005' }, 'cards.invalid_type'],
    ['one digit too few', { ...good, number: '424242424242424' }, 'cards.invalid_length'],
    ['one wrong digit', { ...good, number: '4242424242424243' }, 'cards.invalid_number'],
    ['last month', { ...good, month: 10, year: 2026 }, 'cards.expired'],
    ['this month', { ...good, month: 11, year: 2026 }, null],
  ])('%s', (_name, card, problem) => {
    expect(findCardProblem(card, now)).toBe(problem)
  })
})

test.each([
  ['on the last day of its month', Date.UTC(2026, 10, 30, 23), false],
  ['while that day lasts anywhere', Date.UTC(2026, 11, 1, 11, 59), false],
  ['when it is over everywhere', Date.UTC(2026, 11, 1, 12), true],
])('a card %s', (_name, nowMs, isOver) => {
  expect(hasCardExpired({ month: 11, year: 2026 }, nowMs)).toBe(isOver)
})
