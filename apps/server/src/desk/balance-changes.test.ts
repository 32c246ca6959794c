import { randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import { deskMoneyCalls } from '@tradefront/contract/desk-money'
import { type TraderEvent, traderCalls } from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

import { runInOrder } from '../../test/fixtures/operators/desk-fixture.ts'
import { startPaymentsDesk } from '../../test/fixtures/operators/payments-desk.ts'
import { postEntry } from '../modules/ledger/service.ts'
import { compareEndedPayouts } from '../modules/withdrawal/send-payouts.ts'
import { dayMs } from '../platform/clock.ts'

const { app, desk, payer, second, orderByTwo, stop } = await startPaymentsDesk()
const { db, pool } = app.database
afterAll(stop)

/** SQLSTATE of a subject that does not end with an id. */
const invalidText = '22P02'

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

  test('is not paid by hand as another part, to another trader, or with another amount or currency', async () => {
    const { id, byHand } = await createDue()
    for (const change of [{ part: 2 }, { trader: 1 }, { amount: 1 }, { currency: 'EUR' }])
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
    trader,
    change,
    currency: 'USD',
    undoes,
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
