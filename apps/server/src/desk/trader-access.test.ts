import type { CommandView } from '@tradefront/contract/desk'
import { traderCalls, type TraderDetails } from '@tradefront/contract/desk-traders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
const { pool } = app.database
let desk: TestDesk
let risk: TestOperator
let second: TestOperator
let support: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  risk = await desk.createOperator('risk')
  second = await desk.createOperator('documents')
  support = await desk.createOperator('support')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const getCommand = async (by: TestOperator, id: string) =>
  (await by.get(`/api/desk/command/${id}`))['command'] as CommandView

/** Orders an action that needs no signature. @returns the command as it is then */
async function orderUnsigned(by: TestOperator, action: Parameters<TestOperator['request']>[0], input: object) {
  const { command } = (await by.request(action, input)) as unknown as { command: CommandView }
  expect(command).toMatchObject({ state: 'ready', people: 0 })
  await app.runJob('operators.run_commands')
  return getCommand(by, command.id)
}

const orderByTwo = (...order: Parameters<TestOperator['order']>) => risk.orderWith(second, ...order)

const findTrader = async (id: number) =>
  (await support.get(traderCalls.getTrader.path.replace(':id', String(id))))['trader'] as TraderDetails

const listAudit = async (id: number) =>
  (
    await pool.query<{ actor: string; action: string; proved: boolean }>(
      `select actor, action, command_id is not null as proved from audit_log where subject = $1 and action <> 'desk.read' order by id`,
      [`user:${id}`],
    )
  ).rows

describe('an account', () => {
  test('is locked without a signature, and unlocked with one', async () => {
    const { userId, client, form } = await app.registerTrader()
    expect(await orderUnsigned(support, 'trader.lock', { trader: userId })).toMatchObject({ state: 'done' })
    expect((await client.login(form.login, form.password)).json).toMatchObject({ error: 'auth.account_locked' })
    expect(await orderUnsigned(support, 'trader.lock', { trader: userId })).toMatchObject({
      state: 'refused',
      note: 'desk_control.already_locked',
    })
    const asked = (await support.request('trader.unlock', { trader: userId }))['command'] as CommandView
    expect(asked).toMatchObject({ state: 'unsigned', people: 1 })
    expect(await support.order('trader.unlock', { trader: userId })).toMatchObject({ state: 'done' })
    expect((await findTrader(userId)).lockedAtMs).toBe(null)
    expect(await support.order('trader.unlock', { trader: userId })).toMatchObject({ note: 'desk_control.not_locked' })
    expect(await listAudit(userId)).toEqual([
      { actor: support.name, action: 'trader.lock', proved: true },
      { actor: support.name, action: 'trader.unlock', proved: true },
    ])
  })

  test('is logged out everywhere', async () => {
    const { userId, client } = await app.registerTrader()
    expect(await orderUnsigned(risk, 'trader.end_sessions', { trader: userId })).toMatchObject({ state: 'done' })
    expect((await client.post('/api/fraud/user')).status).toBe(401)
    expect(await listAudit(userId)).toEqual([{ actor: risk.name, action: 'trader.end_sessions', proved: true }])
  })

  test('gets at most three links for a new password in half an hour', async () => {
    const { userId } = await app.registerTrader()
    const send = () => orderUnsigned(support, 'trader.send_reset_link', { trader: userId })
    for (let count = 0; count < 3; count += 1) {
      expect(await send()).toMatchObject({ state: 'done' })
      await app.runJob('auth.mail_reset_links')
    }
    expect(await send()).toMatchObject({ state: 'refused', note: 'desk_control.no_mail' })
    const { rows } = await pool.query(`select count(*)::int from password_resets where user_id = $1`, [userId])
    expect(rows).toEqual([{ count: 3 }])
    expect(await listAudit(userId)).toHaveLength(3)
  })
})

describe('a correction', () => {
  const evidence = 'passport of 2024, seen today'

  test('of the name is signed by two, unless it has changed since', async () => {
    const { userId } = await app.registerTrader()
    const { firstName, lastName } = await findTrader(userId)
    const input = { trader: userId, before: { firstName, lastName }, firstName: 'Ada', lastName: 'Byron', evidence }
    expect(await orderByTwo('trader.change_name', input)).toMatchObject({ state: 'done' })
    expect(await findTrader(userId)).toMatchObject({ name: 'Ada Byron' })
    expect(await orderByTwo('trader.change_name', input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    const { rows } = await pool.query(`select detail from audit_log where action = 'trader.change_name'`)
    expect(rows).toMatchObject([
      { detail: { before: { firstName, lastName }, after: { lastName: 'Byron', evidence } } },
    ])
  })

  test('of the e-mail logs out, proves nothing, and lets the owner of the address before undo it', async () => {
    const { userId, client, form } = await app.registerTrader()
    const input = { trader: userId, before: form.login, email: `new-${userId}@example.com`, evidence }
    expect(await orderByTwo('trader.change_email', input)).toMatchObject({ state: 'done' })
    expect(await findTrader(userId)).toMatchObject({ email: input.email, emailProvedAtMs: null })
    expect((await client.post('/api/fraud/user')).status).toBe(401)
    const { rows } = await pool.query(
      `select kind, email from email_links where user_id = $1 and closed_at is null order by kind`,
      [userId],
    )
    expect(rows).toEqual([
      { kind: 'prove', email: input.email },
      { kind: 'undo', email: form.login },
    ])
    expect(await orderByTwo('trader.change_email', input)).toMatchObject({ note: 'desk.changed' })
    const other = await app.registerTrader()
    const taken = { ...input, before: input.email, email: other.form.login }
    expect(await orderByTwo('trader.change_email', taken)).toMatchObject({ note: 'profile.email_taken' })
  })
})

describe('limits of deposits', () => {
  test('of one trader are what the trader’s own record says, until they are those of the site again', async () => {
    const { userId, client } = await app.registerTrader()
    const limit = (limits: object) => risk.order('trader.limit_deposits', { trader: userId, ...limits })
    expect(await limit({ minCard: 300, minOther: null, max: 500 })).toMatchObject({ state: 'done' })
    const record = { min_deposit: 300, min_deposit_other: 250, max_deposit: 500 }
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: record })
    expect((await findTrader(userId)).depositLimits).toEqual({ minCard: 300, minOther: null, max: 500 })
    expect(await limit({ minCard: 501, minOther: null, max: 500 })).toMatchObject({ note: 'desk_control.min_over_max' })
    expect(await limit({ minCard: null, minOther: null, max: 249 })).toMatchObject({
      note: 'desk_control.min_over_max',
    })
    expect(await limit({ minCard: null, minOther: null, max: null })).toMatchObject({ state: 'done' })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({
      user: { ...record, min_deposit: 250, max_deposit: 10_000 },
    })
  })

  test.each([
    { minCard: 249, minOther: null, max: null },
    { minCard: null, minOther: 249, max: null },
    { minCard: null, minOther: null, max: 10_001 },
  ])('that are looser than those of the site need a second operator: %o', async (limits) => {
    const { userId } = await app.registerTrader()
    const asked = await risk.order('trader.limit_deposits', { trader: userId, ...limits })
    expect(asked).toMatchObject({ state: 'needs_second', people: 2 })
    expect((await findTrader(userId)).depositLimits).toEqual({ minCard: null, minOther: null, max: null })
    const payer = await desk.createOperator('payments')
    await payer.sign(asked)
    await app.runJob('operators.run_commands')
    expect((await findTrader(userId)).depositLimits).toEqual(limits)
  })
})

describe('terms of a trader', () => {
  const findTerms = async (id: number) => {
    const { cascade, isCardRisk } = await findTrader(id)
    return { cascade, isCardRisk }
  }

  test('an own order of processors is signed by two, unless it has changed since', async () => {
    const { userId, client } = await app.registerTrader()
    const payer = await desk.createOperator('payments')
    const set = async (before: string | null, cascade: string | null) => {
      const asked = await risk.order('trader.set_cascade', { trader: userId, before, cascade })
      expect(asked).toMatchObject({ state: 'needs_second', people: 2 })
      await payer.sign(asked)
      await app.runJob('operators.run_commands')
      return getCommand(risk, asked.id)
    }
    expect(await set(null, 'CONCEPT,ZOOM')).toMatchObject({ state: 'done' })
    expect(await findTerms(userId)).toEqual({ cascade: 'CONCEPT,ZOOM', isCardRisk: false })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { cascade: 'CONCEPT,ZOOM' } })
    expect(await set(null, 'ZOOM')).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await set('CONCEPT,ZOOM', null)).toMatchObject({ state: 'done' })
    expect(await findTerms(userId)).toMatchObject({ cascade: null })
  })

  test.each(['SKRILL', 'ZOOM,ZOOM', 'ZOOM,', ''])('an own order of "%s" cannot be asked for', async (cascade) => {
    expect(await risk.request('trader.set_cascade', { trader: 1, before: null, cascade })).toMatchObject({
      error: 'errors.malformed',
    })
  })

  test('cards are marked as a risk, or as none, by one signature', async () => {
    const { userId, client } = await app.registerTrader()
    const mark = (isRisk: boolean) => risk.order('trader.mark_card_risk', { trader: userId, isRisk })
    expect(await mark(false)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await mark(true)).toMatchObject({ state: 'done' })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { cardRisk: true } })
    expect(await mark(false)).toMatchObject({ state: 'done' })
    expect(await findTerms(userId)).toMatchObject({ isCardRisk: false })
    expect(await listAudit(userId)).toEqual([
      { actor: risk.name, action: 'trader.mark_card_risk', proved: true },
      { actor: risk.name, action: 'trader.mark_card_risk', proved: true },
    ])
  })

  test('include the affiliate, whose figures then have the trader', async () => {
    const { userId } = await app.registerTrader()
    const marketing = await desk.createOperator('marketing')
    const set = (before: string | null, affiliate: string | null) =>
      marketing.order('trader.set_affiliate', { trader: userId, before, affiliate })
    expect(await set('forex-blog', 'other')).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await set(null, 'forex-blog')).toMatchObject({ state: 'done' })
    expect((await findTrader(userId)).affiliate).toBe('forex-blog')
    expect(await set('forex-blog', null)).toMatchObject({ state: 'done' })
    expect((await findTrader(userId)).affiliate).toBeNull()
    const asked = await marketing.request('trader.set_affiliate', { trader: userId, before: null, affiliate: 'a b' })
    expect(asked).toMatchObject({ error: 'errors.malformed' })
    expect(
      await support.request('trader.set_affiliate', { trader: userId, before: null, affiliate: 'a' }),
    ).toMatchObject({
      error: 'desk.no_right',
    })
  })

  test('cannot be changed by a server alone, which can mark a risk', async () => {
    const { userId } = await app.registerTrader()
    const change = (set: string) => pool.query(`update users set ${set} where id = $1`, [userId])
    const refused = { constraint: 'users_terms_ordered' }
    for (const set of [
      `cascade = 'ZOOM'`,
      'min_deposit_card = 1',
      'min_deposit_other = 1',
      'max_deposit = 1000000',
      `affiliate_id = 'x'`,
    ])
      await expect(change(set), set).rejects.toMatchObject(refused)
    await change('card_risk = true')
    await expect(change('card_risk = false')).rejects.toMatchObject(refused)
    await expect(
      pool.query(
        `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
                            terms_accepted_at, registered_at, cascade)
         values ('insider@example.com', '-', '', '', '', 'USD', '', 'en', true, now(), now(), 'ZOOM')`,
      ),
    ).rejects.toMatchObject({ constraint: 'users_terms_begin' })
  })

  test('are only those that were signed', async () => {
    const { userId } = await app.registerTrader()
    const input = { trader: userId, minCard: 300, minOther: null, max: null }
    const order = { action: 'trader.limit_deposits', input, subject: `user:${userId}` } as const
    const change = (limits: string) => runInOrder(pool, risk, order, `update users set ${limits} where id = ${userId}`)
    await expect(change('min_deposit_card = 20')).rejects.toMatchObject({ constraint: 'users_terms_ordered' })
    await expect(change(`min_deposit_card = 300, cascade = 'ZOOM'`)).rejects.toMatchObject({
      constraint: 'users_terms_ordered',
    })
    await change('min_deposit_card = 300')
    expect((await findTrader(userId)).depositLimits).toEqual({ minCard: 300, minOther: null, max: null })
  })
})
