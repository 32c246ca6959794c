import { mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

const approve = '4242424242424242'
let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.merchantStatus = 200
  await fixture.callControl('faults/clear', {})
})

test.each([
  ['lost', 'fault', 'succeeded'],
  ['garbage', 'fault', 'succeeded'],
  ['error_after', { status: 500 }, 'succeeded'],
  ['error', { status: 500 }, 'not_found'],
  ['reset', 'fault', 'not_found'],
  ['timeout', 'fault', 'not_found'],
])('a fault makes a call fail: %s', async (act, wanted, status) => {
  await fixture.callControl('faults', { processor: 'orange', on: 'start', act, times: 1 })
  const start = () => fixture.startCharge('orange', approve)
  const { ref, reply } = await (act === 'timeout' ? fixture.withShortTimeout(start) : start())
  expect(reply).toEqual(typeof wanted === 'string' ? wanted : expect.objectContaining(wanted))
  expect(await fixture.getStatus('orange', ref)).toBe(status)
  expect((await fixture.startCharge('orange', approve)).reply).toMatchObject({ status: 200 })
})

test('a fault can be limited to one processor and one charge', async () => {
  await fixture.callControl('faults', { processor: 'orange', ref: 'other', on: 'start', act: 'error' })
  expect((await fixture.startCharge('orange', approve)).reply).toMatchObject({ status: 200 })
  await fixture.callControl('faults', { processor: 'orange', on: 'start', act: 'error' })
  expect((await fixture.startCharge('pfs', approve)).reply).toMatchObject({ status: 200 })
  expect((await fixture.startCharge('orange', approve)).reply).toMatchObject({ status: 500 })
})

test('a fault can delay a call', async () => {
  await fixture.callControl('faults', { on: 'start', act: 'delay', ms: 120, times: 1 })
  const before = performance.now()
  await fixture.startCharge('pfs', approve)
  expect(performance.now() - before).toBeGreaterThan(110)
})

test('webhooks are retried until they are accepted', async () => {
  fixture.merchantStatus = 503
  const { ref } = await fixture.startCharge('pfs', approve)
  await fixture.waitForWebhooks(ref, ['succeeded', 'succeeded', 'succeeded'])
  fixture.merchantStatus = 200
  await expect.poll(() => eventsOf(ref)).toMatchObject([{ state: 'delivered' }])
})

test('webhooks can be dropped, duplicated, held, reversed and replayed', async () => {
  await fixture.callControl('faults', { on: 'webhook', act: 'drop', times: 1 })
  const dropped = await fixture.startCharge('pfs', approve)
  await expect.poll(() => eventsOf(dropped.ref)).toMatchObject([{ state: 'dropped' }])
  await fixture.callControl('webhooks/replay', { ref: dropped.ref })
  await fixture.waitForWebhooks(dropped.ref, ['succeeded'])

  await fixture.callControl('faults', { on: 'webhook', act: 'duplicate', times: 1 })
  await fixture.waitForWebhooks((await fixture.startCharge('pfs', approve)).ref, ['succeeded', 'succeeded'])

  await fixture.callControl('faults', { on: 'webhook', act: 'hold', times: 2 })
  const first = await fixture.startCharge('pfs', approve)
  await expect.poll(() => eventsOf(first.ref)).toMatchObject([{ state: 'held' }])
  const second = await fixture.startCharge('pfs', approve)
  await expect.poll(() => eventsOf(second.ref)).toMatchObject([{ state: 'held' }])
  await fixture.callControl('webhooks/release', { order: 'reverse' })
  const order = fixture.webhooks.map(({ ref }) => ref).filter((ref) => ref === first.ref || ref === second.ref)
  expect(order).toEqual([second.ref, first.ref])
})

test('moving the clock runs what becomes due', async () => {
  const slow = await startSandboxFixture(null, { waitScale: 1 })
  const { ref } = await slow.startCharge('pfs', '4000009900005052')
  expect(await slow.getStatus('pfs', ref)).toBe('pending')
  await slow.callControl('clock', { offset_ms: 61_000 })
  await expect.poll(() => slow.app.sandbox.ledger.findCharge('pfs', ref)?.state).toBe('succeeded')
  await slow.close()
})

test('the statement has the same rows as JSON and as CSV', async () => {
  const { ref } = await fixture.startCharge('universe', approve)
  const { rows } = (await fixture.callControl('statement')) as { rows: Record<string, unknown>[] }
  expect(rows.find((row) => row['ref'] === ref)).toMatchObject({
    kind: 'charge',
    processor: 'UNIVERSE',
    amount: 100_000,
    currency: 'USD',
    status: 'succeeded',
    last4: '4242',
  })
  const csv = await (await fetch(`${fixture.url}/control/statement.csv`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(rows.length + 1)
  expect(csv).toContain(`charge,UNIVERSE,${ref},psp_`)
})

test('the control API only answers this machine under its own name, and only JSON', async () => {
  const status = await new Promise((done) => {
    request(`${fixture.url}/control/state`, { headers: { host: 'evil.example' } }, (response) =>
      done(response.statusCode),
    ).end()
  })
  expect(status).toBe(403)
  const form = await fetch(`${fixture.url}/control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  })
  expect(form.status).toBe(400)
})

test('on a full disk the sandbox stays up, confirms nothing, and goes on when there is room', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tradefront-sandbox-full-'))
  let isFull = false
  const write = (handle: number, bytes: Buffer) => {
    if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    return writeSync(handle, bytes)
  }
  const full = await startSandboxFixture(dir, { journal: { write, report: () => undefined } })
  isFull = true
  const { ref, reply } = await full.startCharge('pfs', approve)
  expect(reply).toMatchObject({ status: 503 })
  expect((await fetch(`${full.url}/healthz`)).status).toBe(200)
  expect(full.webhooks).toEqual([])
  isFull = false
  expect(await full.getStatus('pfs', ref)).toBe('succeeded')
  await full.close()
  const restarted = await startSandboxFixture(dir)
  expect(await restarted.getStatus('pfs', ref)).toBe('succeeded')
  await restarted.close()
  rmSync(dir, { recursive: true })
})

test('charges and scheduled changes survive a restart, and the journal holds no card number', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const before = await startSandboxFixture(dir, { waitScale: 1 })
  const paid = await before.startCharge('pfs', approve)
  const pending = await before.startCharge('pfs', '4000009900005052')
  await before.sendSigned('/pfs/cancel', { ref: 'never' })
  await before.sendSigned('/pfs/refund', { ref: paid.ref, refund_ref: 'r', amount: 5, currency: 'USD' })
  const statement = await before.callControl('statement')
  await before.close()

  const journal = readFileSync(join(dir, 'sandbox/journal.jsonl'), 'utf8')
  expect(journal).not.toContain(approve)
  expect(journal).toContain('"last4":"4242"')

  const after = await startSandboxFixture(dir, { waitScale: 1 })
  expect(await after.callControl('statement')).toEqual(statement)
  expect(await after.getStatus('pfs', 'never')).toBe('cancelled')
  await after.callControl('clock', { offset_ms: 61_000 })
  await expect.poll(() => after.app.sandbox.ledger.findCharge('pfs', pending.ref)?.state).toBe('succeeded')
  await after.callControl('reset', {})
  expect(await after.callControl('statement')).toEqual({ rows: [] })
  await after.close()
  rmSync(dir, { recursive: true })
})

function eventsOf(ref: string): unknown[] {
  return fixture.app.sandbox.outbox.listEvents().filter((event) => event.ref === ref)
}
