import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { findLatestDeposit } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'

const { app, runChange, listRowsForDeposit, listAuditRows, listEmergencies, getBalances, findAttempt } =
  await createOpsFixture()

const body = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 1, fixed: 0 }

async function claim(method = 'bank', changes: object = {}) {
  const { client, userId } = await app.registerTrader()
  const sent = { ...body, random: randomUUID(), bitcoin: 'TF-1, sent on Monday', ...changes }
  const reply = await client.post(`/api/report/${method}`, sent)
  const { id } = reply.json as { id: string }
  return { client, userId, id, sent, reply }
}

/** Lists kinds of open alerts. */
async function listAlertKinds(depositId: string): Promise<string[]> {
  const { id } = await findAttempt(depositId)
  const alerts = app.database.db.selectFrom('alerts').select('kind').where('subject', '=', `attempt:${id}`)
  return (await alerts.where('resolved_at', 'is', null).execute()).map(({ kind }) => kind)
}

const transaction = 'ab12'.repeat(16)

describe('claims', () => {
  test.each(['bitcoin', 'litecoin', 'WebMoney', 'bank'])(
    '%s: a claim is listed, and nothing is credited yet',
    async (method) => {
      const isCoin = method === 'litecoin'
      const { client, userId, id, reply } = await claim(method, isCoin ? { bitcoin: transaction } : {})
      expect(reply.json).toMatchObject({
        return: true,
        deposit: { state: 'review', wallet: { name: method, is_claim: true } },
      })
      expect(await listRowsForDeposit('claims', id)).toMatchObject([
        { method, amount: 100_000, note: isCoin ? transaction : 'TF-1, sent on Monday', language: 'en' },
      ])
      expect(await listRowsForDeposit('review', id)).toEqual([])
      expect(await listAlertKinds(id)).toEqual(['claim.reported'])
      expect(await getBalances(userId)).toEqual({})
      expect((await findLatestDeposit(client)).step).toBeNull()
    },
  )

  test.each([
    ['half an emoji', 'sent \ud83d', 'sent \ufffd'],
    ['as long as allowed', '😀'.repeat(50), '😀'.repeat(50)],
    ['HTML', '<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ])('a note with odd characters does not keep the claim from its operator: %s', async (_name, bitcoin, note) => {
    const { id } = await claim('bank', { bitcoin })
    expect(await listRowsForDeposit('claims', id)).toMatchObject([{ note }])
    expect((await runChange('claims', 'accept', id, '--received', '1000')).code).toBe(0)
    expect((await listEmergencies()).map(({ command }) => command)).toContain(`claims accept ${id}`)
  })

  test.each([
    ['NUL', 'sent\u0000'],
    ['too long', 'x'.repeat(101)],
    ['turns the text around', '\u202edeliaf'],
  ])('a note that cannot be kept is refused, and nothing is opened: %s', async (_name, bitcoin) => {
    const { reply, userId } = await claim('bank', { bitcoin })
    expect(reply.status).toBe(400)
    const opened = app.database.db.selectFrom('deposits').select('id').where('user_id', '=', userId)
    expect(await opened.execute()).toEqual([])
  })

  test('a claim sent twice is one claim, also at the same time', async () => {
    const { client, id, sent } = await claim()
    const again = await Promise.all([1, 2].map(() => client.post('/api/report/bank', sent)))
    expect(again.map(({ json }) => (json as { id: string }).id)).toEqual([id, id])
    const random = randomUUID()
    const both = await Promise.all([1, 2].map(() => client.post('/api/report/bank', { ...sent, random })))
    expect(new Set(both.map(({ json }) => (json as { id: string }).id)).size).toBe(1)
    expect(
      await app.database.db.selectFrom('deposits').select('id').where('idempotency_key', '=', random).execute(),
    ).toHaveLength(1)
  })

  test.each([
    ['1000.00', { cash: 100_000, bonus: 50_000 }, 'succeeded'],
    ['1200.00', { cash: 120_000, bonus: 50_000 }, 'succeeded'],
    ['999.99', { cash: 99_999 }, 'failed'],
  ])(
    '%s received of 1000 claimed: credited as such, with the bonus only if the amount is reached',
    async (received, balances, state) => {
      const { client, userId, id } = await claim()
      expect((await runChange('claims', 'accept', id, '--received', received)).code).toBe(0)
      expect(await getBalances(userId)).toEqual(balances)
      const reason = state === 'failed' ? 'wallets.claim_part' : null
      expect(await findLatestDeposit(client)).toMatchObject({
        state,
        credited: { cash: Number(received) },
        refund: null,
        reason,
      })
      const notices = app.database.db.selectFrom('deposit_notices').select('kind').where('deposit_id', '=', id)
      const kinds = (await notices.where('kind', '<>', 'review').execute()).map(({ kind }) => kind)
      expect(kinds).toEqual([state === 'failed' ? 'late' : 'credited'])
      expect(await listAuditRows(`deposit:${id}`)).toMatchObject([{ action: 'claim.accept' }])
      expect((await runChange('claims', 'accept', id, '--received', received)).code).toBe(1)
      expect(await getBalances(userId)).toEqual(balances)
      await client.post('/api/card/deposit/refund', { id })
      expect(await getBalances(userId)).toEqual(balances)
    },
  )

  test('of two operators who decide at once, one decides', async () => {
    const { userId, id } = await claim()
    const runs = await Promise.all([
      runChange('claims', 'accept', id, '--received', '1000'),
      runChange('claims', 'reject', id, '--reason', 'No such payment.'),
    ])
    expect(new Set(runs.map(({ code }) => code))).toEqual(new Set([0, 1]))
    const isAccepted = runs[0]?.code === 0
    expect(await getBalances(userId)).toEqual(isAccepted ? { cash: 100_000, bonus: 50_000 } : {})
  })

  test('the trader reads why a claim was rejected', async () => {
    const { client, userId, id } = await claim('WebMoney')
    expect((await runChange('claims', 'reject', id)).code).toBe(2)
    expect((await runChange('claims', 'reject', id, '--reason', 'The transfer was made to another wallet.')).code).toBe(
      0,
    )
    expect(await findLatestDeposit(client)).toMatchObject({
      state: 'failed',
      reason: 'wallets.claim_rejected',
      message: 'The transfer was made to another wallet.',
    })
    expect(await getBalances(userId)).toEqual({})
    expect(await listRowsForDeposit('claims', id)).toEqual([])
    expect(await listAlertKinds(id)).toEqual([])
  })

  test.each([
    ['below the smallest deposit', 100],
    ['above the largest deposit', 10_000.5],
  ])('a payment %s can be reported, and is credited without a bonus', async (_name, amount) => {
    const { client, userId, id, reply } = await claim('bank', { amount })
    expect(reply.json).toMatchObject({ return: true, deposit: { amount, fixed: 1, bonus_amount: 0 } })
    const received = ['--received', String(amount)]
    await runChange('claims', 'accept', id, ...received)
    expect(await getBalances(userId)).toEqual({ cash: Math.round(amount * 100) })
    expect(await findLatestDeposit(client)).toMatchObject({ state: 'succeeded' })
  })

  test.each([0, 0.001, 20_000.001])('an amount of %s cannot be reported', async (amount) => {
    const { reply } = await claim('bank', { amount })
    expect(reply.json).toMatchObject({ return: false, deposit: null })
  })

  test('litecoin is reported with its transaction, also from a link, and other claims of it are shown', async () => {
    const { reply } = await claim('litecoin', { bitcoin: 'I have sent it' })
    expect(reply.json).toMatchObject({ return: false, error: 'wallets.transaction_missing' })
    const first = await claim('litecoin', { bitcoin: 'cd34'.repeat(16) })
    const second = await claim('litecoin', { bitcoin: `https://chain.example/tx/${'CD34'.repeat(16)}` })
    expect(await listRowsForDeposit('claims', second.id)).toMatchObject([
      { note: 'cd34'.repeat(16), sameTransaction: first.id.slice(-12).toUpperCase() },
    ])
    expect((await runChange('claims', 'reject', first.id, '--reason', 'Sent by another trader.')).code).toBe(0)
    expect(await listRowsForDeposit('claims', second.id)).toMatchObject([{ sameTransaction: null }])
  })

  test.each([
    ['no', 'at least three characters'],
    ['See\nbelow', 'line ends'],
    ['Paid with 4242 4242 4242 4242', 'card numbers'],
  ])('the reason “%s” is refused: the trader reads it (%s)', async (reason) => {
    const { id } = await claim()
    expect((await runChange('claims', 'reject', id, '--reason', reason)).code).toBe(2)
    expect(await listRowsForDeposit('claims', id)).toHaveLength(1)
  })
})
