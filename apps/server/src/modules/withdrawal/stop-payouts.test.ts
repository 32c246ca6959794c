import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { dayMs, minuteMs } from '../../platform/clock.ts'
import { buildSuccess } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { insertCharge } from '../../../test/fixtures/withdrawal/insert-charge.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { markPayoutSent } from './payout-store.ts'
import { payoutStop, stopMoneyOut } from './service.ts'
import { applyResult } from '../deposits/service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterEach(() => app.fake.setOutcome(() => 'paid'))
afterAll(() => app.stop())

/** Reports a chargeback as the processor does. */
const reportChargeback = async (attemptId: number, amount: number) => {
  const attempts = app.database.db.selectFrom('attempts').select('reference').where('id', '=', attemptId)
  const { reference } = await attempts.executeTakeFirstOrThrow()
  const money = { amount, currency: 'USD' } as const
  await applyResult(
    app.context,
    reference,
    buildSuccess({ takenBackAs: 'chargeback', processorReference: reference, money }),
  )
}

const changeEmail = (userId: number, at: Date) =>
  app.database.db.updateTable('users').set({ email_changed_at: at }).where('id', '=', userId).execute()

describe('operators are alerted to a chargeback', () => {
  /** Registers a trader with a charge of $400, of which $100 were withdrawn to the card, and with another charge of $300. */
  const pay = async (outcome: 'paid' | 'refused' | 'pending' | 'calling') => {
    const { client, userId } = await app.registerFunded({ cash: 10_000 })
    const attemptId = await app.payByCard(userId, 40_000)
    const id = (await app.withdraw(client, 100, { method: 'card' })).withdrawal?.id ?? ''
    await app.approve(id)
    if (outcome === 'calling') {
      const [payout] = (await app.findWithdrawal(id)).payouts
      if (payout === undefined) throw new Error('no payout')
      const now = app.clock.now()
      await markPayoutSent(app.database.db, { ...payout, withdrawalId: id }, randomUUID(), now, now)
    } else {
      app.fake.setOutcome(() => outcome)
      await app.sendPayouts()
    }
    return { id, userId, attemptId, otherId: await app.payByCard(userId, 30_000) }
  }

  test('of a charge that a withdrawal has sent back in part, and of no other charge', async () => {
    const [own, others] = [await pay('paid'), await pay('paid')]
    const findSent = async (number: number) => {
      const { db } = app.database
      const lock = (trx: typeof db) => payoutStop.lockPayouts(trx, own.userId, { attemptId: own.attemptId, number })
      return (await db.transaction().execute(lock)).sentIds
    }
    // The second charge of the same attempt is another one.
    expect([await findSent(1), await findSent(2)]).toEqual([[own.id], []])
    await app.takeBack(own.otherId)
    expect(await app.listAlertKinds(own.id)).toEqual([])
    await app.takeBack(own.attemptId)
    expect(await app.listAlertKinds(own.id)).toEqual(['payout.after_chargeback'])
    expect(await app.listAlertKinds(others.id)).toEqual([])
  })

  test.each(['pending', 'calling'] as const)('of any charge while a payout of the trader is %s', async (outcome) => {
    const [own, others] = [await pay(outcome), await pay(outcome)]
    await app.takeBack(own.otherId)
    expect(await app.listAlertKinds(own.id)).toEqual(['payout.after_chargeback'])
    expect(await app.listAlertKinds(others.id)).toEqual([])
  })

  test('not if the withdrawal was refused', async () => {
    const { id, attemptId } = await pay('refused')
    const before = await app.listAlertKinds(id)
    await app.takeBack(attemptId)
    expect(await app.listAlertKinds(id)).toEqual(before)
  })
})

test('a chargeback drops a waiting payout and takes what was on hold', async () => {
  const { client, userId } = await app.registerFunded({ cash: 10_000 })
  const attemptId = await app.payByCard(userId, 40_000)
  const id = (await app.withdraw(client, 400, { method: 'card' })).withdrawal?.id ?? ''
  await app.approve(id)
  await app.spend(userId, 5000)
  await app.takeBack(attemptId)
  expect(await app.read(client, id)).toMatchObject({ state: 'returned', payouts: [{ state: 'dropped' }] })
  expect(await app.findBalances(userId)).toEqual({ cash: 5000, bonus: 0, hold: 0 })
  await app.sendPayouts()
  expect((await app.findWithdrawal(id)).payouts[0]?.tries).toBe(0)
})

test('coins are not sent again when their deposit was taken back while the channel had lost the order', async () => {
  const [trader, other] = [await app.registerFunded({ cash: 1007 }), await app.registerFunded({ cash: 1007 })]
  const at = new Date(app.clock.now().getTime() - dayMs)
  const charges = new Map<number, number>()
  for (const { userId } of [trader, other]) {
    const charge = { userId, amount: 200_003, at, processor: 'BTC', coinUnits: 2_000_001n }
    const { attemptId } = await insertCharge(app.database.db, charge)
    charges.set(userId, attemptId)
    await app.addDestination(userId, 'bitcoin')
  }
  const withdraw = async ({ client }: typeof trader) =>
    (await app.withdraw(client, 1500, { method: 'bitcoin' })).withdrawal?.id ?? ''
  const [id, othersId] = [await withdraw(trader), await withdraw(other)]
  for (const each of [id, othersId]) await app.approve(each)
  app.fake.setOutcome(() => 'dropped')
  await app.sendPayouts()
  await app.takeBack(charges.get(trader.userId) ?? 0)
  app.fake.setOutcome(() => 'paid')
  for (let times = 0; times < 6; times += 1) {
    app.clock.advance(5 * minuteMs)
    await app.sendPayouts()
  }
  const findCoins = async (withdrawalId: string) =>
    (await app.findWithdrawal(withdrawalId)).payouts.find(({ charge }) => charge !== null)
  expect(await findCoins(id)).toMatchObject({ state: 'dropped', reason: 'payouts_capture_gone' })
  expect(await findCoins(othersId)).toMatchObject({ state: 'paid' })
  expect(await app.findBalances(trader.userId)).toEqual({ cash: 1007, bonus: 0, hold: 0 })
})

test('a charge of which a withdrawal sends a part back is not refunded as a whole', async () => {
  const { client, userId } = await app.registerFunded({ cash: 0 + 1 })
  const attemptId = await app.payByCard(userId, 40_000)
  const otherId = await app.payByCard(userId, 20_000)
  const id = (await app.withdraw(client, 100, { method: 'card' })).withdrawal?.id ?? ''
  await app.runAsOwner(`
    alter table captures disable trigger captures_steps;
    update captures set status = 'credited_late', movement = movement + 1 where attempt_id in (${attemptId}, ${otherId});
    set constraints all immediate;
    alter table captures enable trigger captures_steps`)
  /** Tries to refund; nothing is committed, because the booking is missing. */
  const refund = async (attempt: number, number = 1) => {
    const client = await app.database.pool.connect()
    try {
      await client.query('begin')
      if (number > 1)
        await client.query(
          `insert into captures (attempt_id, number, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
           select attempt_id, $2, deposit_id, processor, 'again', amount, currency, 'suspense', now(), now() from captures where attempt_id = $1`,
          [attempt, number],
        )
      await client.query(
        `update captures set status = 'refund_due', movement = movement + 1 where attempt_id = $1 and number = $2`,
        [attempt, number],
      )
      return 'possible'
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? error
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  expect(await refund(attemptId)).toBe('captures_paid_out')
  expect(await refund(attemptId, 2)).toBe('possible')
  expect(await refund(otherId)).toBe('possible')
  expect(await app.post(client, '/cancel', { id })).toMatchObject({ return: true })
  expect(await refund(attemptId)).toBe('possible')
})

test('the mail about a withdrawal that a chargeback stops does not say that its money is back', async () => {
  for (const language of ['en', 'ru'] as const) {
    const { client, form, userId } = await app.registerFunded({ cash: 1 })
    await client.post('/api/preferences', { language })
    const attemptId = await app.payByCard(userId, 40_000)
    await app.withdraw(client, 150, { method: 'card' })
    const approved = (await app.withdraw(client, 200, { method: 'card' })).withdrawal?.id ?? ''
    await app.approve(approved)
    await app.spend(userId, 2000)
    await reportChargeback(attemptId, 40_000)
    const mails = await findQueuedMails(app, form.login, 'withdrawal_stopped')
    expect(mails).toHaveLength(2)
    for (const { subject, text } of mails) {
      expect(subject).toMatch(
        language === 'en'
          ? /^We have stopped your withdrawal of \$(150|200)\.00$/
          : /^Вывод на \$(150|200),00 остановлен$/,
      )
      expect(text).toMatch(
        language === 'en'
          ? /^A payment into your account was taken back or corrected\.[^]*Your balance shows what is left\.[^]*No longer on hold: \$(150|200)\.00/
          : /^Платёж на ваш счёт отозван или исправлен\.[^]*Сколько осталось, показывает баланс\.[^]*Больше не зарезервировано: \$(150|200),00/,
      )
      expect(text).not.toMatch(/back on your account|снова на вашем|Вернулось|Sent before|Отправлено до этого/i)
    }
    for (const template of ['withdrawal_rejected', 'withdrawal_returned'])
      expect(await findQueuedMails(app, form.login, template)).toEqual([])
  }
})

test('of a withdrawal that a chargeback stops half way, the mail says what was sent before', async () => {
  const { client, form, userId } = await app.registerFunded({ cash: 20_000 })
  const attemptId = await app.payByCard(userId, 10_000)
  const id = (await app.withdraw(client, 300)).withdrawal?.id ?? ''
  await app.approve(id)
  // The processor is asked later than the bank would be.
  await app.database.pool.query(
    `update payouts set next_check_at = next_check_at + interval '1 hour' where withdrawal_id = $1 and method = 'card'`,
    [id],
  )
  await app.sendPayouts()
  await reportChargeback(attemptId, 10_000)
  expect(await app.read(client, id)).toMatchObject({ state: 'paid_part' })
  const [mail] = await findQueuedMails(app, form.login, 'withdrawal_stopped')
  expect(mail?.text).toMatch(/Sent before: \$\d+\.00[^]*No longer on hold: \$\d+\.00/)
  expect(await findQueuedMails(app, form.login, 'withdrawal_paid_part')).toEqual([])
})

test('what a trader owes is taken from the next cash, and nothing is withdrawn before', async () => {
  const { client, userId } = await app.registerFunded({ cash: 20_000 })
  const attemptId = await app.payByCard(userId, 40_000)
  await app.spend(userId, 50_000)
  await app.takeBack(attemptId)
  expect(await app.findBalances(userId)).toEqual({ cash: 0, bonus: 0, hold: 0 })
  expect(await app.post(client, '', { amount: 100, method: 'bank' })).toMatchObject({ error: 'withdrawal.debt' })
  await app.fund(userId, 29_999)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 0 })
  await app.fund(userId, 101)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 100 })
})

test('the database refuses an account that can be used before the change of the e-mail can’t be undone', async () => {
  const { userId } = await app.registerFunded({ cash: 50_000 })
  await changeEmail(userId, app.clock.now())
  await expect(app.addDestination(userId, 'bitcoin')).rejects.toMatchObject({
    constraint: 'withdrawal_destinations_after_change',
  })
})

test.each([
  ['a new account', 0, 'removed'],
  // The clock of this server is behind.
  ['an account that was added up to a minute before', -60, 'removed'],
  ['no account of before', -61, 'unproved'],
])('undoing a change of the e-mail removes %s, and returns waiting withdrawals', async (_what, seconds, state) => {
  const { userId, client, password } = await app.registerFunded({ cash: 50_000 })
  const { db } = app.database
  const changedAt = app.clock.now()
  await changeEmail(userId, changedAt)
  app.clock.set(new Date(changedAt.getTime() + seconds * 1000))
  expect(
    await app.post(client, '/destination/add', {
      method: 'eth',
      account: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      password,
    }),
  ).toMatchObject({ return: true })
  app.clock.set(changedAt)
  const id = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  await db.transaction().execute((trx) => stopMoneyOut(app.context, trx, userId, changedAt))
  const destinations = await db
    .selectFrom('withdrawal_destinations')
    .select(['method', 'state'])
    .where('user_id', '=', userId)
    .orderBy('method')
    .execute()
  expect(destinations).toEqual([
    { method: 'bank', state: 'proved' },
    { method: 'eth', state },
  ])
  expect(await app.read(client, id)).toMatchObject({ state: 'rejected' })
  expect(await app.findBalances(userId)).toMatchObject({ cash: 50_000, hold: 0 })
})
