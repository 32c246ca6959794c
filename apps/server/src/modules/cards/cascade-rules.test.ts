import type { CascadeRule } from '@tradefront/rules/cards/cascade-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const rule: CascadeRule = {
  name: 'a rule',
  countries: [],
  minAmount: null,
  maxAmount: null,
  cardRanges: [],
  remove: [],
  first: [],
}

/** Opens a deposit by a card that begins with 424242. @returns the order of its processors, or the refusal */
async function openDeposit(rules: readonly object[], account: { currency?: string; cascade?: string }, amount: number) {
  const { client, userId } = await app.registerTrader({ country: 'AU', currency: account.currency ?? 'USD' })
  const { cascade = 'ZOOM,ORANGE,CONCEPT' } = account
  await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
  expect(await app.context.settings.setTypedSetting('cascade_rules', rules, { actor: 'test' })).toMatchObject({
    ok: true,
  })
  expect((await saveCard(client, '4242424242424242', 'Lovelace')).json).toMatchObject({ return: true })
  const { json } = await client.post('/api/card/deposit', { amount, fixed: 1, bonus: 0 })
  const { rows } = await app.database.pool.query<{ order: string[] }>(
    `select processor_order as order from deposits where user_id = $1`,
    [userId],
  )
  return rows[0]?.order ?? (json as { error: string }).error
}

test.each([
  ['the first digits of the card', { cardRanges: ['424242'] }, {}, 500],
  ['its country', { countries: ['AU'] }, {}, 500],
  ['its amount', { minAmount: 500, maxAmount: 500 }, {}, 500],
  ['its amount in the currency of the rule', { minAmount: 500, maxAmount: 500 }, { currency: 'RUB' }, 30_000],
])('a card payment follows a rule about %s', async (_about, about, account, amount) => {
  const rules = [{ ...rule, ...about, remove: ['ORANGE'], first: ['CONCEPT', 'PFS'] }]
  expect(await openDeposit(rules, account, amount)).toEqual(['CONCEPT', 'ZOOM'])
})

test('a card payment that no rule is about meets the processors in the usual order', async () => {
  const rules = [{ ...rule, cardRanges: ['5'], remove: ['ORANGE'] }]
  expect(await openDeposit(rules, {}, 500)).toEqual(['ZOOM', 'ORANGE', 'CONCEPT'])
})

test('a card payment for which rules leave no processor is refused', async () => {
  expect(await openDeposit([{ ...rule, remove: ['ZOOM'] }], { cascade: 'ZOOM' }, 500)).toBe('cards.no_processors')
})

test.each([
  ['changes nothing', {}],
  ['removes a wallet', { remove: ['SKRILL'] }],
  ['adds a processor', { remove: ['ZOOM'], add: ['PFS'] }],
  ['is about crossed amounts', { remove: ['ZOOM'], minAmount: 2, maxAmount: 1 }],
  ['is about a card range with letters', { remove: ['ZOOM'], cardRanges: ['4x'] }],
])('a rule that %s is no value of the setting', async (_what, change) => {
  const changed = await app.context.settings.setTypedSetting('cascade_rules', [{ ...rule, ...change }], {
    actor: 'test',
  })
  expect(changed).toMatchObject({ ok: false, code: 'errors.field_invalid' })
})
