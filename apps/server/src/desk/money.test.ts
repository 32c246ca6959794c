import { randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import {
  type ChargebackRow,
  type DeskDeposit,
  type DeskDepositRow,
  deskMoneyCalls,
} from '@tradefront/contract/desk-money'
import { type TraderEvent, traderCalls } from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildSuccess } from '../../test/fixtures/deposits/deposits-fixture.ts'
import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'
import { creditDeposit, openDeposit } from '../../test/fixtures/promo/promo-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { applyResult } from '../modules/deposits/service.ts'
import { postEntry } from '../modules/ledger/service.ts'
import { compareEndedPayouts } from '../modules/withdrawal/send-payouts.ts'
import { dayMs } from '../platform/clock.ts'

const app = await startWithdrawalApp()
const { db, pool } = app.database
let desk: TestDesk
let payer: TestOperator
let second: TestOperator

beforeAll(async () => {
  await app.runAsOwner(
    `insert into settings values ('approval_limit', '1000000', clock_timestamp() - interval '2 days')`,
  )
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  second = await desk.createOperator('payments', 'marketing')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const orderByTwo = (...order: Parameters<TestOperator['order']>) => payer.orderWith(second, ...order)

const listDeposits = async (queue: string) =>
  (await payer.get(`${deskMoneyCalls.listDeposits.path}?queue=${queue}`))['deposits'] as DeskDepositRow[]
const getDeposit = async (id: string) =>
  (await payer.get(deskMoneyCalls.getDeposit.path.replace(':id', id)))['deposit'] as DeskDeposit
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

/** SQLSTATE of a subject that does not end with an id. */
const invalidText = '22P02'

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
      ...{ amount: 100_000, note: 'TF-1, on Monday', state: 'review' },
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

describe('a part of a withdrawal', () => {
  async function createDue(amount = 200) {
    const trader = await app.registerFunded({ cash: 50_000 })
    const { withdrawal } = await app.withdraw(trader.client, amount)
    const id = withdrawal?.id ?? ''
    const whole = { withdrawal: id, trader: trader.userId, amount: amount * 100, currency: 'USD' }
    expect(await payer.order('withdrawal.approve', whole)).toMatchObject({ state: 'done' })
    const [payout] = (await app.findWithdrawal(id)).payouts
    app.fake.calls.length = 0
    const part = { ...whole, part: 1, amount: payout?.amount ?? 0 }
    return { ...trader, id, part, byHand: { ...part, reference: 'BANK-77' } }
  }

  test('is paid by hand with the reference of the bank, booked as if it was sent, and never sent', async () => {
    const { id, part, byHand, userId, client } = await createDue()
    expect(await payer.order('withdrawal.pay_by_hand', byHand)).toMatchObject({ state: 'done' })
    expect(await app.read(client, id)).toMatchObject({ state: 'paid', payouts: [{ reference: 'BANK-77' }] })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 30_000, hold: 0 })
    const { rows } = await sql`
      select l.account, l.amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.kind = 'payout.paid' and e.subject in (select 'payout:' || id from payouts where withdrawal_id = ${id}::uuid)
       order by l.amount`.execute(db)
    expect(rows).toEqual([
      { account: 'withdrawal_hold', amount: -part.amount },
      { account: 'payout', amount: part.amount },
    ])
    app.clock.advance(dayMs)
    await app.sendPayouts()
    // The channel, which knows nothing of it, is not asked either.
    await compareEndedPayouts(app.context)
    expect(app.fake.calls).toEqual([])
    expect(await app.listAlertKinds(id)).toEqual([])
  })

  test('that a server begins in the future is refused, and one to an account that waits is not approved', async () => {
    const { id, userId } = await createDue()
    const future = pool.query(
      `insert into payouts (id, withdrawal_id, number, user_id, method, destination_id, amount, untraded, currency, state, created_at, updated_at)
       select gen_random_uuid(), withdrawal_id, 99, user_id, method, destination_id, amount, untraded, currency, 'waiting',
              clock_timestamp() + interval '25 hours', updated_at from payouts where withdrawal_id = $1`,
      [id],
    )
    await expect(future).rejects.toMatchObject({ constraint: 'payouts_begin' })
    await app.runAsOwner(
      `alter table withdrawal_destinations disable trigger user;
       update withdrawal_destinations set usable_from = clock_timestamp() + interval '1 hour' where user_id = ${userId};
       alter table withdrawal_destinations enable trigger user`,
    )
    const sending = pool.query(
      `update payouts set state = 'sent', tries = 1, reference = gen_random_uuid(), next_check_at = now() where withdrawal_id = $1`,
      [id],
    )
    await expect(sending).rejects.toMatchObject({ constraint: 'payouts_destination_waits' })
  })

  test('that is being sent, or was, is not paid by hand', async () => {
    const { id, byHand } = await createDue()
    app.fake.setOutcome(() => 'pending')
    await app.sendPayouts()
    expect(await payer.order('withdrawal.pay_by_hand', byHand)).toMatchObject({
      state: 'refused',
      note: 'desk_money.part_being_sent',
    })
    app.fake.setOutcome(() => 'paid')
    expect((await app.findWithdrawal(id)).payouts).toMatchObject([{ state: 'in_doubt', sentReference: null }])
  })

  test('is either sent or paid by hand if both happen at once', async () => {
    const { id, byHand } = await createDue()
    const command = (await payer.request('withdrawal.pay_by_hand', byHand))['command'] as CommandView
    await payer.sign(command)
    await Promise.all([app.runJob('operators.run_commands'), app.sendPayouts()])
    const { state } = (await payer.get(`/api/desk/command/${command.id}`))['command'] as CommandView
    expect(app.fake.calls.filter(({ action }) => action === 'send')).toHaveLength(state === 'done' ? 0 : 1)
    expect(await app.findWithdrawal(id)).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['part', { part: 2 }],
    ['trader', { trader: 1 }],
    ['amount', { amount: 1 }],
    ['currency', { currency: 'EUR' }],
  ])('is not paid by hand as another %s', async (_what, change) => {
    const { id, byHand } = await createDue()
    expect(await payer.order('withdrawal.pay_by_hand', { ...byHand, ...change })).toMatchObject({
      note: 'desk.changed',
    })
    expect(await app.findWithdrawal(id)).toMatchObject({ state: 'approved' })
  })

  test('is not marked as paid by hand by a server alone', async () => {
    const { id } = await createDue()
    await app.sendPayouts()
    await expect(
      pool.query(`update payouts set by_hand = true, sent_reference = 'x' where withdrawal_id = '${id}'`),
    ).rejects.toMatchObject({ constraint: 'payouts_by_hand' })
  })

  test('is paid by hand only with the reference that was signed', async () => {
    const { id, byHand } = await createDue()
    await app.sendPayouts()
    const order = { action: 'withdrawal.pay_by_hand', input: byHand, subject: `withdrawal:${id}` } as const
    await expect(
      runInOrder(
        pool,
        payer,
        order,
        `update payouts set by_hand = true, sent_reference = 'x' where withdrawal_id = '${id}'`,
      ),
    ).rejects.toMatchObject({ constraint: 'payouts_by_hand' })
  })

  test('in doubt is decided once, as paid or as refused', async () => {
    for (const [result, words, state] of [
      ['paid', 'PROVIDER-1', 'paid'],
      ['refused', 'The account is closed.', 'returned'],
    ] as const) {
      const { id, part } = await createDue()
      const decision = { ...part, result, words }
      // This part of the payout is not in doubt yet.
      expect(await payer.order('withdrawal.decide_doubt', decision)).toMatchObject({ note: 'desk.changed' })
      app.fake.setOutcome(() => 'dropped')
      await app.sendPayouts()
      app.fake.setOutcome(() => 'paid')
      await pool.query(`update payouts set state = 'in_doubt' where withdrawal_id = '${id}' and state = 'sent'`)
      expect(await payer.order('withdrawal.decide_doubt', decision)).toMatchObject({ state: 'done' })
      expect(await app.findWithdrawal(id)).toMatchObject({ state })
      expect(await payer.order('withdrawal.decide_doubt', decision)).toMatchObject({ state: 'refused' })
    }
  })
})

describe('a correction', () => {
  const correct = (trader: number, change: number, undoes: string | null = null) => ({
    correction: randomUUID(),
    ...{ trader, change, currency: 'USD', undoes },
  })

  test('needs two operators, whatever its amount, and shows in both histories', async () => {
    const { userId } = await app.registerFunded({ cash: 10_000 })
    const input = correct(userId, 1)
    expect(await orderByTwo('balance.correct', input)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 10_001 })
    const events = (
      await payer.get(`${traderCalls.listTraderEvents.path.replace(':id', String(userId))}?kind=correction`)
    )['events'] as TraderEvent[]
    expect(events).toMatchObject([{ kind: 'correction', correction: input.correction, amount: 1, state: 'booked' }])
    const { rows } =
      await sql`select tr_type, kind, amount from balance_movements where user_id = ${userId} order by id desc limit 1`.execute(
        db,
      )
    expect(rows).toEqual([{ tr_type: 'correction', kind: 'correction.booked', amount: 1 }])
    const audit =
      await sql`select actor, subject from audit_log where action = 'balance.correct' order by id desc limit 1`.execute(
        db,
      )
    expect(audit.rows).toEqual([{ actor: `${payer.name} + ${second.name}`, subject: `user:${userId}` }])
  })

  test('never makes a balance negative', async () => {
    const { userId } = await app.registerFunded({ cash: 10_000 })
    expect(await orderByTwo('balance.correct', correct(userId, -10_001))).toMatchObject({
      state: 'refused',
      note: 'desk_money.balance_too_low',
    })
    expect(await orderByTwo('balance.correct', correct(userId, -10_000))).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  })

  test('of a practice account, or in another currency, is refused', async () => {
    const { userId } = await app.registerTrader({ practice: true })
    expect(await orderByTwo('balance.correct', correct(userId, 100))).toMatchObject({
      state: 'refused',
      note: 'desk_money.practice_only',
    })
    const real = await app.registerFunded({ cash: 100 })
    expect(await orderByTwo('balance.correct', { ...correct(real.userId, 100), currency: 'EUR' })).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
  })

  test('is taken back once, by its opposite', async () => {
    const [one, other] = [await app.registerFunded({ cash: 500 }), await app.registerFunded({ cash: 500 })]
    const first = correct(one.userId, 300)
    expect(await orderByTwo('balance.correct', first)).toMatchObject({ state: 'done' })
    for (const wrong of [
      correct(one.userId, -299, first.correction),
      correct(one.userId, 300, first.correction),
      correct(other.userId, -300, first.correction),
      correct(one.userId, -300, randomUUID()),
    ])
      expect(await orderByTwo('balance.correct', wrong)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    const undo = correct(one.userId, -300, first.correction)
    expect(await orderByTwo('balance.correct', undo)).toMatchObject({ state: 'done' })
    expect(await orderByTwo('balance.correct', correct(one.userId, -300, first.correction))).toMatchObject({
      state: 'refused',
      note: 'desk_money.corrected_already',
    })
    expect(await app.findBalances(one.userId)).toMatchObject({ cash: 500 })
    const events = (
      await payer.get(`${traderCalls.listTraderEvents.path.replace(':id', String(one.userId))}?kind=correction`)
    )['events'] as TraderEvent[]
    expect(events).toMatchObject([
      { amount: -300, state: 'undo' },
      { amount: 300, state: 'undone' },
    ])
  })

  test('is not booked by a server alone, nor with another command', async () => {
    const { userId } = await app.registerFunded({ cash: 500 })
    const lines = (amount: number, account = 'corrections') => [
      { account: 'cash', userId, currency: 'USD', amount },
      { account, userId: null, currency: 'USD', amount: -amount },
    ]
    const at = app.clock.now()
    for (const kind of ['correction.booked', 'correction.undone'])
      await expect(
        postEntry(db, { kind, subject: `correction:${randomUUID()}`, at, lines: lines(100) }),
      ).rejects.toMatchObject({ constraint: 'ledger_entries_ordered' })
    const input = correct(userId, 100)
    const asked = await payer.order('balance.correct', input)
    await second.sign(asked)
    // Books more than was signed, from another account, or twice.
    const book = (amount: number, id: string, account?: string) =>
      db.transaction().execute(async (trx) => {
        await sql`
          insert into audit_log (created_at, actor, action, subject, command_id)
          select now(), 'x', 'balance.correct', ${`user:${userId}`}, (begin_operator_command(${asked.id}::uuid)).id`.execute(
          trx,
        )
        await postEntry(trx, {
          kind: 'correction.booked',
          subject: `correction:${id}`,
          at,
          lines: lines(amount, account),
        })
      })
    for (const [rule, amount, id, account] of [
      ['ledger_entries_ordered', 101, input.correction],
      ['ledger_entries_ordered', 100, randomUUID()],
      ['ledger_entries_known', 100, `${input.correction}:1`],
      ['ledger_entries_ordered', 100, input.correction, 'trade_house'],
    ] as const)
      await expect(book(amount, id, account)).rejects.toMatchObject({ constraint: rule })
    await book(100, input.correction)
    await expect(book(100, input.correction)).rejects.toMatchObject({ constraint: 'operator_commands_signed' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 600 })
  })

  test('is all that a server books of it: another entry or more lines are refused', async () => {
    const { userId } = await app.registerFunded({ cash: 500 })
    const lines = [
      { account: 'cash', userId, currency: 'USD', amount: 100 },
      { account: 'trade_house', userId: null, currency: 'USD', amount: -100 },
    ]
    const at = app.clock.now()
    for (const [kind, subject, refusal] of [
      ['gift', randomUUID(), { constraint: 'ledger_entries_known' }],
      ['withdrawal.fee', `withdrawal:${randomUUID()}`, { constraint: 'ledger_entries_known' }],
      ['trade.closed', 'trade:1', { code: invalidText }],
    ] as const)
      await expect(postEntry(db, { kind, subject, at, lines }), kind).rejects.toMatchObject(refusal)
    const practice = await app.registerTrader({ account: 'practice' })
    const adding = db.transaction().execute(async (trx) => {
      const subject = randomUUID()
      const practiceLines = [
        { account: 'practice', userId: practice.userId, currency: 'USD', amount: 1 },
        { account: 'practice_house', userId: null, currency: 'USD', amount: -1 },
      ]
      // The same id in another spelling would be another entry.
      const spelled = { kind: 'practice.filled', subject: subject.toUpperCase(), at, lines: practiceLines }
      await expect(postEntry(db, spelled)).rejects.toMatchObject({ constraint: 'ledger_entries_known' })
      await postEntry(trx, { kind: 'practice.filled', subject, at, lines: practiceLines })
      await sql`
        insert into ledger_lines (entry_id, account, currency, amount)
        select e.id, l.account, 'USD', l.amount
          from ledger_entries e, (values ('fees', 1), ('bonus_expense', -1)) l (account, amount) where e.subject = ${subject}`.execute(
        trx,
      )
    })
    await expect(adding).rejects.toMatchObject({ constraint: 'ledger_lines_together' })
  })

  test('pays a debt first', async () => {
    const { userId } = await app.registerTrader()
    const attemptId = await app.payByCard(userId, 50_000)
    await app.spend(userId, 20_000)
    await app.takeBack(attemptId)
    expect(await orderByTwo('balance.correct', correct(userId, 25_000))).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 5_000 })
  })
})

describe('a bonus by hand', () => {
  test('comes with the turnover of the settings, which was signed', async () => {
    const { userId } = await app.registerTrader()
    const { turnoverFactor } = (await second.get(deskMoneyCalls.getBonusTerms.path)) as unknown as {
      turnoverFactor: number
    }
    const input = {
      bonus: randomUUID(),
      trader: userId,
      amount: 2000,
      currency: 'USD',
      turnover: 2000 * turnoverFactor,
    }
    expect(await second.order('bonus.give', { ...input, turnover: 2000 })).toMatchObject({ note: 'desk.changed' })
    expect(await second.order('bonus.give', input)).toMatchObject({ state: 'done' })
    expect(await second.order('bonus.give', input)).toMatchObject({
      state: 'refused',
      note: 'desk_money.corrected_already',
    })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 0, bonus: 2000 })
    const events = (await payer.get(`${traderCalls.listTraderEvents.path.replace(':id', String(userId))}?kind=bonus`))[
      'events'
    ] as TraderEvent[]
    expect(events).toMatchObject([{ kind: 'bonus', amount: 2000, turnoverNeeded: input.turnover, state: 'open' }])
  })

  test('above the limit needs a second operator, and in another currency is refused', async () => {
    const marketer = await desk.createOperator('marketing')
    const { userId } = await app.registerTrader()
    const input = { bonus: randomUUID(), trader: userId, amount: 100_000_100, currency: 'USD', turnover: 3_000_003_000 }
    expect(await marketer.order('bonus.give', input)).toMatchObject({ state: 'needs_second' })
    expect(
      await marketer.order('bonus.give', { ...input, amount: 100, turnover: 3000, currency: 'EUR' }),
    ).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
    expect(await app.findBalances(userId)).toMatchObject({ bonus: 0 })
  })
})
