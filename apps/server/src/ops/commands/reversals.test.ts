import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { postEntry } from '../../modules/ledger/service.ts'
import { payByCard, findLatestDeposit } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { applyResult } from '../../modules/deposits/service.ts'

const {
  app,
  runCommand,
  runChange,
  createTrader,
  listRowsForDeposit,
  listAuditRows,
  getBalances,
  findAttempt,
  createDepositInReview,
} = await createOpsFixture()

describe('money that the bank takes back', () => {
  test('is booked with its bonus by webhook or `ask`, once, and the trader sees it', async () => {
    const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED', '4000009900005086')
    const { deposit } = await payByCard(client, '4000009900005086')
    expect(deposit.state).toBe('succeeded')
    const { reference } = await findAttempt(deposit.id)
    await expect.poll(async () => (await runChange('ask', reference)).out).toContain('It says: chargeback')
    await runChange('ask', reference)
    expect(await getBalances(userId)).toMatchObject({ cash: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'succeeded', refund: 'taken_back', credited: null })
    expect((await runCommand('alerts')).out).toContain('deposit.taken_back')
    expect((await runChange('refund', deposit.id)).err).toContain('has taken it back already')
    expect((await runChange('reverse', deposit.id)).code).toBe(1)
  })
})

describe('reverse', () => {
  /** Creates a credit that an operator found paid, which was wrong. */
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
      'deposit.resolve_paid',
      'deposit.reverse',
    ])
    expect((await runChange('refund', id)).err).toContain('It was booked by mistake')
    // The processor has taken the money after all: an operator decides.
    const money = { amount: 100_000, currency: 'USD' }
    await applyResult(app.context, reference, { source: 'webhook', state: 'succeeded', money })
    expect(await listRowsForDeposit('suspense', id)).toMatchObject([{ amount: 100_000, reason: 'second_charge' }])
  })

  test('books what the trader has spent as debt and leaves no negative balance', async () => {
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
    expect((await runChange('reverse', id)).out).toContain('The trader had spent 999.50 USD: the trader owes it.')
    expect(await getBalances(userId)).toEqual({ cash: 0, bonus: 0, debt: -99_950 })
    expect(await sumAccount(attemptId, 'debt')).toBe(-99_950)
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
