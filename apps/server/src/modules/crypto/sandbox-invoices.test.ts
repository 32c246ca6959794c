import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cryptoCalls, type InvoiceView } from '@tradefront/contract/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRunningClock, startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { startTestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'

let folder: string
let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let app: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'invoices-'))
  sandbox = await startTestSandbox(1, folder)
  app = await startTestApp({
    clock: createRunningClock(),
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret },
  })
})
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

test.each([
  ['btc', 8, 2],
  ['eth', 18, 6],
] as const)(
  'an invoice of the chain %s is paid by the test wallet, at the sandbox’s rates',
  async (coin, decimals, blocks) => {
    const { client } = await app.registerTrader()
    await sandbox.postControl(`chains/${coin}/interval`, { seconds: 0 })
    await app.runJob('rates.update')
    await app.runJob('crypto.watch_chains')
    const request = { amount: 1000, bonus: 1, fixed: 0, currency: 'USD' }
    const invoice = readInvoice((await client.post(`/api/${coin}/pay`, request)).json)
    expect(invoice).toMatchObject({ is_test: true, state: 'new' })
    const [whole = '', fraction = ''] = invoice.coin_amount.split('.')
    const value = String(BigInt(whole + fraction.padEnd(decimals, '0')))
    await sandbox.postControl(`chains/${coin}/pay`, { outputs: [{ address: invoice.address, value }] })
    await app.runJob('crypto.watch_chains')
    const check = async () => readInvoice((await client.post(`/api/${coin}/check`, { guid: invoice.guid })).json)
    expect(await check()).toMatchObject({ state: 'seen', status: 'wt' })
    await sandbox.postControl(`chains/${coin}/mine`, { blocks })
    await app.runJob('crypto.watch_chains')
    expect(await check()).toMatchObject({ state: 'paid', status: 'su' })
    expect((await client.get('/api/boot')).json).toMatchObject({ user: { btc_deposit: coin === 'btc' } })
  },
)

function readInvoice(json: unknown): InvoiceView {
  const { invoice } = cryptoCalls.createBitcoinInvoice.reply.parse(json)
  if (invoice === undefined) throw new Error(`no invoice: ${JSON.stringify(json)}`)
  return invoice
}
