import { expect, test } from 'vitest'

import { cardTiers, chooseTiers, depositPageTiers, findTier, tierChoices } from './tiers.ts'

test('each page has tiers of its own, or all have those of the card', () => {
  const toText = (tiers: typeof cardTiers) => tiers.map(({ name, from, percent }) => `${name} ${from} ${percent}`)
  expect(toText(cardTiers)).toEqual(['bronze 0 20', 'silver 1000 50', 'gold 3000 100'])
  expect(toText(depositPageTiers)).toEqual(['bronze 0 20', 'silver 1000 50', 'gold 10000 100'])
  expect(tierChoices).toEqual(['page', 'one'])
  expect(tierChoices.map((choice) => chooseTiers(true, choice))).toEqual([cardTiers, cardTiers])
  expect(tierChoices.map((choice) => chooseTiers(false, choice))).toEqual([depositPageTiers, cardTiers])
})

test.each([
  [0, 'USD', 'bronze'],
  [999.99, 'USD', 'bronze'],
  [1000, 'EUR', 'silver'],
  [2999.99, 'GBP', 'silver'],
  [3000, 'GBP', 'gold'],
  [59_999.99, 'RUB', 'bronze'],
  [60_000, 'RUB', 'silver'],
  [179_999.99, 'RUB', 'silver'],
  [180_000, 'RUB', 'gold'],
] as const)('%d %s has the tier %s', (amount, currency, name) => {
  expect(findTier(cardTiers, amount, currency).name).toBe(name)
})

test('an amount below all tiers has the first one', () => {
  expect(findTier(cardTiers.slice(1), 5, 'USD').name).toBe('silver')
  expect(() => findTier([], 5, 'USD')).toThrow('no tiers')
})
