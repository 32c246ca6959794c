import { expect, test } from 'vitest'

import {
  canRefundCharge,
  findSourceMethod,
  isWithdrawalMethod,
  listOpenMethods,
  payoutChannels,
  sourceProcessors,
  unrefundableProcessors,
  withdrawalMethods,
} from './methods.ts'

test.each([
  ['ORANGE', 'card', true],
  ['MONETA', 'card', true],
  ['SKRILL', 'skrill', true],
  ['NETELLER', 'neteller', true],
  ['PAYPAL', 'paypal', true],
  ['PERFECT', 'perfect', true],
  ['YANDEX', 'yandex', true],
  ['QIWI', 'qiwi', true],
  ['OKPAY', 'okpay', true],
  ['BTC', 'bitcoin', false],
  ['ETH', 'eth', false],
  ['BITCOIN', 'bitcoin', false],
  ['WEBMONEY', 'webmoney', false],
  ['BANK', 'bank', false],
  ['LITECOIN', null, false],
] as const)('money of %s goes back by %s; its processor refunds charges: %s', (processor, method, isRefundable) => {
  expect(findSourceMethod(processor)).toBe(method)
  expect(canRefundCharge(processor)).toBe(isRefundable)
  expect(sourceProcessors.includes(processor)).toBe(method !== 'card')
  expect(unrefundableProcessors.includes(processor)).toBe(!isRefundable)
})

test('each method has its channel, and no other name is one', () => {
  expect(payoutChannels).toEqual({
    card: 'card',
    bitcoin: 'bitcoin',
    eth: 'ethereum',
    bank: 'bank',
    ...Object.fromEntries(
      ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney'].map((name) => [
        name,
        'wallet',
      ]),
    ),
  })
  expect(withdrawalMethods.toSorted()).toEqual(Object.keys(payoutChannels).toSorted())
  expect(['qiwi', 'QIWI', 'litecoin'].filter(isWithdrawalMethod)).toEqual(['qiwi'])
})

test('cards and wallets are open to those who paid in by them, which come first; own accounts are open to everyone', () => {
  expect(listOpenMethods(withdrawalMethods, [])).toEqual(['bitcoin', 'eth', 'bank'])
  expect(listOpenMethods(withdrawalMethods, ['skrill', 'card'])).toEqual(['card', 'skrill', 'bitcoin', 'eth', 'bank'])
  expect(listOpenMethods(['bank', 'qiwi'], ['card', 'qiwi'])).toEqual(['qiwi', 'bank'])
  expect(listOpenMethods([], ['card'])).toEqual([])
})
