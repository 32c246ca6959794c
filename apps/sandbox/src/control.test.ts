import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { openWorld, type World } from './testing/world.ts'

const approve = '4242424242424242'
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.stop())
afterEach(async () => {
  world.merchantStatus = 200
  await world.control('faults/clear', {})
})

test.each([
  ['lost', 'fault', 'succeeded'],
  ['garbage', 'fault', 'succeeded'],
  ['error_after', { status: 500 }, 'succeeded'],
  ['error', { status: 500 }, 'not_found'],
  ['reset', 'fault', 'not_found'],
  ['timeout', 'fault', 'not_found'],
])('makes a call go wrong: %s', async (act, wanted, status) => {
  await world.control('faults', { processor: 'orange', on: 'start', act, times: 1 })
  const { ref, reply } = await world.start('orange', approve)
  expect(reply).toEqual(typeof wanted === 'string' ? wanted : expect.objectContaining(wanted))
  expect(await world.status('orange', ref)).toBe(status)
  expect((await world.start('orange', approve)).reply).toMatchObject({ status: 200 })
})

test('strikes one processor and one charge only', async () => {
  await world.control('faults', { processor: 'orange', ref: 'other', on: 'start', act: 'error' })
  expect((await world.start('orange', approve)).reply).toMatchObject({ status: 200 })
  await world.control('faults', { processor: 'orange', on: 'start', act: 'error' })
  expect((await world.start('pfs', approve)).reply).toMatchObject({ status: 200 })
  expect((await world.start('orange', approve)).reply).toMatchObject({ status: 500 })
})

test('delays', async () => {
  await world.control('faults', { on: 'start', act: 'delay', ms: 120, times: 1 })
  const before = performance.now()
  await world.start('pfs', approve)
  expect(performance.now() - before).toBeGreaterThan(110)
})

test('webhooks are sent again until somebody takes them', async () => {
  world.merchantStatus = 503
  const { ref } = await world.start('pfs', approve)
  await world.told(ref, ['succeeded', 'succeeded', 'succeeded'])
  world.merchantStatus = 200
  await expect.poll(() => eventsOf(ref)).toMatchObject([{ state: 'delivered' }])
})

test('webhooks can be dropped, doubled, held, reversed and sent again', async () => {
  await world.control('faults', { on: 'webhook', act: 'drop', times: 1 })
  const dropped = await world.start('pfs', approve)
  await expect.poll(() => eventsOf(dropped.ref)).toMatchObject([{ state: 'dropped' }])
  await world.control('webhooks/replay', { ref: dropped.ref })
  await world.told(dropped.ref, ['succeeded'])

  await world.control('faults', { on: 'webhook', act: 'duplicate', times: 1 })
  await world.told((await world.start('pfs', approve)).ref, ['succeeded', 'succeeded'])

  await world.control('faults', { on: 'webhook', act: 'hold', times: 2 })
  const first = await world.start('pfs', approve)
  await expect.poll(() => eventsOf(first.ref)).toMatchObject([{ state: 'held' }])
  const second = await world.start('pfs', approve)
  await expect.poll(() => eventsOf(second.ref)).toMatchObject([{ state: 'held' }])
  await world.control('webhooks/release', { order: 'reverse' })
  const order = world.webhooks.map(({ ref }) => ref).filter((ref) => ref === first.ref || ref === second.ref)
  expect(order).toEqual([second.ref, first.ref])
})

test('the clock can be moved, and what is due then happens', async () => {
  const slow = await openWorld(null, { waitScale: 1 })
  const { ref } = await slow.start('pfs', '4000009900005052')
  expect(await slow.status('pfs', ref)).toBe('pending')
  await slow.control('clock', { offset_ms: 61_000 })
  await expect.poll(() => slow.app.sandbox.bank.find('pfs', ref)?.state).toBe('succeeded')
  await slow.stop()
})

test('the statement is JSON and CSV with the same rows', async () => {
  const { ref } = await world.start('universe', approve)
  const { rows } = (await world.control('statement')) as { rows: Record<string, unknown>[] }
  expect(rows.find((row) => row['ref'] === ref)).toMatchObject({
    kind: 'charge',
    processor: 'UNIVERSE',
    amount: 100_000,
    currency: 'USD',
    status: 'succeeded',
    last4: '4242',
  })
  const csv = await (await fetch(`${world.url}/control/statement.csv`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(rows.length + 1)
  expect(csv).toContain(`charge,UNIVERSE,${ref},psp_`)
})

test('answers this machine under its own name only, and takes JSON alone', async () => {
  const status = await new Promise((done) => {
    request(`${world.url}/control/state`, { headers: { host: 'evil.example' } }, (response) =>
      done(response.statusCode),
    ).end()
  })
  expect(status).toBe(403)
  const form = await fetch(`${world.url}/control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  })
  expect(form.status).toBe(400)
})

test('the books survive a restart, with what was still due, and hold no card number', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const before = await openWorld(dir, { waitScale: 1 })
  const paid = await before.start('pfs', approve)
  const pending = await before.start('pfs', '4000009900005052')
  await before.ask('/pfs/cancel', { ref: 'never' })
  await before.ask('/pfs/refund', { ref: paid.ref, refund_ref: 'r', amount: 5, currency: 'USD' })
  const statement = await before.control('statement')
  await before.stop()

  const journal = readFileSync(join(dir, 'sandbox/journal.jsonl'), 'utf8')
  expect(journal).not.toContain(approve)
  expect(journal).toContain('"last4":"4242"')

  const after = await openWorld(dir, { waitScale: 1 })
  expect(await after.control('statement')).toEqual(statement)
  expect(await after.status('pfs', 'never')).toBe('cancelled')
  await after.control('clock', { offset_ms: 61_000 })
  await expect.poll(() => after.app.sandbox.bank.find('pfs', pending.ref)?.state).toBe('succeeded')
  await after.control('reset', {})
  expect(await after.control('statement')).toEqual({ rows: [] })
  await after.stop()
  rmSync(dir, { recursive: true })
})

function eventsOf(ref: string): unknown[] {
  return world.app.sandbox.outbox.list().filter((event) => event.ref === ref)
}
