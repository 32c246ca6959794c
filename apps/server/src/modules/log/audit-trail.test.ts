import { checkAuditFile } from '@tradefront/rules/log/check-audit'
import { parseLogEntry } from '@tradefront/rules/log/log-entry'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type LogApp, startLogApp } from '../../../test/fixtures/log/log-app.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { insertAuditEntry } from '../../platform/audit.ts'
import { readSeals } from '../../platform/audit-seals.ts'
import { minuteMs } from '../../platform/clock.ts'
import { checkAuditTrail } from './audit-trail.ts'

let app: LogApp
let added = 0
beforeAll(async () => {
  app = await startLogApp()
  await app.record(10)
  await app.publish()
})
afterAll(() => app.stop())

const add = async (reason = 'ünder test') => {
  added += 1
  const by = { actor: 'ann', osUser: 'root', reason }
  const at = app.clock.now()
  await insertAuditEntry(app.database.db, { by, action: 'test', subject: `test:${added}`, before: null, after: 1, at })
}
const seal = () => app.runJob('log.seal_audit_entries')
const listHeads = async () => {
  const { rows } = await app.database.pool.query<{ entry: Buffer }>(
    `select entry from log_entries where kind = 'audit' order by index`,
  )
  return rows.map(({ entry }) => parseLogEntry(entry)).filter((entry) => typeof entry !== 'string')
}
/** Publishes the head that is due in the next five minutes. */
const publishHead = async () => {
  app.clock.advance(5 * minuteMs)
  await app.publish()
}
const findEntry = async (number: number) => {
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select entry_id as id from audit_seals where number = $1',
    [number],
  )
  return rows[0]?.id ?? 0
}

beforeEach(async () => {
  for (let count = 0; count < 3; count += 1) await add()
  await seal()
})

test('entries are sealed once, in their order, by any number of servers at once', async () => {
  const { seals: before } = await checkAuditTrail(app.context)
  for (let count = 0; count < 20; count += 1) await add()
  await Promise.all([seal(), seal(), seal()])
  const { rows } = await app.database.pool.query<{ count: number; unsealed: number; ordered: boolean }>(
    `select count(*)::integer as count, (select count(*)::integer from audit_unsealed) as unsealed,
            (select bool_and(ok) from (select entry_id > lag(entry_id, 1, 0::bigint) over (order by number) as ok from audit_seals where number > $1) s) as ordered
       from audit_log`,
    [before],
  )
  const { seals, faults } = await checkAuditTrail(app.context)
  expect({ seals, faults }).toEqual({ seals: rows[0]?.count, faults: [] })
  expect(rows[0]).toMatchObject({ unsealed: 0, ordered: true })
})

test('an entry that is written slowly is sealed when it is committed', async () => {
  const client = await app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into audit_log (created_at, actor, action, subject) values (now(), 'ben', 'slow', 'test:slow')`,
    )
    await add()
    await seal()
    await client.query('commit')
  } finally {
    client.release()
  }
  expect((await checkAuditTrail(app.context)).faults).toEqual([])
  await seal()
  const { seals } = await readSeals(app.database.db, 1, 1000)
  expect(seals.at(-1)?.text).toContain('"subject": "test:slow"')
  expect((await checkAuditTrail(app.context)).faults).toEqual([])
})

test('heads go into the public log, each once, and a part of the trail is checked against them', async () => {
  await publishHead()
  const [first, ...others] = await listHeads()
  expect(others).toEqual([])
  // There is nothing new to publish.
  await publishHead()
  expect(await listHeads()).toEqual([first])
  await add()
  await seal()
  await app.publish()
  const heads = await listHeads()
  // A second entry waits for the next five minutes.
  await add()
  await seal()
  await app.publish()
  expect(await listHeads()).toEqual(heads)
  const [, second] = heads
  expect(second).toMatchObject({ kind: 'audit', number: first?.kind === 'audit' ? first.number + 1 : 0 })
  const from = second?.kind === 'audit' ? second.number : 0
  const part = await readSeals(app.database.db, from, 1000)
  expect(part.seals).toHaveLength(2)
  expect(checkAuditFile(heads, part)).toEqual({ checks: 4, problems: [], unlogged: 1, lastLogged: from })
})

const protectedTables = ['audit_log', 'audit_seals', 'audit_unsealed']
test('the text that is hashed stays as it is, because old seals are checked with it', async () => {
  const { rows } = await app.database.pool.query<{ text: string }>(`
    select format_audit_seal(
      row(7, 42, '00000000-0000-4000-8000-000000000001', null, '2026-11-27T10:00:00.000123+00')::audit_seals,
      row(42, '2026-11-27T11:59:59.9+02', 'ann', 'settings.set', 'setting:x', '{"b": 1, "a": "ü"}', 'root', 'as agreed', null)::audit_log) as text`)
  expect(rows[0]?.text).toBe(
    `7\n2026-11-27T10:00:00.000123Z\n00000000-0000-4000-8000-000000000001\n{"at": "2026-11-27T09:59:59.900000Z", "id": 42, "actor": "ann", "action": "settings.set", "detail": {"a": "ü", "b": 1}, "reason": "as agreed", "account": "root", "command": null, "subject": "setting:x"}`,
  )
})

/** Changes rows without protection, which the owner of the database can turn off. */
const tamper = (change: string) =>
  app.runAsOwner(
    [
      'alter table audit_seals drop constraint if exists audit_seals_entry_id_fkey',
      ...protectedTables.map((table) => `alter table ${table} disable trigger user`),
      change,
      ...protectedTables.map((table) => `alter table ${table} enable trigger user`),
    ].join(';'),
  )

test('a changed, removed, added or exchanged entry is found, each where it is', async () => {
  const [first, second, third] = [await findEntry(1), await findEntry(2), await findEntry(3)]
  const listFaults = async () => (await checkAuditTrail(app.context)).faults
  await tamper(`update audit_log set reason = 'another reason' where id = ${first}`)
  expect(await listFaults()).toEqual([{ fault: 'changed', entryId: first }])
  await tamper(`update audit_log set reason = 'ünder test' where id = ${first}`)
  expect(await listFaults()).toEqual([])
  await tamper(
    `create table kept as select * from audit_log where id = ${second}; delete from audit_log where id = ${second}`,
  )
  expect(await listFaults()).toEqual([{ fault: 'removed', entryId: second }])
  await tamper(`insert into audit_log overriding system value select * from kept; drop table kept`)
  expect(await listFaults()).toEqual([])
  await tamper(
    `insert into audit_log (created_at, actor, action, subject) values (now() - interval '1 day', 'ben', 'late', 'test:late')`,
  )
  expect(await listFaults()).toEqual([expect.objectContaining({ fault: 'added' })])
  await tamper(`delete from audit_log where action = 'late'`)
  const exchange = `update audit_seals set entry_id = case entry_id when ${second} then ${third} when ${third} then -1 end where entry_id in (${second}, ${third});
    update audit_seals set entry_id = ${second} where entry_id = -1`
  await tamper(`alter table audit_seals drop constraint audit_seals_entry_id_key; ${exchange}`)
  expect((await listFaults()).map(({ fault }) => fault)).toEqual(['changed', 'changed'])
  await tamper(`${exchange}; alter table audit_seals add constraint audit_seals_entry_id_key unique (entry_id)`)
  expect(await listFaults()).toEqual([])
  await tamper(
    `create table kept as select * from audit_seals where number = 2; delete from audit_seals where number = 2`,
  )
  expect(await listFaults()).toEqual([
    { fault: 'seal_missing', entryId: third },
    { fault: 'added', entryId: second },
  ])
  await tamper(`insert into audit_seals select * from kept; drop table kept`)
  await add()
  expect(await listFaults()).toEqual([])
  await tamper(`update audit_unsealed set since = since - interval '61 seconds'`)
  expect(await listFaults()).toEqual([expect.objectContaining({ fault: 'waiting' })])
  await seal()
  expect(await listFaults()).toEqual([])
})

test('a chain that was written again is found by the public log, raises an alert, and ops says so', async () => {
  await publishHead()
  const ops = (...args: string[]) => runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, args)
  expect(await ops('audit-check')).toMatchObject({ code: 0, out: expect.stringContaining('All agree.') })
  await app.runJob('log.check_audit_trail')
  const countAlerts = async () =>
    (await app.database.pool.query(`select from alerts where kind = 'audit.changed'`)).rowCount
  expect(await countAlerts()).toBe(0)
  const first = await findEntry(1)
  await tamper(
    `update audit_log set reason = 'never happened' where id = ${first};
     insert into audit_unsealed select entry_id from audit_seals; delete from audit_seals`,
  )
  await seal()
  const { faults, differingHeads } = await checkAuditTrail(app.context)
  expect(faults).toEqual([])
  expect(differingHeads.length).toBeGreaterThan(0)
  expect(await ops('audit-check')).toMatchObject({
    code: 3,
    out: expect.stringContaining('is not the one in the public log'),
  })
  await app.runJob('log.check_audit_trail')
  expect(await countAlerts()).toBe(1)
  const file = JSON.parse((await ops('audit-seals', '--most', '3')).out) as { seals: unknown[] }
  expect(file.seals).toHaveLength(3)
})

test('the role of the server can neither write seals nor take entries from those that wait', async () => {
  await add()
  for (const change of [
    `insert into audit_seals select 1000000, max(id), gen_random_uuid(), sha256(''), now() from audit_log`,
    `delete from audit_unsealed`,
    `insert into audit_unsealed select min(id) from audit_log`,
    `update audit_seals set hash = sha256('') where number = 1`,
  ])
    await expect(app.database.pool.query(change)).rejects.toThrow(/permission denied/)
  // The owner cannot either, while protection is on.
  for (const change of [
    'delete from audit_seals',
    'update audit_seals set number = number + 1',
    'truncate audit_seals',
    'update audit_unsealed set entry_id = entry_id + 1',
    'truncate audit_unsealed',
  ])
    await expect(app.runAsOwner(change)).rejects.toThrow(/append-only/)
  await seal()
  expect((await checkAuditTrail(app.context)).faults).toEqual([])
})
