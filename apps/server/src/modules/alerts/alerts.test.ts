import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { dayMs, minuteMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { alertKinds } from './alert-kinds.ts'

const supportEmail = 'support@example.com'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const value = JSON.stringify(supportEmail)
  await app.database.db
    .insertInto('settings')
    .values({ name: 'support_email', value, changed_at: app.clock.now() })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute()
})
beforeEach(async () => {
  await app.database.db.deleteFrom('alerts').execute()
  await app.database.db.deleteFrom('mails').execute()
  app.logs.splice(0)
  // Ends the pause after the mail of another test.
  app.clock.advance(60 * minuteMs)
})
afterAll(() => app.stop())

const raiseAlert = async (kind: string, subject: string) =>
  app.database.db.insertInto('alerts').values({ kind, subject, created_at: app.clock.now() }).execute()
const deliverAlerts = async () => app.runJob('alerts.deliver')
const listMails = async () => [
  ...(await findQueuedMails(app, supportEmail, 'alert')),
  ...(await findQueuedMails(app, supportEmail, 'alerts')),
]
const runOps = (...argv: string[]) =>
  runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey, SANDBOX_SECRET: 's'.repeat(40) }, argv)

describe('delivery', () => {
  test('logs an alert at level error and mails it, both once', async () => {
    await raiseAlert('deposit.suspense', 'deposit:1')
    await deliverAlerts()
    await deliverAlerts()
    const lines = app.logs
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'alert')
    expect(lines).toMatchObject([{ level: 50, alert: { kind: 'deposit.suspense', subject: 'deposit:1' } }])
    const mails = await listMails()
    expect(mails).toMatchObject([{ subject: 'Alert: deposit.suspense' }])
    expect(mails[0]?.text).toContain('deposit:1')
    expect(mails[0]?.text).toContain('accept REF')
  })

  test('the mail says how long something waits', async () => {
    const since = new Date(app.clock.now().getTime() - 30 * 60 * minuteMs).toISOString()
    await app.database.db
      .insertInto('alerts')
      .values({
        kind: 'documents.waiting',
        subject: 'user:1',
        detail: JSON.stringify({ since, files: 2 }),
        created_at: app.clock.now(),
      })
      .execute()
    await deliverAlerts()
    const [mail] = await listMails()
    expect(mail?.text).toMatch(/user:1, waiting since .+ UTC \(30 h\): documents of a trader wait longer/)
  })

  test('gathers alerts after a mail for ten minutes into one mail, without those that were resolved', async () => {
    await raiseAlert('deposit.suspense', 'deposit:1')
    await deliverAlerts()
    for (let number = 2; number <= 40; number += 1) {
      await raiseAlert('deposit.manual_review', `deposit:${number}`)
      await deliverAlerts()
    }
    await app.database.db
      .updateTable('alerts')
      .set({ resolved_at: app.clock.now() })
      .where('subject', '=', 'deposit:2')
      .execute()
    expect(await listMails()).toHaveLength(1)
    app.clock.advance(11 * minuteMs)
    await deliverAlerts()
    await deliverAlerts()
    const [, digest, ...others] = await listMails()
    expect(others).toEqual([])
    expect(digest?.subject).toBe('38 alerts')
    expect(digest?.text).not.toContain('deposit:2:')
    expect(digest?.text).toContain('… and 18 more')
    expect(app.logs.filter((line) => line.includes('"msg":"alert"'))).toHaveLength(40)
  })

  test('a mail that was sent while the clock was a day ahead does not delay the next one for a day', async () => {
    await raiseAlert('deposit.suspense', 'deposit:1')
    app.clock.advance(dayMs)
    await deliverAlerts()
    app.clock.advance(-dayMs)
    await raiseAlert('deposit.suspense', 'deposit:2')
    await deliverAlerts()
    expect(await listMails()).toHaveLength(2)
  })

  test('delivers an alert of a kind that this version does not know', async () => {
    await raiseAlert('deposit.from_the_future', 'deposit:1')
    await deliverAlerts()
    expect(await listMails()).toHaveLength(1)
  })

  test('a server reports the number of open alerts when asked whether it is ready', async () => {
    expect((await app.http.inject('/readyz')).json()).toEqual({ ok: true, openAlerts: 0 })
    await raiseAlert('deposit.suspense', 'deposit:1')
    await raiseAlert('deposit.suspense', 'deposit:2')
    expect((await app.http.inject('/readyz')).json()).toEqual({ ok: true, openAlerts: 2 })
  })
})

describe('the command alerts', () => {
  test('lists open alerts, newest first, with what to do', async () => {
    await raiseAlert('deposit.suspense', 'deposit:1')
    app.clock.advance(1000)
    await raiseAlert('deposit.refund_refused', 'deposit:2')
    const rows = JSON.parse((await runOps('alerts', '--json')).out) as { subject: string; kind: string }[]
    expect(rows.map(({ subject }) => subject)).toEqual(['deposit:2', 'deposit:1'])
    expect((await runOps('alerts')).out).toContain('refund REF again or accept REF')
  })

  test('resolves an alert once, with an audit entry; a repeated case is raised again', async () => {
    await raiseAlert('deposit.suspense', 'deposit:1')
    const [alert] = JSON.parse((await runOps('alerts', '--json')).out) as { id: number }[]
    const resolve = () => runOps('alerts', 'resolve', String(alert?.id), '--why', 'the bank has it', '--yes')
    expect((await runOps('alerts', 'resolve', String(alert?.id), '--yes')).err).toContain(
      'npm run ops -- alerts resolve --help',
    )
    expect(await resolve()).toMatchObject({ code: 0, out: 'Resolved.\n' })
    expect(await resolve()).toMatchObject({ code: 1, err: `There is no open alert ${alert?.id}.\n` })
    const entries = await app.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'alert.resolve')
      .execute()
    expect(entries).toMatchObject([{ subject: `alert:${alert?.id}`, reason: 'the bank has it' }])
    await raiseAlert('deposit.suspense', 'deposit:1')
    expect(JSON.parse((await runOps('alerts', '--json')).out)).toHaveLength(1)
    await expect(raiseAlert('deposit.suspense', 'deposit:1')).rejects.toThrow('alerts_open')
  })
})

test('docs/money-incidents.md lists every kind of alert, and no other', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/money-incidents.md'), 'utf8')
  const section = guide.split('\n## ').find((part) => part.startsWith('Alerts')) ?? ''
  const documented = [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, kind]) => kind ?? '')
  expect(documented.toSorted()).toEqual(Object.keys(alertKinds).toSorted())
})
