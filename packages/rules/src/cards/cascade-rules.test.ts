import { expect, test } from 'vitest'

import { applyCascadeRules, type CascadeRule, isCardRange } from './cascade-rules.ts'

const all: CascadeRule = {
  name: 'a rule',
  countries: [],
  minAmount: null,
  maxAmount: null,
  cardRanges: [],
  remove: [],
  first: [],
}
const cascade = ['ZOOM', 'ORANGE', 'CONCEPT'] as const
const payment = { country: 'AU', amount: 500, cardNumber: '4242424242424242' }
const withoutZoom = (about: Partial<CascadeRule>) => ({ ...all, ...about, remove: ['ZOOM'] })

test.each([
  ['all payments', {}, true],
  ['its country', { countries: ['NZ', 'AU'] }, true],
  ['another country', { countries: ['NZ'] }, false],
  ['the lowest amount itself', { minAmount: 500 }, true],
  ['more than the amount', { minAmount: 500.01 }, false],
  ['the highest amount itself', { maxAmount: 500 }, true],
  ['less than the amount', { maxAmount: 499.99 }, false],
  ['the first digits of the card', { cardRanges: ['51', '424242'] }, true],
  ['other first digits', { cardRanges: ['51', '424243'] }, false],
  ['a range that begins with the card', { cardRanges: ['424242-500000'] }, true],
  ['a range that ends with the card', { cardRanges: ['400000-424242'] }, true],
  ['a range that ends before the card', { cardRanges: ['400000-424241'] }, false],
  ['a range that begins after the card', { cardRanges: ['424243-500000'] }, false],
  ['its country, and another card', { countries: ['AU'], cardRanges: ['5'] }, false],
])('a rule about %s: it applies is %s', (_about, about, applies) => {
  const { order, steps } = applyCascadeRules(cascade, [withoutZoom(about)], payment)
  expect(order).toEqual(applies ? ['ORANGE', 'CONCEPT'] : cascade)
  expect(steps).toHaveLength(applies ? 1 : 0)
})

test('a rule about more digits than are known does not apply', () => {
  const { order } = applyCascadeRules(cascade, [withoutZoom({ cardRanges: ['4242'] })], {
    ...payment,
    cardNumber: '424',
  })
  expect(order).toEqual(cascade)
})

test('one rule works on what the one before has left, and each is a step', () => {
  const rules = [
    { ...all, name: 'expensive', remove: ['ORANGE'] },
    { ...all, name: 'other country', countries: ['US'], remove: ['ZOOM'] },
    { ...all, name: 'cheap', first: ['CONCEPT', 'ORANGE'] },
  ]
  expect(applyCascadeRules(cascade, rules, payment)).toMatchObject({
    order: ['CONCEPT', 'ZOOM'],
    steps: [
      { rule: { name: 'expensive' }, order: ['ZOOM', 'CONCEPT'] },
      { rule: { name: 'cheap' }, order: ['CONCEPT', 'ZOOM'] },
    ],
  })
})

test('a rule cannot add a processor, and can leave none', () => {
  expect(applyCascadeRules(['ZOOM'], [{ ...all, first: ['PFS', 'ZOOM', 'PFS', 'ZOOM'] }], payment).order).toEqual([
    'ZOOM',
  ])
  expect(applyCascadeRules(['ZOOM'], [withoutZoom({ first: ['ZOOM'] })], payment).order).toEqual([])
})

test.each([
  ['4', true],
  ['42424242', true],
  ['424242424', false],
  ['400000-419999', true],
  ['400000-400000', true],
  ['419999-400000', false],
  ['40-419999', false],
  ['4-5-6', false],
  ['', false],
  ['4a', false],
])('"%s" names first digits of cards: %s', (text, isRight) => {
  expect(isCardRange(text)).toBe(isRight)
})
