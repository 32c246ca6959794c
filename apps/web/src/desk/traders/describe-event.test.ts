import type { TraderEvent } from '@tradefront/contract/desk-traders'
import { beforeAll, expect, test } from 'vitest'

import { createFormat } from '../../platform/i18n/format.ts'
import { initTexts, loadTexts, translate } from '../../platform/i18n/i18n.ts'
import { describeEvent } from './describe-event.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common', 'desk', 'traders', 'withdrawal')
})

const base = { key: 'x', atMs: 0 }
const usd = { amount: 20_000, currency: 'USD' } as const
const deposit = { ...base, ...usd, kind: 'deposit', id: 'x', number: 'ab12', instrument: 'visa •• 4242' } as const
const withdrawal = { ...base, ...usd, kind: 'withdrawal', id: 'x', number: 'ab12', method: 'bank' } as const

test.each<[TraderEvent, object]>([
  [
    { ...deposit, state: 'credited', processor: 'ORANGE' },
    {
      title: 'Deposit',
      state: 'Credited',
      isBad: false,
      detail: 'visa •• 4242 · ORANGE · AB12',
      money: { minor: 20_000, state: 'moved' },
    },
  ],
  [
    { ...deposit, state: 'taken_back', processor: null },
    { state: 'Charged back', isBad: true, detail: 'visa •• 4242 · AB12', money: { state: 'off' } },
  ],
  [
    { ...deposit, state: 'processing', processor: null },
    { isBad: false, money: { state: 'open' } },
  ],
  [
    { ...withdrawal, state: 'waiting_approval' },
    {
      title: 'Withdrawal',
      state: 'To approve',
      detail: 'Bank transfer · AB12',
      money: { minor: -20_000, state: 'moved' },
    },
  ],
  [
    { ...withdrawal, state: 'rejected' },
    { state: 'Rejected', money: { state: 'off' } },
  ],
  [
    { ...base, ...usd, kind: 'bonus', state: 'open', turnoverDone: 100, turnoverNeeded: 60_000 },
    { title: 'Bonus', state: 'Active', detail: 'Traded $1.00 of $600.00' },
  ],
  [
    { ...base, kind: 'trades', day: '2026-11-27', count: 4, currency: 'USD', stake: 2000, result: -1600 },
    { title: '4 trades', detail: '$20.00 staked on November 27, 2026', money: { minor: -1600, state: 'moved' } },
  ],
  [
    { ...base, kind: 'document', document: 'passport', state: 'refused', reason: 'cut_off' },
    { title: 'Identity document', state: 'Refused', isBad: true, detail: 'A part is missing.' },
  ],
  [
    { ...base, kind: 'ticket', number: 'ab12cd34', status: 'waiting' },
    { title: 'Ticket AB12CD34', state: 'Waits for the trader' },
  ],
  [
    { ...base, kind: 'access', event: 'login_failed' },
    { title: 'Wrong e-mail or password', isQuiet: true },
  ],
  [
    { ...base, kind: 'act', operator: 'ann', action: 'user.cardRisk', subject: 'user:1', reason: 'asked' },
    { title: 'ann: changed the risk of cards', detail: '“asked”' },
  ],
  [
    { ...base, kind: 'act', operator: 'ann', action: 'user.newer', subject: 'user:1', reason: null },
    { title: 'ann: user.newer' },
  ],
])('a row says what has happened: %j', (event, text) => {
  expect(describeEvent(translate, createFormat('en'), event)).toMatchObject(text)
})
