import { wallets } from '@tradefront/processors/registry'
import { claimMethods } from '@tradefront/rules/deposits/claims'
import { findWalletTab } from '@tradefront/rules/deposits/funding-tabs'
import type { Currency } from '@tradefront/rules/ledger/money'
import { expect, test } from 'vitest'

import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { claimMethodsByTab, listWorkingWalletTabs, walletSlugsByTab } from './wallet-methods.ts'

const { settings } = testBootstrap

test('every wallet has a tab, and every claim but that of bitcoin', () => {
  const slugs = wallets.map(({ upstream: { slug } }) => slug)
  expect(new Set(Object.values(walletSlugsByTab))).toEqual(new Set(slugs))
  expect(new Set(Object.values(claimMethodsByTab))).toEqual(new Set(claimMethods.filter((each) => each !== 'bitcoin')))
  const names = { ...walletSlugsByTab, ...claimMethodsByTab }
  for (const name of [...slugs, 'litecoin', 'bank', 'WebMoney'] as const) {
    const tab = findWalletTab(name)
    expect(tab === null ? null : names[tab]).toBe(name)
  }
})

test('a payment that the trader reports is offered only with an account to send the money to', () => {
  const none = { bank: null, wmz: null, wmr: null, wme: null, litecoin: null }
  const listClaims = (accounts: Partial<typeof none> | Record<string, string>, currency: Currency = 'EUR') =>
    listWorkingWalletTabs({ ...settings, claimAccounts: { ...none, ...accounts } }, currency).filter(
      (tab) => claimMethodsByTab[tab] !== undefined,
    )
  expect(listClaims({})).toEqual([])
  expect(listClaims({ bank: 'IBAN' })).toEqual(['bank'])
  expect(listClaims({ wme: 'E1' })).toEqual(['webmoney'])
  const webmoney = { wmz: 'Z1', wmr: 'R1', wme: 'E1' }
  for (const currency of ['USD', 'RUB', 'EUR'] as const) expect(listClaims(webmoney, currency)).toEqual(['webmoney'])
  expect(listClaims(webmoney, 'GBP')).toEqual([])
  expect(listClaims({ wme: 'E1' }, 'USD')).toEqual([])
  expect(listClaims({ litecoin: 'L1' })).toEqual(['litecoin'])
  expect(listWorkingWalletTabs(settings, 'EUR')).not.toContain('bank')
})

test('a wallet that an operator has switched off is not offered', () => {
  const off = listWorkingWalletTabs({ ...settings, walletsOff: ['moneta', 'okpay'] }, 'EUR')
  const missing = listWorkingWalletTabs(settings, 'EUR').filter((tab) => !off.includes(tab))
  expect(missing).toEqual(['card_moneta', 'okpay'])
})
