import { randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import { type ChargebackRow, type DeskDepositRow, deskMoneyCalls } from '@tradefront/contract/desk-money'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

import { buildSuccess } from '../../test/fixtures/deposits/deposits-fixture.ts'
import type { TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startPaymentsDesk } from '../../test/fixtures/operators/payments-desk.ts'
import { creditDeposit, openDeposit } from '../../test/fixtures/promo/promo-fixture.ts'
import { applyResult } from '../modules/deposits/service.ts'
import { postEntry } from '../modules/ledger/service.ts'
import { dayMs } from '../platform/clock.ts'

const { app, desk, payer, second, orderByTwo, getDeposit, stop } = await startPaymentsDesk()
const { db, pool } = app.database
afterAll(stop)

const listDeposits = async (queue: string) =>
  (await payer.get(`${deskMoneyCalls.listDeposits.path}?queue=${queue}`))['deposits'] as DeskDepositRow[]
const listActions = async (id: string) => (await getDeposit(id)).actions.map(({ action }) => action)

/** Creates a deposit of 1,000 of which we do not know what the processor has done. */
async function createReview() {
  const trader = await app.registerTrader()
  const deposit = await openDeposit(app, trader.userId)
  await applyResult(app.context, deposit.reference, { source: 'inquiry', state: 'manual_review' })
  const named = { deposit: deposit.id, trader: trader.userId, attempt: deposit.reference }
  return { ...trader, id: deposit.id, named, paid: { ...named, amount: 100_000, currency: 'USD' } }
}

/** Creates a deposit of 1,000 of which the processor has taken 900. */
async function createSuspense() {
  const trader = await app.registerTrader()
  const deposit = await openDeposit(app, trader.userId)
  await creditDeposit(app, { ...deposit, amount: 90_000 })
  const named = { deposit: deposit.id, trader: trader.userId, attempt: deposit.reference }
  return { ...trader, id: deposit.id, named, charge: { ...named, charge: 1, amount: 90_000, currency: 'USD' } }
}

describe('a deposit in review', () => {
  test('shows what each action will book, and is credited as that said', async () => {
    const { id, userId, paid } = await createReview()
    expect((await listDeposits('review')).map((row) => row.id)).toContain(id)
    const { actions, attempts } = await getDeposit(id)
    expect(actions.map(({ action }) => action)).toEqual([
      'deposit.ask',
      'deposit.resolve_paid',
      'deposit.resolve_unpaid',
    ])
    expect(actions[1]?.lines).toEqual([
      { account: 'clearing:ORANGE', isTrader: false, amount: -100_000, currency: 'USD' },
      { account: 'cash', isTrader: true, amount: 100_000, currency: 'USD' },
    ])
    expect(attempts).toMatchObject([{ state: 'manual_review', steps: [{ before: 'pending', after: 'manual_review' }] }])
    expect(await payer.order('deposit.resolve_paid', paid)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 100_000 })
    const after = await getDeposit(id)
    expect(after).toMatchObject({
      state: 'credited',
      charges: [{ status: 'credited', amount: 100_000 }],
      entries: [{ kind: 'deposit.credited', lines: actions[1]?.lines }],
      actions: [{ action: 'deposit.reverse' }],
    })
    expect((await listDeposits('review')).map((row) => row.id)).not.toContain(id)
    expect(await payer.order('deposit.resolve_paid', paid)).toMatchObject({ state: 'refused', note: 'desk.changed' })
  })

  test('fails as unpaid, and stays so', async () => {
    const { id, named, userId } = await createReview()
    expect(await payer.order('deposit.resolve_unpaid', named)).toMatchObject({ state: 'done' })
    expect(await getDeposit(id)).toMatchObject({ state: 'failed', charges: [] })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
    expect(await payer.order('deposit.resolve_unpaid', named)).toMatchObject({ state: 'refused' })
  })

  test('is not credited to another trader, nor by a command about another deposit', async () => {
    const [one, other] = [await createReview(), await createReview()]
    for (const change of [{ trader: other.userId }, { attempt: other.named.attempt }, { deposit: other.id }])
      expect(await payer.order('deposit.resolve_paid', { ...one.paid, ...change })).toMatchObject({
        state: 'refused',
        note: 'desk.changed',
      })
    expect(await app.findBalances(one.userId)).toMatchObject({ cash: 0 })
  })

  test('of two orders at once that say the opposite, one counts', async () => {
    const { named, paid, userId } = await createReview()
    const ask = async (operator: TestOperator, ...order: Parameters<TestOperator['request']>) => {
      const command = (await operator.request(...order))['command'] as CommandView
      await operator.sign(command)
      return command.id
    }
    const ids = [await ask(payer, 'deposit.resolve_paid', paid), await ask(second, 'deposit.resolve_unpaid', named)]
    await Promise.all([app.runJob('operators.run_commands'), app.runJob('operators.run_commands')])
    const states = await Promise.all(
      ids.map(async (id) => ((await payer.get(`/api/desk/command/${id}`))['command'] as CommandView).state),
    )
    expect(states.toSorted()).toEqual(['done', 'refused'])
    expect(await app.findBalances(userId)).toMatchObject({ cash: states[0] === 'done' ? 100_000 : 0 })
  })
})

describe('money in suspense', () => {
  test('is credited with its amount only, and never twice', async () => {
    const { id, userId, charge } = await createSuspense()
    expect((await listDeposits('suspense')).find((row) => row.id === id)).toMatchObject({ state: 'suspense' })
    expect(await listActions(id)).toEqual(['deposit.accept', 'deposit.refund', 'deposit.reverse'])
    for (const change of [{ amount: 100_000 }, { currency: 'EUR' }, { charge: 2 }])
      expect(await payer.order('deposit.accept', { ...charge, ...change })).toMatchObject({ note: 'desk.changed' })
    expect(await payer.order('deposit.accept', charge)).toMatchObject({ state: 'done' })
    expect(await payer.order('deposit.accept', charge)).toMatchObject({ state: 'refused' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 90_000 })
    // Money that was credited late can still be sent back.
    expect(await listActions(id)).toEqual(['deposit.refund', 'deposit.reverse'])
  })

  test('goes back once, and the trail names who has signed', async () => {
    const { id, charge } = await createSuspense()
    expect(await payer.order('deposit.refund', charge)).toMatchObject({ state: 'done' })
    expect(['refund_due', 'refunded']).toContain((await getDeposit(id)).state)
    expect(await payer.order('deposit.refund', charge)).toMatchObject({ state: 'refused' })
    const { rows } =
      await sql`select actor, action from audit_log where subject = ${`deposit:${id}`} and action <> 'desk.read'`.execute(
        db,
      )
    expect(rows).toEqual([{ actor: payer.name, action: 'deposit.refund' }])
  })

  test('is reversed by two operators only', async () => {
    const { id, charge } = await createSuspense()
    expect(await payer.order('deposit.reverse', charge)).toMatchObject({ state: 'needs_second' })
    expect(await getDeposit(id)).toMatchObject({ state: 'suspense' })
    expect(await orderByTwo('deposit.reverse', charge)).toMatchObject({ state: 'done' })
    expect(await getDeposit(id)).toMatchObject({ state: 'reversed', actions: [] })
  })
})

describe('a claim', () => {
  /** Reports a bank payment of 1,000 in the name of a new trader. */
  async function createClaim() {
    const { client, userId } = await app.registerTrader()
    const sent = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 0, fixed: 0 }
    const reply = await client.post('/api/report/bank', { ...sent, random: randomUUID(), bitcoin: 'TF-1, on Monday' })
    const { id } = reply.json as { id: string }
    const attempt = (await getDeposit(id)).attempts[0]?.reference ?? ''
    const named = { deposit: id, trader: userId, attempt }
    return { id, userId, client, named, arrived: { ...named, amount: 95_000, currency: 'USD' } }
  }

  test('is listed with what the trader has written, and credited with what has arrived, once', async () => {
    const { id, userId, arrived } = await createClaim()
    expect((await listDeposits('claims')).find((row) => row.id === id)).toMatchObject({
      amount: 100_000,
      note: 'TF-1, on Monday',
      state: 'review',
    })
    expect((await listDeposits('review')).map((row) => row.id)).not.toContain(id)
    expect(await listActions(id)).toEqual(['claim.accept', 'claim.reject'])
    expect(await payer.order('claim.accept', { ...arrived, currency: 'EUR' })).toMatchObject({ note: 'desk.changed' })
    expect(await payer.order('claim.accept', { ...arrived, trader: 1 })).toMatchObject({ note: 'desk.changed' })
    expect(await payer.order('claim.accept', arrived)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 95_000 })
    expect(await payer.order('claim.accept', arrived)).toMatchObject({ note: 'wallets.claim_decided' })
  })

  test('is rejected with words for the trader', async () => {
    const { id, userId, named } = await createClaim()
    expect(await payer.order('claim.reject', { ...named, words: 'Nothing has arrived.' })).toMatchObject({
      state: 'done',
    })
    expect(await getDeposit(id)).toMatchObject({ state: 'failed', reasonText: 'Nothing has arrived.', actions: [] })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  })

  test('is not credited by a server alone', async () => {
    const { id, named } = await createClaim()
    const crediting = pool.query(
      `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, created_at, updated_at)
       select id, deposit_id, processor, 100000, 'USD', 'credited', now(), now() from attempts where reference = $1`,
      [named.attempt],
    )
    await expect(crediting).rejects.toMatchObject({ constraint: 'captures_claim_ordered' })
    // It is not done with a charge of another processor, nor with an entry alone.
    const elsewhere = pool.query(
      `insert into captures (attempt_id, deposit_id, processor, amount, currency, status, created_at, updated_at)
       select id, deposit_id, 'ORANGE', 100000, 'USD', 'credited', now(), now() from attempts where reference = $1`,
      [named.attempt],
    )
    await expect(elsewhere).rejects.toMatchObject({ constraint: 'captures_attempt_fkey' })
    const { id: attemptId } = await db
      .selectFrom('attempts')
      .select('id')
      .where('reference', '=', named.attempt)
      .executeTakeFirstOrThrow()
    const lines = [
      { account: 'clearing:BANK', userId: null, currency: 'USD', amount: -100_000 },
      { account: 'cash', userId: named.trader, currency: 'USD', amount: 100_000 },
    ]
    await expect(
      postEntry(db, { kind: 'deposit.credited', subject: `attempt:${attemptId}`, at: app.clock.now(), lines }),
    ).rejects.toMatchObject({ constraint: 'ledger_entries_charged' })
    // It is not done as if a processor had confirmed it, which would be the way of other deposits.
    const money = { amount: 100_000, currency: 'USD' }
    await expect(applyResult(app.context, named.attempt, buildSuccess({ money }))).rejects.toMatchObject({
      constraint: 'captures_claim_ordered',
    })
    expect(await getDeposit(id)).toMatchObject({ state: 'review', charges: [] })
  })

  test('is not decided by the actions of other deposits', async () => {
    const { id, arrived } = await createClaim()
    expect(await payer.order('deposit.resolve_paid', arrived)).toMatchObject({ note: 'desk.changed' })
    expect(await getDeposit(id)).toMatchObject({ state: 'review' })
  })
})

describe('a chargeback', () => {
  async function createChargeback() {
    const trader = await app.registerTrader()
    const attemptId = await app.payByCard(trader.userId, 50_000)
    await app.takeBack(attemptId)
    const rows = (await payer.get(`${deskMoneyCalls.listChargebacks.path}?state=open`))[
      'chargebacks'
    ] as ChargebackRow[]
    const found = rows.find((row) => row.trader.id === trader.userId)
    if (found === undefined) throw new Error('no case')
    return { row: found, named: { deposit: found.deposit, attempt: found.attempt, charge: found.charge } }
  }

  test('opens a case by itself, due in ten days, and its deposit says so', async () => {
    const { row } = await createChargeback()
    expect(row).toMatchObject({ state: 'open', amount: 50_000, processor: 'ORANGE', evidence: null, closedAtMs: null })
    expect(row.dueAtMs - row.openedAtMs).toBe(10 * dayMs)
    expect(await getDeposit(row.deposit)).toMatchObject({ state: 'taken_back', actions: [] })
  })

  test('is noted without a signature, closed with one, and stays closed', async () => {
    const { row, named } = await createChargeback()
    const risk = await desk.createOperator('risk')
    const dueAtMs = app.clock.now().getTime() + 3 * dayMs
    const note = await risk.request('chargeback.note', { ...named, evidence: 'Logged in from home.', dueAtMs })
    expect(note).toMatchObject({ return: true, command: { state: 'ready', people: 0 } })
    await app.runJob('operators.run_commands')
    const find = async (state: string) =>
      (
        (await payer.get(`${deskMoneyCalls.listChargebacks.path}?state=${state}`))['chargebacks'] as ChargebackRow[]
      ).find((each) => each.attempt === row.attempt)
    expect(await find('open')).toMatchObject({ evidence: 'Logged in from home.', dueAtMs })
    expect(await risk.request('chargeback.close', { ...named, result: 'won' })).toMatchObject({
      error: 'desk.no_right',
    })
    expect(await payer.order('chargeback.close', { ...named, result: 'lost' })).toMatchObject({ state: 'done' })
    expect(await find('lost')).toMatchObject({ state: 'lost' })
    for (const [action, input] of [
      ['chargeback.close', { ...named, result: 'won' }],
      ['chargeback.close', { ...named, result: 'lost' }],
    ] as const)
      expect(await payer.order(action, input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    await expect(pool.query(`update chargebacks set state = 'won', closed_at = now()`)).rejects.toMatchObject({
      constraint: 'chargebacks_ordered',
    })
    const ended = pool.query(
      `insert into chargebacks (attempt_id, capture_number, state, due_at, opened_at, closed_at)
       select attempt_id, number, 'won', now(), now(), now() from captures c
        where not exists (select from chargebacks b where b.attempt_id = c.attempt_id) limit 1`,
    )
    await expect(ended).rejects.toMatchObject({ constraint: 'chargebacks_begin' })
  })
})
