import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await startSandboxFixture(null, { waitScale: 0.001 })
})
afterAll(() => sandbox.close())

async function send(amount: number, ref: string = randomUUID(), slug = 'payout-wallet', method = 'skrill') {
  const body = { ref, method, amount, currency: 'USD', account: 'ada@example.com', holder: 'Ada Lovelace' }
  return { ref, reply: await sandbox.sendSigned(`/${slug}/send`, body) }
}

const ask = (ref: string, action = 'status', slug = 'payout-wallet') =>
  sandbox.sendSigned(`/${slug}/${action}`, { ref })

test('a payout is carried out once, however often it is sent', async () => {
  const { ref, reply } = await send(1000)
  expect(reply).toMatchObject({
    status: 200,
    json: { ref, status: 'paid', sent_reference: expect.stringMatching(/^W[0-9A-F]{12}$/) as string, sent_as: null },
  })
  const [again, asked] = [await send(1000, ref), await ask(ref)]
  expect([again.reply, asked]).toEqual([reply, reply])
  const { payouts } = await sandbox.callControl('payouts')
  expect((payouts as { reference: string }[]).filter(({ reference }) => reference === ref)).toHaveLength(1)
})

test('coins are sent at the simulated rate', async () => {
  const { reply } = await send(97_000_00, randomUUID(), 'payout-bitcoin', 'bitcoin')
  expect(reply).toMatchObject({
    json: { status: 'paid', sent_as: expect.stringMatching(/^[01]\.\d{8} BTC$/) as string },
  })
})

test('the cents of an amount say what happens: refused, a lost reply, slow', async () => {
  expect((await send(1013)).reply).toMatchObject({ json: { status: 'refused', reason: 'account_closed' } })
  const lost = await send(1014)
  expect(lost.reply).toBe('fault')
  expect(await ask(lost.ref)).toMatchObject({ json: { status: 'paid' } })
  const slow = await send(1015)
  expect(slow.reply).toMatchObject({ json: { status: 'pending' } })
  await expect.poll(() => ask(slow.ref)).toMatchObject({ json: { status: 'paid' } })
})

test('an unknown instruction that is cancelled is never carried out, and a known one stays', async () => {
  const ref = randomUUID()
  expect(await ask(ref)).toMatchObject({ json: { status: 'not_found' } })
  expect(await ask(ref, 'cancel')).toMatchObject({ json: { status: 'cancelled' } })
  expect((await send(1000, ref)).reply).toMatchObject({ json: { status: 'cancelled' } })
  const paid = await send(1000)
  expect(await ask(paid.ref, 'cancel')).toMatchObject({ json: { status: 'paid' } })
})

test('a provider only sends by its own methods, and faults can be planned', async () => {
  expect((await send(1000, randomUUID(), 'payout-bank', 'skrill')).reply).toMatchObject({ status: 400 })
  await sandbox.callControl('faults', { processor: 'payout-wallet', on: 'start', act: 'error_after', times: 1 })
  const { ref, reply } = await send(1000)
  expect(reply).toMatchObject({ status: 500 })
  expect(await ask(ref)).toMatchObject({ json: { status: 'paid' } })
})
