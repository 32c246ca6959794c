import { expect, test } from 'vitest'

import { parseSettings } from '../../src/modules/settings/schema.ts'
import { listMoneyWays } from '../../src/modules/withdrawal/money-ways.ts'

const listWith = (settings: object) =>
  listMoneyWays(parseSettings(Object.entries(settings).map(([name, value]) => ({ name, value }))))
const findWay = (settings: object, name: string) => listWith(settings).find(({ method }) => method === name)

test('each method has the time of a deposit, and the time and fees of a withdrawal, by the settings', () => {
  const terms = { feePercent: 1.5, feeFixed: 2, returnPercent: 4, min: 30, max: 1000, hours: 48 }
  const settings = {
    withdrawal_methods: ['card', 'bitcoin'],
    withdrawal_terms: { card: terms },
    crypto_confirmations: { BTC: [{ from: 0, confirmations: 2 }], ETH: [{ from: 0, confirmations: 10 }] },
  }
  expect(findWay(settings, 'card')).toEqual({
    method: 'card',
    deposit: { minutes: 1 },
    withdrawal: { hours: 48, feePercent: 1.5, feeFixed: 2, returnPercent: 4 },
  })
  expect(findWay(settings, 'bitcoin')).toMatchObject({
    deposit: { minutes: 20 },
    withdrawal: { hours: 2, feeFixed: 5 },
  })
  expect(findWay(settings, 'eth')).toMatchObject({ deposit: { minutes: 2 }, withdrawal: null })
})

test('what is hidden, switched off or has no account takes no deposits, and is listed only if it sends money to everyone', () => {
  const open = { withdrawal_methods: [], hidden_tabs: [], bank_details: 'IBAN', webmoney_wmz: 'Z1' }
  const names = (settings: object) => listWith({ ...open, ...settings }).map(({ method }) => method)
  expect(names({})).toContain('bank')
  expect(names({})).toContain('webmoney')
  expect(names({ bank_details: null })).not.toContain('bank')
  expect(names({ webmoney_wmz: null })).not.toContain('webmoney')
  expect(names({ hidden_tabs: ['skrill'] })).not.toContain('skrill')
  expect(names({ processors_off: ['SKRILL'] })).not.toContain('skrill')
  expect(names({ withdrawal_methods: ['skrill'], processors_off: ['SKRILL'] })).not.toContain('skrill')
  expect(findWay({ ...open, withdrawal_methods: ['bank'], bank_details: null }, 'bank')).toMatchObject({
    deposit: null,
    withdrawal: { hours: 72, feeFixed: 15 },
  })
  expect(findWay(open, 'bank')).toMatchObject({ deposit: { minutes: null }, withdrawal: null })
})
