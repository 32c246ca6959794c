import type { AuditEntryView } from '@tradefront/contract/desk-control'
import { controlCalls } from '@tradefront/contract/desk-control'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
let desk: TestDesk
let finance: TestOperator
let payer: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  finance = await desk.createOperator('finance')
  payer = await desk.createOperator('payments')
  await payer.order('setting.change', { setting: 'refund_days', before: 10, value: 12 })
  await app.runAsOwner(
    `insert into audit_log (created_at, actor, action, subject, os_user, reason, detail) values
       ('2026-01-02T23:59:59Z', 'ann + ben', 'withdrawal.approve', 'withdrawal:1', null, '=cmd()', '{"before": null, "after": "x"}'),
       ('2026-01-03T00:00:00Z', 'emergency', 'user.cardRisk', 'user:42', 'root', 'as the bank said', '{"before": false, "after": true}')`,
  )
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const list = async (query: string) =>
  (await finance.get(`${controlCalls.listAuditEntries.path}?${query}`))['entries'] as AuditEntryView[]

test.each([
  ['operator=ben&from=2026-01-01&to=2026-01-31', ['withdrawal.approve']],
  ['operator=be&from=2026-01-01&to=2026-01-31', []],
  // Entries from before the last 90 days are found only if days are given.
  ['operator=ben', []],
  ['operator=emergency&from=2026-01-01&to=2026-01-31', ['user.cardRisk']],
  ['subject=42', ['user.cardRisk']],
  ['subject=user:42', ['user.cardRisk']],
  ['subject=refund_days', ['setting.change']],
  ['action=withdrawal&from=2026-01-01&to=2026-01-31', ['withdrawal.approve']],
  ['action=with&from=2026-01-01&to=2026-01-31', []],
  ['from=2026-01-02&to=2026-01-02', ['withdrawal.approve']],
  ['from=2026-01-03&to=2026-01-03', ['user.cardRisk']],
  ['action=user&operator=ann&from=2026-01-01&to=2026-01-31', []],
])('entries are filtered by %s', async (query, actions) => {
  expect((await list(query)).map(({ action }) => action)).toEqual(actions)
})

test('signed commands have their signers, and what the command line did its account', async () => {
  expect(await list('action=setting')).toMatchObject([
    { operator: payer.name, signedBy: [payer.name], osUser: null, before: null, after: 12, reason: 'as agreed' },
  ])
  expect(await list('subject=42')).toMatchObject([
    { operator: 'emergency', signedBy: [], osUser: 'root', before: false, after: true },
  ])
})

test('reading the trail is an entry itself, and another page begins after the last one', async () => {
  const entries = await list('')
  expect(entries[0]).toMatchObject({ action: 'desk.read', subject: 'audit', operator: finance.name })
  const older = await list(`before=${entries[0]?.id}`)
  expect(older.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id))
})

test('what is filtered is a CSV file, in which no cell is a formula', async () => {
  const { csv, rows } = await finance.get(`${controlCalls.exportAuditEntries.path}?action=withdrawal&from=2026-01-01`)
  expect(rows).toBe(1)
  expect(String(csv)).toContain(
    `2026-01-02T23:59:59.000Z,ann + ben,,withdrawal.approve,withdrawal:1,'=cmd(),,,"""x"""\r\n`,
  )
})

test('the chain holds up to its last seal, and up to the one before a changed entry', async () => {
  const check = async () => (await desk.call(controlCalls.checkAudit.path, finance.cookie, {})).json
  await app.runJob('log.seal_audit_entries')
  const whole = await check()
  expect(whole).toMatchObject({ faults: 0, holdsUpTo: whole['seals'] })
  await app.runAsOwner(
    `alter table audit_log disable trigger user; update audit_log set reason = 'another' where subject = 'user:42'`,
  )
  const { rows } = await app.database.pool.query<{ number: string }>(
    `select s.number::text from audit_seals s join audit_log a on a.id = s.entry_id where a.subject = 'user:42'`,
  )
  expect(await check()).toMatchObject({ faults: 1, holdsUpTo: Number(rows[0]?.number) - 1 })
})

test('only finance, risk and admin read the trail', async () => {
  for (const { path, method } of [
    controlCalls.listAuditEntries,
    controlCalls.exportAuditEntries,
    controlCalls.checkAudit,
  ])
    expect(await desk.call(path, payer.cookie, method === 'POST' ? {} : undefined)).toMatchObject({ status: 403 })
})
