import { expect, test } from 'vitest'

import { findSourceMethod, listOpenMethods, withdrawalMethods } from './methods.ts'

test.each([
  ['ORANGE', 'card'],
  ['MONETA', 'card'],
  ['SKRILL', 'skrill'],
  ['BTC', 'bitcoin'],
  ['BITCOIN', 'bitcoin'],
  ['ETH', 'eth'],
  ['BANK', 'bank'],
  ['LITECOIN', null],
] as const)('money of %s goes back by %s', (processor, method) => {
  expect(findSourceMethod(processor)).toBe(method)
})

test('cards and wallets are open to those who paid in by them, which come first; own accounts are open to everyone', () => {
  expect(listOpenMethods(withdrawalMethods, [])).toEqual(['bitcoin', 'eth', 'bank'])
  expect(listOpenMethods(withdrawalMethods, ['skrill', 'card'])).toEqual(['card', 'skrill', 'bitcoin', 'eth', 'bank'])
  expect(listOpenMethods(['bank', 'qiwi'], ['card', 'qiwi'])).toEqual(['qiwi', 'bank'])
  expect(listOpenMethods([], ['card'])).toEqual([])
})
