import { openCheckpoint } from '@tradefront/rules/log/checkpoint'
import { parseLogEntry } from '@tradefront/rules/log/log-entry'
import { computeTreeRoot, createSubtreeReader, hashLeaf } from '@tradefront/rules/log/merkle-tree'
import { isSignedBy, parseNote } from '@tradefront/rules/log/signed-note'
import { createTileReader, splitEntries, splitHashes } from '@tradefront/rules/log/tiles'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type LogApp, startLogApp } from '../../../test/fixtures/log/log-app.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { findLogKey, resealLogKey } from './log-key.ts'
import { insertEntries, keepTotals } from './log-store.ts'
import { signCheckpoint } from './sign-checkpoint.ts'

let app: LogApp
beforeAll(async () => {
  app = await startLogApp()
})
afterAll(() => app.stop())

const get = async (path: string) => (await app.openClient()).get(`/log/${path}`)
const getBytes = async (path: string) => {
  const reply = await app.http.inject(`/log/${path}`)
  expect(reply.statusCode, path).toBe(200)
  return new Uint8Array(reply.rawPayload)
}
const readCheckpoint = async () => {
  const key = await findLogKey(app.database.db)
  const opened = key && openCheckpoint((await get('checkpoint')).text, key)
  if (!opened) throw new Error('no checkpoint')
  return opened.checkpoint
}
const listRows = async () => {
  const { rows } = await app.database.pool.query<{ index: number; kind: string; subject: string }>(
    'select index, kind, subject from log_entries order by index',
  )
  return rows
}
/** Adds entries of a kind that this log does not have otherwise. */
const addMinutes = (first: number, count: number) =>
  app.database.db.transaction().execute((trx) =>
    insertEntries(
      trx,
      Array.from({ length: count }, (_, index) => ({
        ...({ kind: 'quotes', minuteMs: (first + index) * 60_000, count: 0, root: '00'.repeat(32) } as const),
      })),
      app.clock.now(),
    ),
  )

test('without a checkpoint there is no log', async () => {
  for (const path of ['checkpoint', 'tile/0/000.p/1', 'tile/entries/000.p/1'])
    expect(await get(path), path).toMatchObject({ status: 404 })
  await app.runJob('log.sign_checkpoint')
  expect(await get('checkpoint')).toMatchObject({ status: 404 })
})

test('commitments come first, then rounds, states and seeds of each five minutes', async () => {
  await app.record(9)
  await app.publish()
  const rows = await listRows()
  expect([...new Set(rows.map(({ kind }) => kind))]).toEqual(['beacon', 'day', 'start', 'rounds', 'seed', 'states'])
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
  expect(rows.filter(({ kind }) => kind === 'day').map(({ subject }) => subject)).toHaveLength(8)
  expect(rows.slice(-5).map(({ kind, subject }) => `${kind} ${subject.slice(11, 16)}`)).toEqual([
    'rounds 10:00',
    'seed 10:00',
    'rounds 10:05',
    'states 10:05',
    'seed 10:05',
  ])
})

test('the checkpoint is signed by the key of the log, and is that of the entries', async () => {
  const { size, root, origin } = await readCheckpoint()
  expect(origin).toBe('localhost/log')
  const entries = splitEntries(await getBytes(`tile/entries/000.p/${size}`)) ?? []
  expect(entries).toHaveLength((await listRows()).length)
  expect(entries.map(parseLogEntry).filter((entry) => typeof entry === 'string')).toEqual([])
  const leaves = entries.map(hashLeaf)
  expect(splitHashes(await getBytes(`tile/0/000.p/${size}`))).toEqual(leaves)
  expect(computeTreeRoot(createSubtreeReader(leaves), size)).toEqual(root)
})

test('files have the types and times that the specification asks for', async () => {
  const { size } = await readCheckpoint()
  expect((await get('checkpoint')).headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=2',
  })
  for (const path of [`tile/0/000.p/${size}`, `tile/entries/000.p/${size}`])
    expect((await get(path)).headers, path).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    })
})

test.each([
  'tile/0/x',
  'tile/0/000',
  'tile/0/001',
  'tile/0/000.p/255',
  'tile/0/000.p/0',
  'tile/0/000.p/1/2',
  'tile/0/0',
  'tile/',
  'tile/1/000.p/1',
  'tile/63/000',
  'tile/64/000',
  'tile/-1/000',
  'tile/0/x000/000.p/1',
  'tile/0/999',
  'tile/0',
  'tile/0/x999/x999/x999/x999/x999/x999/999',
  'tile/99999999999999999999/000',
  'tile/0/000.p/99999999999999999999',
  'tile/0/%30%30%30.p/1',
  'tile/0/..%2f000',
  'tile/entries/000.p/1%00',
  "tile/0/000.p/1'--",
  'nothing',
])('%s is not there', async (path) => {
  expect(await get(path)).toMatchObject({ status: 404 })
})

test('a tree is only signed when it has grown', async () => {
  const before = (await get('checkpoint')).text
  app.clock.advance(60_000)
  await app.publish()
  expect((await get('checkpoint')).text).toBe(before)
})

test('servers that append at once log everything once, in order', async () => {
  const before = await readCheckpoint()
  await app.record(10)
  await Promise.all(Array.from({ length: 8 }, () => app.publish()))
  const rows = await listRows()
  expect(rows.map(({ index }) => index)).toEqual(rows.map((_, index) => index))
  expect(new Set(rows.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(rows.length)
  const after = await readCheckpoint()
  expect(after.size).toBe(rows.length)
  expect(after.size).toBeGreaterThan(before.size)
})

test('full tiles lead to the tiles above them', async () => {
  const before = (await readCheckpoint()).size
  await addMinutes(1000, 600)
  await app.record(5)
  await app.publish()
  const { size, root } = await readCheckpoint()
  expect(size).toBeGreaterThan(before + 600)
  const tiles = new Map([
    ['0/2', await getBytes(`tile/0/002.p/${size - 512}`)],
    ['1/0', await getBytes('tile/1/000.p/2')],
  ])
  const read = createTileReader((level, index) => tiles.get(`${level}/${index}`))
  expect(computeTreeRoot(read, size)).toEqual(root)
  expect(await getBytes('tile/0/000')).toHaveLength(8192)
  expect(splitEntries(await getBytes('tile/entries/001'))).toHaveLength(256)
})

test('what is appended and not signed is not served', async () => {
  const { size } = await readCheckpoint()
  await addMinutes(2000, 1)
  expect(await get(`tile/0/002.p/${size + 1 - 512}`)).toMatchObject({ status: 404 })
  expect(await get(`tile/entries/002.p/${size + 1 - 512}`)).toMatchObject({ status: 404 })
  await app.publish()
  expect((await readCheckpoint()).size).toBe(size + 1)
})

test.each([
  `update log_entries set entry = '\\x00' where index = 0`,
  'delete from log_entries where index = 0',
  'truncate log_entries',
  `insert into log_entries (index, kind, subject, entry, appended_at) values (1000000, 'seed', 'x', '{}', now())`,
  `insert into log_entries (index, kind, subject, entry, appended_at)
     select max(index) + 1, 'beacon', 'beacon', '{}', now() from log_entries`,
  `update log_nodes set hash = hash`,
  `update log_checkpoints set note = ''`,
  'delete from log_checkpoints',
  `insert into log_checkpoints (size, root, note, signed_at) values (1, sha256(''), '', now())`,
  `insert into log_checkpoints (size, root, note, signed_at) values (100000, sha256(''), '', now())`,
  `update log_keys set origin = 'other/log'`,
  'delete from log_keys',
])('the database refuses %s, also from the owner of the tables', async (sql) => {
  await expect(app.runAsOwner(sql)).rejects.toThrow()
})

test('figures of the last 30 counted days are public, without those of a day more, and the same for an hour', async () => {
  const addDay = (daysAgo: number, won: number) => {
    const day = new Date(app.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10)
    const trades = [
      { currency: 'USD', state: 'won', count: won, stake: 1000 * won, returned: 1820 * won },
      { currency: 'USD', state: 'lost', count: 20, stake: 20_000, returned: 0 },
    ]
    return keepTotals(app.database.db, day, Buffer.alloc(32), JSON.stringify({ date: day, traders: 50, trades }))
  }
  const getResults = async () => (await (await app.openClient()).get('/api/log/results')).json
  for (let daysAgo = 2; daysAgo <= 30; daysAgo += 1) await addDay(daysAgo, 20)
  await addDay(32, 900)
  expect(await getResults()).toEqual({ return: true, results: null })
  await addDay(1, 20)
  await addDay(31, 900)
  app.clock.advance(hourMs - 1)
  expect(await getResults()).toEqual({ return: true, results: null })
  app.clock.advance(1)
  expect(await getResults()).toEqual({ return: true, results: { trades: 1200, won: 0.5, lost: 0.5, average: -0.09 } })
})

test('the log keeps its key when SECRET_KEY is replaced', async () => {
  const key = await findLogKey(app.database.db)
  const seal = createSeal(`another secret key that is only good for tests,${app.secretKey}`)
  expect(await resealLogKey({ ...app.context, seal })).toEqual({ resealed: 1, unreadable: 0 })
  expect(await resealLogKey({ ...app.context, seal })).toEqual({ resealed: 0, unreadable: 0 })
  await addMinutes(2500, 1)
  await signCheckpoint({ ...app.context, seal })
  const note = parseNote((await get('checkpoint')).text)
  expect(note?.text).toContain(`\n${(await listRows()).length}\n`)
  expect(key && note && isSignedBy(note, key)).toBe(true)
})

test('a changed entry is noticed before anything is signed again', async () => {
  const before = await readCheckpoint()
  await app.runAsOwner(`
    alter table log_entries disable trigger user;
    update log_entries set entry = convert_to(replace(convert_from(entry, 'UTF8'), '"seed":"', '"seed":"00'), 'UTF8')
     where kind = 'quotes' or index = (select max(index) from log_entries where kind = 'seed');
    alter table log_entries enable trigger user`)
  await addMinutes(3000, 1)
  await app.runJob('log.sign_checkpoint')
  expect((await readCheckpoint()).size).toBe(before.size)
  const { rows } = await app.database.pool.query('select kind from alerts where resolved_at is null')
  expect(rows).toEqual([{ kind: 'log.changed' }])
})
