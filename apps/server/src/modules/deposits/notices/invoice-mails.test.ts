import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createCryptoFixture, type CryptoFixture } from '../../../../test/fixtures/crypto/crypto-fixture.ts'
import { listQueuedMails } from '../../../../test/fixtures/mail/queued-mails.ts'

let fixture: CryptoFixture
let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
beforeEach(async () => {
  trader = await fixture.app.registerTrader()
  await fixture.work()
})
afterAll(() => fixture.stop())

const listKinds = async () => {
  const { rows } = await fixture.app.database.pool.query<{ kind: string }>(
    `select n.kind from deposit_notices n join deposits d on d.id = n.deposit_id where d.user_id = $1 order by n.created_at, n.kind`,
    [trader.userId],
  )
  return rows.map(({ kind }) => kind)
}

test.each([
  ['the amount', ['0.01'], 0, ['credited']],
  ['two parts', ['0.005', '0.005'], 0, ['part', 'credited']],
  ['more in a second payment', ['0.01', '0.002'], 0, ['credited', 'part']],
  ['too little', ['0.005'], 3_600_000, ['part', 'failed']],
  ['nothing', [], 3_600_000, ['failed']],
])('the trader who pays %s is told once about each payment and the end', async (_name, amounts, waitMs, kinds) => {
  const invoice = await fixture.openInvoice(trader.client)
  for (const amount of amounts) {
    fixture.pay(invoice, amount)
    fixture.btc.mine(2)
    await fixture.advance(1000)
  }
  await fixture.advance(waitMs)
  expect(await listKinds()).toEqual(kinds)
})

/** Mails the notices that are due, and returns them. */
async function mailNotices() {
  const { app } = fixture
  await app.database.db.deleteFrom('mails').execute()
  await app.runJob('deposits.mail_notices')
  return listQueuedMails(app.context)
}

test('the mails name the coin, and say what becomes of what arrives late', async () => {
  await mailNotices()
  await fixture.openInvoice(trader.client, 'BTC', 500)
  const partly = await fixture.openInvoice(trader.client, 'BTC', 1000)
  fixture.pay(partly, '0.005')
  fixture.btc.mine(2)
  await fixture.advance(1000)
  await fixture.advance(3_600_000)
  const sent = await mailNotices()
  const texts = sent.map(({ text }) => text)
  expect(sent.map(({ template }) => template).toSorted()).toEqual(['deposit_failed', 'deposit_failed', 'deposit_part'])
  expect(texts.join()).toContain('Bitcoin')
  expect(texts.join()).toContain('is credited by the terms of the invoice')
  expect(texts.join()).toContain('Only a part of the invoice was paid in time')
  expect(texts.join()).not.toContain('bank')
})

const pay = async (invoice: Awaited<ReturnType<CryptoFixture['openInvoice']>>, amount: string) => {
  fixture.pay(invoice, amount)
  fixture.btc.mine(2)
  await fixture.advance(1000)
}

test('the mail of a part says what completes the invoice, or that its time has ended', async () => {
  await mailNotices()
  const invoice = await fixture.openInvoice(trader.client)
  await pay(invoice, '0.004')
  const [part] = await mailNotices()
  expect(part).toMatchObject({ template: 'deposit_part', subject: '$400.00 arrived' })
  expect(part?.text).toContain('comes with the payment that completes the invoice in time')
  await pay(invoice, '0.002')
  await fixture.advance(3_600_000)
  const ended = await mailNotices()
  expect(ended.find(({ template }) => template === 'deposit_part')?.text).toContain(
    'ended before the whole amount was sent, so there is no bonus',
  )
  const failed = ended.find(({ template }) => template === 'deposit_failed')
  expect(failed?.subject).toBe('Only a part of the invoice was paid in time: $600.00 of $1,000.00')
})

test('the mail of a payment to a cancelled invoice says that it was cancelled, not that its time was over', async () => {
  await mailNotices()
  const invoice = await fixture.openInvoice(trader.client)
  await trader.client.post('/api/crypto/invoices/cancel', { guid: invoice.guid })
  await mailNotices()
  await pay(invoice, '0.01')
  const [arrived] = await mailNotices()
  expect(arrived).toMatchObject({ template: 'deposit_part', subject: '$1,000.00 arrived' })
  expect(arrived?.text).toContain('arrived after you had cancelled your invoice')
})

test('the receipt has what was credited if an invoice was paid with more at once', async () => {
  await mailNotices()
  await pay(await fixture.openInvoice(trader.client), '0.012')
  const [receipt] = await mailNotices()
  expect(receipt?.subject).toBe('Receipt for your deposit of $1,200.00')
  expect(receipt?.text).toContain('Amount: $1,200.00 instead of $1,000.00\nBonus: $500.00\n')
  expect(receipt?.text).not.toContain('statement')
})

test('the mail of a payment to a paid invoice says that it was more than asked', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  await pay(invoice, '0.01')
  await mailNotices()
  await pay(invoice, '0.002')
  const [more] = await mailNotices()
  expect(more?.subject).toBe('$200.00 arrived')
  expect(more?.text).toContain('You have sent more than the amount of your invoice.')
  expect(more?.text).not.toContain('completes')
})

test.each([
  ['en', 'On average it is credited at 1 BTC = $90,000.00'],
  ['ru', 'Средний курс зачисления: 1 BTC = $90 000,00'],
] as const)('the mail of a payment that is too late for the rate names its own (%s)', async (language, rate) => {
  await fixture.app.database.pool.query('update users set language = $2 where id = $1', [trader.userId, language])
  const invoice = await fixture.openInvoice(trader.client)
  await fixture.advance(3 * 3_600_000)
  fixture.setRates({ BTC: 90_000 })
  await fixture.advance(60_000)
  await mailNotices()
  await pay(invoice, '0.01')
  fixture.setRates({ BTC: 100_000 })
  await fixture.advance(60_000)
  const [late] = await mailNotices()
  expect(late?.subject).toMatch(/\$900[.,]00/)
  expect(late?.text.replaceAll('\u00a0', ' ')).toContain(rate)
})

test('the mail of coins that the network has lost names no bank', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  await pay(invoice, '0.01')
  await mailNotices()
  await fixture.app.database.pool.query(
    `insert into deposit_notices (deposit_id, kind, attempt_id, capture_number, created_at)
     select deposit_id, 'taken_back', attempt_id, number, created_at from captures where deposit_id = $1`,
    [invoice.deposit_id],
  )
  const [lost] = await mailNotices()
  expect(lost?.text).toContain('The network no longer has this payment')
  expect(lost?.text).not.toContain('bank')
})
