import { beforeAll, expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { warmPool } from '../../../test/fixtures/database/warm-pool.ts'
import { applyResult } from '../../modules/deposits/service.ts'
import { checkLedgerEntries } from '../../modules/deposits/check-ledger-entries.ts'

const { app, runChange, createDepositInSuspense, getBalances, getSuspenseAmount } = await createOpsFixture()

const takenBack = { source: 'webhook', state: 'succeeded', takenBackAs: 'chargeback' } as const
const money = { amount: 90_000, currency: 'USD' }

beforeAll(() => warmPool(app.database.pool, 10))

const listCaptures = (depositId: string) =>
  app.database.db.selectFrom('captures').select(['status', 'movement']).where('deposit_id', '=', depositId).execute()

async function expectLedgerToAgree(): Promise<void> {
  await checkLedgerEntries(app.context)
  const alerts = await app.database.db
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'ledger.difference')
    .execute()
  expect(alerts).toEqual([])
}

test('accept, refund and reverse of the same money at once move it once', async () => {
  const { id, userId } = await createDepositInSuspense()
  const commands = ['accept', 'refund', 'reverse', 'accept', 'refund', 'reverse']
  await Promise.all(commands.map((command) => runChange(command, id)))
  const [capture, ...others] = await listCaptures(id)
  expect(others).toEqual([])
  const cash = (await getBalances(userId))['cash'] ?? 0
  const expected = { credited_late: [90_000, 0], refunded: [0, 0], refund_due: [0, 90_000], reversed: [0, 0] }
  expect(Object.entries(expected)).toContainEqual([capture?.status, [cash, await getSuspenseAmount(id)]])
  await expectLedgerToAgree()
})

test.each(['accept', 'refund', 'reverse'])(
  'money that a processor takes back while an operator runs %s leaves the account and suspense once',
  async (command) => {
    const { id, ref, userId } = await createDepositInSuspense()
    await Promise.all([
      runChange(command, id),
      ...Array.from({ length: 4 }, () => applyResult(app.context, ref, { ...takenBack, money })),
    ])
    await applyResult(app.context, ref, { ...takenBack, money })
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    expect([0, 90_000]).toContain(await getSuspenseAmount(id))
    await expectLedgerToAgree()
  },
)

test('money that was refunded, reversed or taken back is never moved again', async () => {
  for (const end of ['refund', 'reverse', 'chargeback']) {
    const { id, ref, userId } = await createDepositInSuspense()
    if (end === 'chargeback') await applyResult(app.context, ref, { ...takenBack, money })
    else expect(await runChange(end, id)).toMatchObject({ code: 0 })
    await expect.poll(async () => (await listCaptures(id))[0]?.status).not.toBe('refund_due')
    const before = await listCaptures(id)
    for (const command of ['accept', 'refund', 'reverse']) await runChange(command, id)
    await runChange('resolve', id, '--paid', '1000')
    await applyResult(app.context, ref, { ...takenBack, money })
    expect(await listCaptures(id)).toEqual(before)
    expect((await getBalances(userId))['cash'] ?? 0).toBe(0)
    expect(await getSuspenseAmount(id)).toBe(0)
  }
  await expectLedgerToAgree()
})

test('a refund that the trader requests while an operator reverses the same late money is one of both', async () => {
  const { client, id, userId } = await createDepositInSuspense()
  expect(await runChange('accept', id)).toMatchObject({ code: 0 })
  await Promise.all([
    ...Array.from({ length: 4 }, () => client.post('/api/card/deposit/refund', { id })),
    runChange('reverse', id),
    runChange('refund', id),
  ])
  expect((await getBalances(userId))['cash']).toBe(0)
  expect((await listCaptures(id))[0]?.status).toMatch(/^(refunded|refund_due|reversed)$/)
  await expectLedgerToAgree()
})
