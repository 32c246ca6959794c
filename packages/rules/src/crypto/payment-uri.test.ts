import { expect, test } from 'vitest'

import { buildPaymentUri } from './payment-uri.ts'

test('a bitcoin URI has the amount in bitcoin (BIP 21)', () => {
  const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  expect(buildPaymentUri('BTC', address, 1_500_000n, null)).toBe(`bitcoin:${address}?amount=0.015`)
})

test('an Ethereum URI has the amount in wei and names the chain (EIP-681)', () => {
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
  const units = 72n * 10n ** 15n
  expect(buildPaymentUri('ETH', address, units, 1)).toBe(`ethereum:${address}@1?value=72000000000000000`)
  expect(buildPaymentUri('ETH', address, units, null)).toBe(`ethereum:${address}?value=72000000000000000`)
})
