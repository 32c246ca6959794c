import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createRunningClock, startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { findQuarantine } from '../../platform/recovery/quarantine.ts'
import { createServerBeats } from '../../platform/recovery/server-beats.ts'
import { createCopyCheck } from './check-copy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: createRunningClock() })
})
afterAll(() => app.stop())
afterEach(async () => {
  app.clock.set(new Date())
  await app.runAsOwner('delete from quarantines; delete from server_beats; delete from alerts')
})

/** Checks as a server that has just started. */
const checkCopy = (context: AppContext) => createCopyCheck(context)()
const read = async () => findQuarantine(app.database.db)
const readCause = async () => (await read())?.cause ?? null
const openBeats = () => createServerBeats(app.database.db, randomUUID()).writeFirst()
const addBeat = (when: string) =>
  app.runAsOwner(`insert into server_beats values (gen_random_uuid(), 1, now() + interval '${when}')`)
const listAlerts = async () => {
  const rows = await app.database.db
    .selectFrom('alerts')
    .select(['kind', 'detail'])
    .where('resolved_at', 'is', null)
    .execute()
  return rows.filter(({ kind }) => kind.startsWith('recovery.'))
}

/** Lets a processor's statement have charges with these references, or none that can be fetched (null). */
function withStatement(
  references: readonly string[] | null,
  createdAt = new Date(),
  {
    isConnected = true,
    onFetch = () => undefined,
  }: { readonly isConnected?: boolean; readonly onFetch?: () => void } = {},
): AppContext {
  const row = { kind: 'charge', processor: 'ORANGE', refundReference: '', amount: 1000, currency: 'USD' } as const
  const rows = (references ?? []).map((reference, line) => ({
    ...row,
    line,
    reference,
    status: 'succeeded',
    createdAt,
  }))
  const fetchPage = async () => {
    onFetch()
    return references === null ? null : { rows, nextOffset: null }
  }
  const { card } = app.context.providers
  return {
    ...app.context,
    providers: {
      ...app.context.providers,
      card: { ...card, statements: [{ processor: 'ORANGE', isConnected: async () => isConnected, fetchPage }] },
      wallet: { ...app.context.providers.wallet, statements: [] },
      crypto: { ...app.context.providers.crypto, statements: [] },
    },
  }
}

test.each([
  ['the first server of a database', [], null],
  ['a server that is started again within a minute', ['-50 s'], null],
  ['one of several that were off, while another one works', ['-1 day', '-5 s'], null],
  ['the first server after a night', ['-8 h'], 'silence'],
  ['a server in a time before that of the database', ['2 min'], 'silence'],
])('%s: quarantine %j', async (_what, beats, cause) => {
  for (const when of beats) await addBeat(when)
  await openBeats()
  expect(await readCause()).toBe(cause)
})

test('servers that start together after a night begin one quarantine, and those that come later none', async () => {
  await addBeat('-8 h')
  await Promise.all([openBeats(), openBeats(), openBeats()])
  await checkCopy(withStatement([]))
  await openBeats()
  expect(await read()).toBeNull()
  const { rows } = await app.database.pool.query('select cause from quarantines')
  expect(rows).toEqual([{ cause: 'silence' }])
})

test('after a night without a charge that is unknown, money moves again by itself', async () => {
  const { userId } = await app.registerTrader()
  const { reference } = await openDeposit(app, userId)
  await addBeat('-8 h')
  await openBeats()
  // Charges from before that time are not looked at: the database has forgotten none of them.
  const longAgo = new Date(Date.now() - 9 * 60 * minuteMs)
  await checkCopy(withStatement([randomUUID()], longAgo))
  expect(await read()).toBeNull()
  await addBeat('-8 h')
  await app.runAsOwner('delete from quarantines; delete from server_beats')
  await addBeat('-8 h')
  await openBeats()
  await checkCopy(withStatement([reference, 'not-ours']))
  expect(await read()).toBeNull()
  expect(await listAlerts()).toEqual([])
})

test('a charge that the database does not know keeps the quarantine for operators', async () => {
  await addBeat('-8 h')
  await openBeats()
  await checkCopy(withStatement([randomUUID(), randomUUID()]))
  expect(await read()).toMatchObject({ cause: 'unknown_charges', unknownCharges: 2 })
  expect(await listAlerts()).toMatchObject([{ kind: 'recovery.quarantine', detail: { cause: 'unknown_charges' } }])
  // A later statement without them changes nothing.
  await checkCopy(withStatement([]))
  expect(await readCause()).toBe('unknown_charges')
  await app.runAsOwner('update quarantines set ended_at = now()')
  await checkCopy(withStatement([]))
  expect(await listAlerts()).toEqual([])
})

test('a statement that cannot be fetched holds money for five minutes, and then raises an alert', async () => {
  await addBeat('-8 h')
  await openBeats()
  await checkCopy(withStatement(null))
  expect(await readCause()).toBe('silence')
  app.clock.advance(4 * minuteMs + 45_000)
  await checkCopy(withStatement(null))
  expect(await readCause()).toBe('silence')
  app.clock.advance(15_000)
  await checkCopy(withStatement(null))
  expect(await read()).toBeNull()
  expect(await listAlerts()).toMatchObject([{ kind: 'recovery.unchecked', detail: { processors: 'ORANGE' } }])
})

test('a server fetches a statement that could not be read again after 15 seconds', async () => {
  await addBeat('-8 h')
  await openBeats()
  let fetches = 0
  const check = createCopyCheck(withStatement(null, new Date(), { onFetch: () => (fetches += 1) }))
  await check()
  app.clock.advance(10_000)
  await check()
  expect(fetches).toBe(1)
  app.clock.advance(5000)
  await check()
  expect(fetches).toBe(2)
})

test('a charge of half a minute before the last beat counts, because clocks of processors can be behind', async () => {
  await addBeat('-8 h')
  await openBeats()
  const halfAMinuteBefore = new Date(((await read())?.knownUntil.getTime() ?? 0) - 30_000)
  await checkCopy(withStatement([randomUUID()], halfAMinuteBefore))
  expect(await readCause()).toBe('unknown_charges')
})

test('a processor that is not connected is not asked, and holds no money', async () => {
  await addBeat('-8 h')
  await openBeats()
  await checkCopy(withStatement(null, new Date(), { isConnected: false }))
  expect(await read()).toBeNull()
  expect(await listAlerts()).toEqual([])
})

test('a processor that was off when the copy was made is asked, because it can have been switched on after it', async () => {
  await app.runAsOwner(`insert into settings (name, value, changed_at) values ('processors_off', '["ORANGE"]', now())`)
  app.clock.advance(1000)
  await addBeat('-8 h')
  await openBeats()
  await checkCopy(withStatement([randomUUID()]))
  expect(await readCause()).toBe('unknown_charges')
  await app.runAsOwner(`delete from settings where name = 'processors_off'`)
})

test('a server that starts deletes beats after 90 days, and no others', async () => {
  for (const when of ['-91 days', '-89 days', '-5 s']) await addBeat(when)
  await openBeats()
  const { rows } = await app.database.pool.query(
    `select round(extract(epoch from now() - beat_at) / 86400)::int as days from server_beats order by beat_at`,
  )
  expect(rows).toEqual([{ days: 89 }, { days: 0 }, { days: 0 }])
})

test('a server notices that what it had written is gone, and goes on after that', async () => {
  const server = randomUUID()
  const beats = createServerBeats(app.database.db, server)
  await beats.writeFirst()
  await beats.write()
  await beats.write()
  expect(await read()).toBeNull()
  await app.runAsOwner(`update server_beats set number = 2 where server = '${server}'`)
  await beats.write()
  expect(await readCause()).toBe('lost_writes')
  await app.runAsOwner('update quarantines set ended_at = now()')
  await beats.write()
  expect(await read()).toBeNull()
  await app.runAsOwner('delete from server_beats')
  await beats.write()
  expect(await readCause()).toBe('lost_writes')
  await checkCopy(withStatement([]))
  expect(await readCause()).toBe('lost_writes')
})

test('a commit whose answer was lost is no sign of another database', async () => {
  const server = randomUUID()
  const beats = createServerBeats(app.database.db, server)
  await beats.writeFirst()
  await app.runAsOwner(`update server_beats set number = 2 where server = '${server}'`)
  await beats.write()
  expect(await read()).toBeNull()
})

test('servers that were paused together with their database have it checked, and one of several does not', async () => {
  const server = randomUUID()
  const beats = createServerBeats(app.database.db, server)
  await beats.writeFirst()
  const pause = () =>
    app.runAsOwner(`update server_beats set beat_at = now() - interval '2 min' where server = '${server}'`)
  await addBeat('-5 s')
  await pause()
  await beats.write()
  expect(await read()).toBeNull()
  await app.runAsOwner(`delete from server_beats where server <> '${server}'`)
  await pause()
  await beats.write()
  expect(await readCause()).toBe('silence')
})
