import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Mail, renderEmail } from '../../mail/service.ts'
import { createNoticeService } from './mail-notices.ts'
import { createCryptoFixture, type CryptoFixture } from '../../../testing/crypto/crypto-fixture.ts'

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

test('the mails name the coin, and say what becomes of what arrives late', async () => {
  const sent: Mail[] = []
  const errors: unknown[] = []
  const notices = createNoticeService({
    db: fixture.app.database.db,
    clock: fixture.clock,
    mail: { send: async (mail) => sent.push(mail) > 0 },
    publicUrl: 'https://tradefront.example',
    getSettings: async () => ({ statementName: 'TRADEFRONT', refundDays: 10 }),
    onError: (error) => errors.push(error),
  })
  await notices.mailNotices()
  sent.length = 0
  await fixture.openInvoice(trader.client, 'BTC', 500)
  const partly = await fixture.openInvoice(trader.client, 'BTC', 1000)
  fixture.pay(partly, '0.005')
  fixture.btc.mine(2)
  await fixture.advance(1000)
  await fixture.advance(3_600_000)
  await notices.mailNotices()
  expect(errors).toEqual([])
  const texts = sent.map((mail) => renderEmail(mail).text)
  expect(sent.map(({ template }) => template).toSorted()).toEqual(['deposit_failed', 'deposit_failed', 'deposit_part'])
  expect(texts.join()).toContain('Bitcoin')
  expect(texts.join()).toContain('we credit them at the rate of their arrival')
  expect(texts.join()).toContain('Only a part of the invoice was paid in time')
  expect(texts.join()).not.toContain('bank')
})
