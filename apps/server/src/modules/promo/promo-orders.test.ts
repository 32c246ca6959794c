import type { ActionInput } from '@tradefront/contract/operator-actions'
import type { DeskPromoCode } from '@tradefront/contract/desk-marketing'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../../test/fixtures/operators/desk-fixture.ts'

let app: TestApp
let desk: TestDesk
let marketer: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  desk = await openTestDesk(app)
  marketer = await desk.createOperator('marketing')
  second = await desk.createOperator('marketing')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

type NewCode = ActionInput<'promo.create'>

let count = 0
/** Builds a gift of $5, twenty times: $100 at most. */
const buildCode = (terms: Partial<NewCode> = {}): NewCode => {
  count += 1
  return {
    promo: `CODE-${count}`,
    audience: 'everyone',
    percent: null,
    bonus: 500,
    minDeposit: null,
    startsAtMs: app.clock.now().getTime(),
    endsAtMs: null,
    maxUses: 20,
    maxUsesPerTrader: 1,
    amount: 10_000,
    currency: 'USD',
    ...terms,
  }
}
const listCodes = async () => (await marketer.get('/api/desk/promo-codes'))['codes'] as DeskPromoCode[]
const findCode = async (name: string) => (await listCodes()).find(({ code }) => code === name)
const enter = (client: Awaited<ReturnType<TestApp['registerTrader']>>['client'], code: string) =>
  client.post('/api/promo', { promo: code })

test('one operator creates a code that can cost little, traders use it, and its use and cost are listed', async () => {
  const code = buildCode()
  expect(await marketer.order('promo.create', code)).toMatchObject({ state: 'done' })
  const [one, other] = [await app.registerTrader(), await app.registerTrader({ currency: 'EUR' })]
  for (const { client } of [one, other]) expect((await enter(client, code.promo)).json).toMatchObject({ return: true })
  expect(await findCode(code.promo)).toMatchObject({
    uses: 2,
    maxUses: 20,
    amount: 500,
    percent: null,
    given: [
      { currency: 'EUR', amount: 500 },
      { currency: 'USD', amount: 500 },
    ],
  })
})

test('a code that can cost more than the approval limit, or has no bound, needs two', async () => {
  const terms: Partial<NewCode>[] = [
    { maxUses: 1000, amount: 500_000 },
    { maxUses: null, amount: null },
    { percent: 50, bonus: null, minDeposit: 10_000, amount: null },
  ]
  for (const each of terms) {
    const code = buildCode(each)
    const waiting = await marketer.order('promo.create', code)
    expect(waiting, code.promo).toMatchObject({ state: 'needs_second' })
    expect(await findCode(code.promo)).toBeUndefined()
    await second.sign(waiting)
    await app.runJob('operators.run_commands')
    expect(await findCode(code.promo)).toMatchObject({ uses: 0, given: [] })
  }
})

test('what one operator has created alone in a day counts together', async () => {
  const third = await desk.createOperator('marketing')
  const most = { bonus: 500, maxUses: 120, amount: 60_000 }
  expect(await third.order('promo.create', buildCode(most))).toMatchObject({ state: 'done' })
  expect(await third.order('promo.create', buildCode(most))).toMatchObject({ state: 'needs_second' })
})

test.each<Partial<NewCode>>([
  { amount: 100 },
  { amount: null },
  { percent: 10 },
  { bonus: null, amount: null },
  { percent: 10, bonus: null, amount: null },
  { maxUsesPerTrader: 2 },
  { audience: 'offer' },
  { endsAtMs: 0 },
  { promo: 'RISK-FREE' },
  { promo: 'WELCOME' },
])('a code with %o is refused', async (terms) => {
  const asked = await marketer.order('promo.create', buildCode(terms))
  if (asked.state === 'needs_second') {
    await second.sign(asked)
    await app.runJob('operators.run_commands')
  }
  const { json } = await desk.call(`/api/desk/command/${asked.id}`, marketer.cookie)
  expect(json['command']).toMatchObject({ state: 'refused' })
})

test('a code can get more uses and another end, but not fewer uses than it has had', async () => {
  const code = buildCode({ maxUses: 1, amount: 500 })
  await marketer.order('promo.create', code)
  const [one, other] = [await app.registerTrader(), await app.registerTrader()]
  expect((await enter(one.client, code.promo)).json).toMatchObject({ return: true })
  expect((await enter(other.client, code.promo)).json).toMatchObject({ error: 'promo.used_up' })
  const { promo, currency } = code
  const endsAtMs = app.clock.now().getTime() + 60_000
  const change = { promo, currency, endsAtMs, maxUses: 2, amount: 1000 }
  expect(await marketer.order('promo.change', { ...change, amount: 500 })).toMatchObject({ state: 'refused' })
  expect(await marketer.order('promo.change', change)).toMatchObject({ state: 'done' })
  expect(await findCode(promo)).toMatchObject({ maxUses: 2, endsAtMs, amount: 500 })
  expect((await enter(other.client, promo)).json).toMatchObject({ return: true })
  expect(await marketer.order('promo.change', { ...change, maxUses: 1, amount: 500 })).toMatchObject({
    state: 'refused',
    note: 'desk_marketing.used_more',
  })
})

test('one operator ends a code at once', async () => {
  const code = buildCode()
  await marketer.order('promo.create', code)
  const { promo } = code
  expect(await marketer.order('promo.end', { promo })).toMatchObject({ state: 'done' })
  expect((await enter((await app.registerTrader()).client, promo)).json).toMatchObject({ error: 'promo.ended' })
  expect(await marketer.order('promo.end', { promo })).toMatchObject({ state: 'refused', note: 'desk.changed' })
})

test('a server makes, changes and ends no code by itself', async () => {
  const code = buildCode()
  await marketer.order('promo.create', code)
  const refused = { constraint: 'promo_codes_by_operators' }
  const { pool } = app.database
  await expect(
    pool.query(`insert into promo_codes (code, audience, amount, starts_at, max_uses_per_trader, created_at)
                values ('BYSERVER', 'everyone', 500, now(), 1, now())`),
  ).rejects.toMatchObject(refused)
  for (const change of [
    `max_uses = 30`,
    `max_uses = null`,
    `ends_at = now() + interval '1 day'`,
    `ends_at = starts_at`,
  ])
    await expect(
      pool.query(`update promo_codes set ${change} where code = '${code.promo}'`),
      change,
    ).rejects.toMatchObject(refused)
  await expect(pool.query(`update promo_codes set amount = 900 where code = '${code.promo}'`)).rejects.toThrow()
})

test('a server cannot make another code than the signed one', async () => {
  const code = buildCode()
  const asked = await marketer.request('promo.create', code)
  const { id } = asked['command'] as { id: string }
  await marketer.sign(asked['command'] as Parameters<TestOperator['sign']>[0])
  const insert = (changes: string) => `
    with audited as (
      insert into audit_log (created_at, actor, action, subject, detail, reason, command_id)
      select now(), '${marketer.name}', 'promo.create', 'promo:${code.promo}', '{}', 'as agreed', (begin_operator_command('${id}')).id)
    insert into promo_codes select (jsonb_populate_record(null::promo_codes, jsonb_build_object(
      'code', '${code.promo}', 'audience', 'everyone', 'amount', 500, 'starts_at', to_timestamp(${code.startsAtMs} / 1000.0),
      'max_uses', 20, 'max_uses_per_trader', 1, 'uses', 0, 'created_at', now()) || '${changes}')).*`
  const refused = { constraint: 'promo_codes_by_operators' }
  const changes = [
    { code: 'OTHER' },
    { audience: 'new_account' },
    { amount: 600 },
    { min_deposit: 100 },
    { max_uses: 21 },
    { max_uses: null },
    { starts_at: '2020-01-01Z' },
    { ends_at: '2100-01-01Z' },
    { amount: null, percent: 5, min_deposit: 100 },
    { min_deposit: 100, max_uses_per_trader: 2 },
  ]
  for (const change of changes)
    await expect(app.database.pool.query(insert(JSON.stringify(change))), JSON.stringify(change)).rejects.toMatchObject(
      refused,
    )
  await app.database.pool.query(insert('{}'))
  expect(await findCode(code.promo)).toMatchObject({ maxUses: 20 })
})

test('payments has no right to it, and support does not see the codes', async () => {
  const payments = await desk.createOperator('payments', 'support')
  expect(await payments.request('promo.create', buildCode())).toMatchObject({ error: 'desk.no_right' })
  expect(await payments.get('/api/desk/promo-codes')).toMatchObject({ error: 'desk.no_right' })
})
