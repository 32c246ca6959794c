import { describe, expect, test } from 'vitest'

import { payByCard, findLatestDeposit } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { findDepositById, applyResult } from '../../modules/deposits/service.ts'

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

  test('lists no deposit whose result is known, or is still awaited', async () => {
    const paid = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    await payByCard(paid.client, '4242424242424242')
    const waiting = await createTrader('CONCEPT', 'CONCEPT-OK')
    await waiting.client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
    for (const [{ client }, state] of [
      [paid, 'succeeded'],
      [waiting, 'processing'],
    ] as const) {
      const deposit = await findLatestDeposit(client)
      expect(deposit.state).toBe(state)
      expect(await listRowsForDeposit('review', deposit.id)).toEqual([])
    }
  })

  test('credits a deposit resolved as paid once, with its bonus, even if resolved concurrently', async () => {
    const { id, userId, client } = await createDepositInReview()
    const runs = await Promise.all([1, 2, 3].map(() => runChange('resolve', id, '--paid', '1000.00')))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(runs.filter(({ out }) => out.startsWith('Resolved.'))).toHaveLength(1)
    expect((await runChange('resolve', id, '--paid', '1000')).out).toContain(
      'Nothing was changed: it is resolved so already.',
    )
    expect(await getBalances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'succeeded' })
    expect(await listAuditRows(`deposit:${id}`)).toEqual([
      {
        actor: 'emergency',
        os_user: 'tester',
        action: 'deposit.resolve_paid',
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
    expect(await findDepositById(app.context.db, userId, id)).toMatchObject({
      reason: 'deposits.not_charged',
    })
    const again = await runChange('resolve', ref, '--paid', '1000')
    expect(again.err).toContain('is not in review: ORANGE is not_charged. If it has taken money all the same, ask')
    await applyResult(app.context, ref, {
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
    await applyResult(app.context, ref, {
      source: 'webhook',
      state: 'declined_hard',
      reason: 'cascade_card.failed',
    })
    const runs = await Promise.all([1, 2].map(() => runChange('ask', ref)))
    expect(runs.map(({ out }) => out)).toEqual([
      expect.stringContaining('It says: succeeded'),
      expect.stringContaining('It says: succeeded'),
    ])
    expect(await getBalances(userId)).toEqual({ cash: 150_000 })
    expect(await listAuditRows(`deposit:${id}`)).toHaveLength(2)
  })
})
