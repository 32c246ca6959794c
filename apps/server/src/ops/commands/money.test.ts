import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { postEntry } from '../../modules/ledger/service.ts'
import { payByCard, findLatestDeposit } from '../../testing/cards/pay-by-card.ts'
import { createOpsFixture } from '../../testing/ops/ops-fixture.ts'

const {
  sandbox,
  app,
  runCommand,
  runChange,
  createTrader,
  listRowsForDeposit,
  listAuditRows,
  getBalances,
  findAttempt,
  createDepositInReview,
  createDepositInSuspense,
  getSuspenseAmount,
} = await createOpsFixture()

describe('review', () => {
  test('lists undecided deposits with a masked e-mail', async () => {
    const { id, userId } = await createDepositInReview()
    const [row] = await listRowsForDeposit('review', id)
    expect(row).toMatchObject({
      userId,
      processor: 'ORANGE',
      amount: 100_000,
      currency: 'USD',
      deposit: 'review',
      money: null,
    })
    const { out, code } = await runCommand('review')
    expect(code).toBe(0)
    expect(out).toContain(id.slice(-12).toUpperCase())
    expect(out).toContain('t…@example.com')
    expect(out).not.toMatch(/trader\d+@/)
  })

  test('credits a deposit resolved as paid once, with its bonus, even if resolved concurrently', async () => {
    const { id, userId, client } = await createDepositInReview()
    const runs = await Promise.all([1, 2, 3].map(() => runChange('resolve', id, '--paid', '1000.00', '--as', 'anna')))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(runs.filter(({ out }) => out.startsWith('Resolved.'))).toHaveLength(1)
    expect((await runChange('resolve', id, '--paid', '1000')).out).toContain(
      'Nothing was changed: it is resolved so already.',
    )
    expect(await getBalances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'succeeded' })
    expect(await listAuditRows(`deposit:${id}`)).toEqual([
      {
        actor: 'anna',
        os_user: 'tester',
        action: 'deposit.resolve',
        why: 'as the bank said',
        detail: {
          before: { deposit: 'review', processor: 'ORANGE', attempt: 'in_doubt' },
          after: {
            deposit: 'succeeded',
            processor: 'ORANGE',
            attempt: 'succeeded',
            money: 'credited',
            amount: 100_000,
            currency: 'USD',
          },
        },
      },
    ])
    const late = await runChange('resolve', id, '--unpaid')
    expect(late).toMatchObject({ code: 1 })
    expect(late.err).toContain('has taken money for deposit')
  })

  test('fails a deposit resolved as unpaid, and credits a late success to cash', async () => {
    const { id, userId, client } = await createDepositInReview()
    const { reference: ref } = await findAttempt(id)
    expect((await runChange('resolve', id.slice(-12), '--unpaid')).out).toContain('is failed; money: none')
    expect((await runChange('resolve', id, '--unpaid')).out).toContain('Nothing was changed')
    expect(await getBalances(userId)).toEqual({})
    const again = await runChange('resolve', ref, '--paid', '1000')
    expect(again.err).toContain('is not in review: ORANGE is not_charged. If it has taken money all the same, ask')
    await app.deposits.applyResult(ref, {
      source: 'webhook',
      state: 'succeeded',
      money: { amount: 100_000, currency: 'USD' },
    })
    expect(await getBalances(userId)).toEqual({ cash: 100_000 })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'failed', refund: 'offered' })
    expect(await listAuditRows(`deposit:${id}`)).toHaveLength(1)
  })

  test('puts money into suspense if a deposit is resolved as paid in another amount', async () => {
    const { id, userId } = await createDepositInReview()
    expect((await runChange('resolve', id, '--paid', '999.99')).out).toContain('is review; money: 999.99 USD suspense')
    expect(await getBalances(userId)).toEqual({})
    expect(await listRowsForDeposit('suspense', id)).toMatchObject([
      { amount: 99_999, requestedAmount: 100_000, reason: 'amount_differs' },
    ])
  })

  test('asks the processor again, applies its reply and records it in the audit log', async () => {
    const { id } = await createDepositInReview()
    const silent = await runChange('ask', id)
    expect(silent.out).toContain('It gave no clear answer')
    await sandbox.postControl('faults/clear', {})
    expect((await runChange('ask', id)).out).toContain('It does not know the charge')
    expect(await listRowsForDeposit('review', id)).toHaveLength(1)
    expect((await runChange('ask', id, '--cancel')).out).toContain('It says: not_charged')
    expect(await listRowsForDeposit('review', id)).toEqual([])
    expect((await listAuditRows(`deposit:${id}`)).map(({ action }) => action)).toEqual([
      'deposit.ask',
      'deposit.ask',
      'deposit.cancel',
    ])
    expect((await runChange('ask', id)).err).toContain('is undecided: name an attempt')
  })

  test('refuses to resolve a deposit while the server is still asking', async () => {
    const { client } = await createTrader('CONCEPT', 'CONCEPT-OK')
    await client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
    const { id } = await findLatestDeposit(client)
    const refused = await runChange('resolve', id, '--paid', '1000')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('is not in review: the server is still finding out.')
    expect(await listAuditRows(`deposit:${id}`)).toEqual([])
  })
})

describe('ask', () => {
  test('finds a charge that succeeded after it was taken for declined', async () => {
    const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    expect(deposit.state).toBe('succeeded')
    // The charge exists, but we gave it up without a reply.
    await sandbox.postControl('faults', { processor: 'concept', on: 'start', act: 'lost', times: 1 })
    await sandbox.postControl('faults', { processor: 'concept', on: 'webhook', act: 'drop' })
    await client.post('/api/payconcept/pay', { amount: 500, fixed: 1, bonus: 0 })
    const { id } = await findLatestDeposit(client)
    const { reference: ref } = await findAttempt(id)
    await app.deposits.applyResult(ref, { source: 'webhook', state: 'declined_hard', reason: 'cascade_card.failed' })
    const runs = await Promise.all([1, 2].map(() => runChange('ask', ref)))
    expect(runs.map(({ out }) => out)).toEqual([
      expect.stringContaining('It says: succeeded'),
      expect.stringContaining('It says: succeeded'),
    ])
    expect(await getBalances(userId)).toEqual({ cash: 150_000 })
    expect(await listAuditRows(`deposit:${id}`)).toHaveLength(2)
  })
})

describe('suspense', () => {
  test('refunds money in suspense once, asks the processor at once and books it out of suspense', async () => {
    const { id, userId, ref, client } = await createDepositInSuspense()
    expect(await listRowsForDeposit('suspense', id)).toMatchObject([
      { status: 'suspense', reason: 'amount_differs', amount: 90_000 },
    ])
    const runs = await Promise.all([runChange('refund', id), runChange('refund', ref), runChange('refund', id)])
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    // A late reply is requested again.
    await expect
      .poll(async () => (await runChange('refund', id)).out, { timeout: 30_000 })
      .toContain('Nothing was changed: it has been refunded already.')
    expect(await listAuditRows(`deposit:${id}`)).toMatchObject([
      {
        action: 'deposit.refund',
        detail: { before: { money: 'suspense' }, after: { money: 'refund_due', deposit: 'failed' } },
      },
    ])
    const given = (await sandbox.getStatement()).filter((row) => row.kind === 'refund' && row.ref === ref)
    expect(given).toMatchObject([{ amount: 90_000, status: 'refunded' }])
    expect(await findLatestDeposit(client)).toMatchObject({
      state: 'failed',
      reason: 'cards.other_amount',
      refund: 'refunded',
    })
    expect(await getBalances(userId)).toEqual({})
    expect(await getSuspenseAmount(id)).toBe(0)
  })

  test('credits accepted money once, to cash, and offers the trader a refund', async () => {
    const { id, userId, client } = await createDepositInSuspense(110_000)
    const runs = await Promise.all([1, 2].map(() => runChange('accept', id)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect(await getBalances(userId)).toEqual({ cash: 110_000 })
    expect(await findLatestDeposit(client)).toMatchObject({
      state: 'failed',
      refund: 'offered',
      credited: { cash: 1100, bonus: 0 },
    })
    expect((await runChange('accept', id)).out).toContain('it is on the account already')
    expect(await listAuditRows(`deposit:${id}`)).toHaveLength(1)
    expect(await getSuspenseAmount(id)).toBe(0)
  })

  test('refuses to credit money in another currency, in the command and in the database', async () => {
    const { id, attemptId, userId } = await createDepositInSuspense(100_000, 'EUR')
    const refused = await runChange('accept', id)
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('It was taken in EUR, and the account is in USD'),
    })
    await expect(
      app.database.db
        .updateTable('captures')
        .set({ status: 'credited_late' })
        .where('attempt_id', '=', attemptId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'captures_currency' })
    expect(await getBalances(userId)).toEqual({})
    expect(await listAuditRows(`deposit:${id}`)).toEqual([])
  })

  test('keeps money in suspense if the processor refuses the refund; it can be credited instead', async () => {
    const { id, userId, client } = await createDepositInSuspense()
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'review', refund: 'held' })
    await sandbox.postControl('faults', { processor: 'concept', on: 'refund', act: 'refund_refused', times: 1 })
    expect((await runChange('refund', id)).out).toContain('900.00 USD suspense')
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'failed', refund: 'held' })
    expect(await listRowsForDeposit('suspense', id)).toMatchObject([{ reason: 'refund_refused' }])
    expect((await runChange('accept', id)).code).toBe(0)
    expect(await getBalances(userId)).toEqual({ cash: 90_000 })
  })

  test('money that the processor refuses to take back can be credited and asked back again', async () => {
    const { id, userId, client } = await createDepositInSuspense()
    for (let round = 0; round < 2; round += 1) {
      expect(await runChange('accept', id)).toMatchObject({ code: 0 })
      expect(await getBalances(userId)).toEqual({ cash: 90_000 })
      expect(await findLatestDeposit(client)).toMatchObject({ refund: 'offered' })
      await sandbox.postControl('faults', { processor: 'concept', on: 'refund', act: 'refund_refused', times: 1 })
      const refused = await runChange('refund', id)
      expect(refused.out).toContain('The refund is recorded, and the processor was asked.')
      expect(refused.out).toContain('900.00 USD suspense')
      expect(await findLatestDeposit(client)).toMatchObject({ refund: 'held' })
      const reply = await client.post('/api/card/deposit/refund', { id })
      expect(reply.json).toMatchObject({ return: false, message: expect.stringContaining('is safe with us') })
    }
    expect((await runChange('refund', id)).out).toContain('900.00 USD refunded')
    expect((await client.post('/api/card/deposit/refund', { id })).json).toMatchObject({
      message: 'Returned to your card',
    })
    expect(await getSuspenseAmount(id)).toBe(0)
  })

  test('a second charge of an attempt is sent back on its own', async () => {
    const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    const { reference } = await findAttempt(deposit.id)
    const money = { amount: 100_000, currency: 'USD' }
    for (const processorReference of ['other_2', 'other_3'])
      await app.deposits.applyResult(reference, { source: 'webhook', state: 'succeeded', processorReference, money })
    expect((await runChange('refund', deposit.id)).err).toContain('2 (1000.00 USD), 3 (1000.00 USD)')
    expect((await runChange('refund', 'other_3', '--charge', '3')).code).toBe(0)
    expect((await runChange('accept', deposit.id)).err).toContain('The deposit has its money already')
    expect((await runCommand('show', 'other_2')).out).toMatch(/credited, suspense, (refunded|suspense)/)
    expect(await getBalances(userId)).toEqual({ cash: 100_000 })
  })

  test('refuses to refund a deposit that was credited as requested', async () => {
    const { client } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    const refused = await runChange('refund', deposit.id)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('got the money it asked for') })
  })
})

describe('money that the bank takes back', () => {
  test('is booked with its bonus by webhook or `ask`, once, and the trader sees it', async () => {
    const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED', '4000009900005086')
    const { deposit } = await payByCard(client, '4000009900005086')
    expect(deposit.state).toBe('succeeded')
    const { reference } = await findAttempt(deposit.id)
    await expect
      .poll(async () => (await runChange('ask', reference)).out, { timeout: 10_000 })
      .toContain('It says: chargeback')
    await runChange('ask', reference)
    expect(await getBalances(userId)).toMatchObject({ cash: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'succeeded', refund: 'taken_back', credited: null })
    expect((await runCommand('alerts')).out).toContain('deposit.taken_back')
    expect((await runChange('refund', deposit.id)).err).toContain('has taken it back already')
    expect((await runChange('reverse', deposit.id)).code).toBe(1)
  })
})

describe('reverse', () => {
  /** An operator found it paid, which was wrong. */
  async function createMistakenCredit() {
    const { id, userId, client } = await createDepositInReview()
    await runChange('resolve', id, '--paid', '1000')
    expect(await getBalances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
    return { id, userId, client }
  }
  const sumAccount = async (attemptId: number, account: string): Promise<number> => {
    const { rows } = await sql<{ amount: number }>`
      select coalesce(sum(l.amount), 0)::bigint as amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
       where e.attempt_id = ${attemptId} and l.account = ${account}`.execute(app.database.db)
    return rows[0]?.amount ?? 0
  }

  test('takes a mistaken credit back with its bonus and wagering requirement, once', async () => {
    const { id, userId, client } = await createMistakenCredit()
    const { id: attemptId, reference } = await findAttempt(id)
    expect(await runChange('reverse', id)).toMatchObject({ code: 0, out: expect.stringContaining('Reversed.') })
    expect((await runChange('reverse', id)).out).toContain('it has been reversed already')
    expect(await getBalances(userId)).toEqual({ cash: 0, bonus: 0 })
    expect(await sumAccount(attemptId, 'clearing:ORANGE')).toBe(0)
    expect(await sumAccount(attemptId, 'bonus_expense')).toBe(0)
    const required = await app.database.db
      .selectFrom('wagering_totals')
      .selectAll()
      .where('user_id', '=', userId)
      .execute()
    expect(required).toEqual([])
    expect(await findLatestDeposit(client)).toMatchObject({ refund: 'reversed', credited: null })
    expect((await listAuditRows(`deposit:${id}`)).map(({ action }) => action)).toEqual([
      'deposit.resolve',
      'deposit.reverse',
    ])
    expect((await runChange('refund', id)).err).toContain('It was booked by mistake')
    // The processor has taken it after all: an operator decides.
    const money = { amount: 100_000, currency: 'USD' }
    await app.deposits.applyResult(reference, { source: 'webhook', state: 'succeeded', money })
    expect(await listRowsForDeposit('suspense', id)).toMatchObject([{ amount: 100_000, reason: 'second_charge' }])
  })

  test('books what the trader has spent as receivable and leaves no negative balance', async () => {
    const { id, userId } = await createMistakenCredit()
    const { id: attemptId } = await findAttempt(id)
    await postEntry(app.database.db, {
      kind: 'test.spent',
      subject: `test:${id}`,
      at: new Date(),
      lines: [
        { account: 'cash', userId, currency: 'USD', amount: -99_950 },
        { account: 'bonus', userId, currency: 'USD', amount: -50_000 },
        { account: 'trade_house', userId: null, currency: 'USD', amount: 149_950 },
      ],
    })
    expect((await runChange('reverse', id)).out).toContain('The trader had spent 999.50 USD: booked as receivable.')
    expect(await getBalances(userId)).toEqual({ cash: 0, bonus: 0 })
    expect(await sumAccount(attemptId, 'receivable')).toBe(-99_950)
    expect(await sumAccount(attemptId, 'bonus_expense')).toBe(-50_000)
  })

  test('ends a review whose money in suspense was a mistake', async () => {
    const { id, userId } = await createDepositInReview()
    await runChange('resolve', id, '--paid', '900')
    const { id: attemptId } = await findAttempt(id)
    expect((await runChange('reverse', id)).out).toContain('is failed; money: 900.00 USD reversed')
    expect((await findAttempt(id)).state).toBe('not_charged')
    expect(await getBalances(userId)).toEqual({})
    expect(await sumAccount(attemptId, 'suspense')).toBe(0)
  })
})

test('the database allows no change of a captured amount and only the defined moves of the money', async () => {
  const { attemptId } = await createDepositInSuspense()
  const set = (values: object) =>
    app.database.db.updateTable('captures').set(values).where('attempt_id', '=', attemptId).execute()
  await expect(set({ amount: 1 })).rejects.toMatchObject({ constraint: 'captures_fixed' })
  await expect(set({ status: 'refunded' })).rejects.toMatchObject({ constraint: 'captures_steps' })
  await expect(set({ status: 'credited' })).rejects.toMatchObject({ constraint: 'captures_steps' })
  await expect(app.runAsOwner('delete from captures')).rejects.toThrow('append-only')
})
