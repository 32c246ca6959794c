import { randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import { type BankPaymentView, deskBankCalls } from '@tradefront/contract/desk-bank'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'

const app = await startWithdrawalApp()
const { pool } = app.database
let desk: TestDesk
let payer: TestOperator

beforeAll(async () => {
  await app.runAsOwner(
    `insert into settings values ('approval_limit', '1000000', clock_timestamp() - interval '2 days')`,
  )
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const format = { bookedOn: 'day', amount: 'sum', currency: 'cur', words: 'words', payer: '', reference: 'ref' }
const account = 'DE02120300000000202051'
const load = async (operator: TestOperator, body: object) =>
  (await desk.call(deskBankCalls.importBankStatement.path, operator.cookie, body)).json
const loadRows = (rows: readonly string[], changes: object = {}) =>
  load(payer, { kind: 'csv', account, format, text: ['ref,day,sum,cur,words', ...rows].join('\n'), ...changes })
const list = async (queue: 'waiting' | 'accepted') =>
  (await payer.get(`${deskBankCalls.listBankPayments.path}?queue=${queue}`))['payments'] as BankPaymentView[]
const find = async (queue: 'waiting' | 'accepted', words: string) =>
  (await list(queue)).find((payment) => payment.words === words)

/** Creates a trader's report of a payment by bank of 1,000 USD. */
async function createClaim() {
  const { client, userId } = await app.registerTrader()
  const sent = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 0, fixed: 0, bitcoin: `TF-${userId}` }
  const reply = await client.post('/api/report/bank', { ...sent, random: randomUUID() })
  expect(reply.json).toMatchObject({ return: true })
  return userId
}

/** Creates a payment that has arrived on our account, with a proposal for the report. */
async function createPayment(userId: number, sum = '1000') {
  const words = `TF-${userId} ${randomUUID()}`
  await loadRows([`${randomUUID()},2026-11-20,${sum},USD,${words}`])
  const payment = await find('waiting', words)
  const [proposal] = payment?.proposals ?? []
  if (payment === undefined || proposal === undefined) throw new Error('no proposal')
  const { deposit, attempt, trader } = proposal
  const input = { deposit, attempt, trader: trader.id, amount: payment.amount, currency: 'USD', payment: payment.id }
  return { words, payment, proposal, input }
}

describe('a bank statement', () => {
  test('is imported once: an entry that is there already stays as it is', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const row = (reference: string, sum: number) => `${reference},2026-11-20,${sum},USD,${reference}`
    expect(await loadRows([row(one, 5)])).toMatchObject({ return: true, found: 1, added: 1 })
    expect(await loadRows([row(one, 6), row(two, 7)])).toMatchObject({ found: 2, added: 1 })
    expect(await find('waiting', one)).toMatchObject({ account, amount: 500, bookedOn: '2026-11-20', proposals: [] })
    // The same reference on another account is another entry.
    expect(await loadRows([row(one, 5)], { account: 'GB29 nwbk 6016 1331 9268 19' })).toMatchObject({ added: 1 })
    expect(await payer.get(deskBankCalls.listBankFormats.path)).toMatchObject({
      formats: [{ account: 'GB29NWBK60161331926819', format }, { account }],
    })
  })

  test('that is hostile or unreadable is refused in words, and nothing is stored', async () => {
    const before = await list('waiting')
    const bomb = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    expect(await load(payer, { kind: 'camt', text: bomb })).toMatchObject({ error: 'desk_reconcile.xml_doctype' })
    for (const body of [{ kind: 'camt' }, { kind: 'csv', account, format }])
      expect(await load(payer, { ...body, text: 'x'.repeat(10_000_000) })).toMatchObject({
        error: 'desk_reconcile.too_large',
        message: expect.stringContaining('5 MB'),
      })
    expect(await loadRows(['a,2026-11-20,1,USD,x', 'b,2026-11-20,x,USD,x'])).toMatchObject({
      error: 'desk_reconcile.bad_line',
    })
    expect(await list('waiting')).toEqual(before)
  })

  test('is for payments and finance only', async () => {
    const risk = await desk.createOperator('risk')
    expect(await load(risk, { kind: 'camt', text: '' })).toMatchObject({ error: 'desk.no_right' })
    expect((await desk.call(`${deskBankCalls.listBankPayments.path}?queue=waiting`, risk.cookie)).json).toMatchObject({
      error: 'desk.no_right',
    })
  })

  test('is not written by a server', async () => {
    await expect(pool.query(`insert into bank_payments (account) values ('x')`)).rejects.toThrow('permission denied')
  })
})

describe('a payment that has arrived', () => {
  test('is proposed with what agrees, and credited once', async () => {
    const userId = await createClaim()
    const { words, proposal, input } = await createPayment(userId)
    expect(proposal).toMatchObject({
      trader: { id: userId },
      amount: 100_000,
      agrees: { reference: true, amount: true, currency: true },
    })
    expect(await payer.order('claim.accept', input)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 100_000 })
    expect(await find('waiting', words)).toBeUndefined()
    expect(await find('accepted', words)).toMatchObject({ deposit: input.deposit })
  })

  test('with another amount says so, and is credited with what has arrived', async () => {
    const userId = await createClaim()
    const { proposal, input } = await createPayment(userId, '999.99')
    expect(proposal.agrees).toEqual({ reference: true, amount: false, currency: true })
    expect(await payer.order('claim.accept', { ...input, amount: 100_000 })).toMatchObject({
      state: 'refused',
      note: 'desk_reconcile.payment_used',
    })
    expect(await payer.order('claim.accept', input)).toMatchObject({ state: 'done' })
    expect(await app.findBalances(userId)).toMatchObject({ cash: 99_999 })
  })

  test('is not credited for a second report, nor by two servers at once', async () => {
    const [one, other] = [await createClaim(), await createClaim()]
    const { input } = await createPayment(one)
    const { input: otherInput } = await createPayment(other)
    const ask = async (changes: object) => {
      const { command } = await payer.request('claim.accept', { ...otherInput, ...changes })
      await payer.sign(command as CommandView)
      return (command as CommandView).id
    }
    const ids = [await ask(input), await ask({ payment: input.payment })]
    await Promise.all([app.runJob('operators.run_commands'), app.runJob('operators.run_commands')])
    const states = await Promise.all(
      ids.map(async (id) => ((await payer.get(`/api/desk/command/${id}`))['command'] as CommandView).state),
    )
    expect(states.toSorted()).toEqual(['done', 'refused'])
  })

  test('is credited once by the database, also if a server does not look', async () => {
    const copyCommand = `insert into operator_commands select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
      from operator_commands c where action = 'claim.accept' and outcome = 'done' limit 1`
    await expect(app.runAsOwner(copyCommand)).rejects.toMatchObject({ constraint: 'operator_commands_bank_payment' })
  })
})
