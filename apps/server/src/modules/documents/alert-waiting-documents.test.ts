import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { alertWaitingDocuments } from './alert-waiting-documents.ts'
import { measureCheckHours } from './decision-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(() => app.database.db.deleteFrom('documents').execute())

const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * hourMs)

const insertFile = async (userId: number, sentAt: Date, decidedAt: Date | null = null, kind = 'passport') => {
  const id = randomUUID()
  const file = { user_id: userId, kind, position: 0, media_type: 'image/png', bytes: 10, pages: 1, store: 'database' }
  await app.database.db
    .insertInto('documents')
    .values({ ...file, id, sent_at: sentAt, decided_at: decidedAt, state: decidedAt === null ? 'sent' : 'approved' })
    .execute()
  return id
}

const listAlerts = async () => {
  const rows = await app.database.db
    .selectFrom('alerts')
    .select(['subject', 'detail'])
    .where('kind', '=', 'documents.waiting')
    .where('resolved_at', 'is', null)
    .orderBy('subject')
    .execute()
  return rows
}

const check = () => alertWaitingDocuments(app.context)

test('documents that wait for 24 hours raise one alert per trader, with their age, until all are decided', async () => {
  const [late, other] = [await app.registerTrader(), await app.registerTrader()]
  const first = await insertFile(late.userId, hoursAgo(23))
  await insertFile(other.userId, hoursAgo(23))
  await check()
  expect(await listAlerts()).toEqual([])
  const since = hoursAgo(23).toISOString()
  app.clock.advance(hourMs)
  const second = await insertFile(late.userId, hoursAgo(1), null, 'sign')
  await app.database.db.deleteFrom('documents').where('user_id', '=', other.userId).execute()
  await check()
  await check()
  const alert = { subject: `user:${late.userId}`, detail: { since, files: 2 } }
  expect(await listAlerts()).toEqual([alert])

  const decide = (id: string) =>
    app.database.db
      .updateTable('documents')
      .set({ state: 'approved', decided_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
  await decide(first)
  await check()
  expect(await listAlerts(), 'the other file waits for an hour').toEqual([])
  await decide(second)
  await check()
  expect(await listAlerts()).toEqual([])
})

test('the time of a check is that of nine of ten of the latest ones; of fewer than ten none is named', async () => {
  const { db } = app.database
  const traders = await Promise.all(Array.from({ length: 10 }, () => app.registerTrader()))
  const measure = () => measureCheckHours(db, hoursAgo(24 * 90))
  for (const [index, { userId }] of traders.entries()) {
    expect(await measure()).toBeNull()
    // Nine files are checked after 1 to 9 hours, and one after 60.
    await insertFile(userId, hoursAgo(100), hoursAgo(100 - (index === 9 ? 60 : index + 1)))
  }
  expect(await measure()).toBe(9)
  expect(await measureCheckHours(db, hoursAgo(50)), 'checks of long ago say nothing').toBeNull()
})
