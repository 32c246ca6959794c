import { describe, expect, test } from 'vitest'

import { payByCard, findLatestDeposit } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { applyResult } from '../../modules/deposits/service.ts'

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
  createDepositInSuspense,
  getSuspenseAmount,
} = await createOpsFixture()

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
      reason: 'deposits.other_amount',
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
      await applyResult(app.context, reference, {
        source: 'webhook',
        state: 'succeeded',
        processorReference,
        money,
      })
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

test('the database allows no change of a captured amount and only the defined moves of the money', async () => {
  const { attemptId } = await createDepositInSuspense()
  const set = (values: object) =>
    app.database.db.updateTable('captures').set(values).where('attempt_id', '=', attemptId).execute()
  await expect(set({ amount: 1 })).rejects.toMatchObject({ constraint: 'captures_fixed' })
  await expect(set({ status: 'refunded' })).rejects.toMatchObject({ constraint: 'captures_steps' })
  await expect(set({ status: 'credited' })).rejects.toMatchObject({ constraint: 'captures_steps' })
  await expect(app.runAsOwner('delete from captures')).rejects.toThrow('append-only')
})
