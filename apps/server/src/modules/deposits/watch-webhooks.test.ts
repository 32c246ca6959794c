import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'
import { listDeskProcessors } from './processor-query.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.clock.advance(3 * hourMs))

/** Lets ORANGE charge this many deposits. */
async function charge(count: number) {
  const references: string[] = []
  for (let each = 0; each < count; each += 1) {
    const deposit = await openDeposit(app, (await app.registerTrader()).userId)
    await creditDeposit(app, deposit)
    references.push(deposit.reference)
  }
  return references
}

const receiveWebhook = (reference: string) =>
  app.database.db
    .insertInto('processor_webhooks')
    .values({
      id: randomUUID(),
      method: 'card',
      processor_slug: 'orange',
      event_id: randomUUID(),
      reference,
      body: '{}',
      created_at: app.clock.now(),
      updated_at: app.clock.now(),
    })
    .execute()

async function watch(): Promise<string[]> {
  await app.runJob('deposits.watch_webhooks')
  const rows = await app.database.db
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'webhook.silent')
    .where('resolved_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}
const isSilent = async () =>
  (await listDeskProcessors(app.database.db, ['ZOOM'], app.clock.now())).find(({ name }) => name === 'ORANGE')?.isSilent

test('three charges without a webhook raise an alert, which the next webhook closes', async () => {
  const [first = ''] = await charge(3)
  expect(await watch()).toEqual([])
  app.clock.advance(3 * minuteMs)
  expect(await watch()).toEqual(['processor:ORANGE'])
  expect(await isSilent()).toBe(true)
  await receiveWebhook(first)
  app.clock.advance(minuteMs)
  expect(await watch()).toEqual([])
  expect(await isSilent()).toBe(false)
})

test('two charges, or none for an hour, raise no alert', async () => {
  await charge(2)
  app.clock.advance(3 * minuteMs)
  expect(await watch()).toEqual([])
  await charge(1)
  app.clock.advance(hourMs + minuteMs)
  expect(await watch()).toEqual([])
})

test('the desk sees which processors are off, what they have approved, and when they sent something', async () => {
  const [reference = ''] = await charge(1)
  await receiveWebhook(reference)
  const sentAtMs = app.clock.now().getTime()
  app.clock.advance(minuteMs)
  const listed = await listDeskProcessors(app.database.db, ['ZOOM'], app.clock.now())
  expect(listed.find(({ name }) => name === 'ORANGE')).toMatchObject({
    isOn: true,
    isCard: true,
    lastWebhookAtMs: sentAtMs,
    lastStatement: null,
    approved: expect.any(Number),
  })
  expect(listed.find(({ name }) => name === 'ZOOM')).toMatchObject({ isOn: false, asked: 0, lastWebhookAtMs: null })
})
