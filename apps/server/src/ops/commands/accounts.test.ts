import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'

const { app, runCommand, runChange, listAuditRows } = await createOpsFixture()

test('lock, unlock and end-sessions change the access to an account, and security lists them', async () => {
  const { client, userId, form } = await app.registerTrader()
  const isSignedIn = async () => (await client.post('/api/fraud/user')).status === 200
  expect(await runChange('lock', form.login)).toMatchObject({ code: 0, out: 'Locked.\n' })
  expect(await runChange('lock', form.login)).toMatchObject({ code: 1 })
  expect(await isSignedIn()).toBe(false)
  expect((await client.login(form.login, form.password)).json).toMatchObject({ error: 'auth.account_locked' })
  expect(await runChange('unlock', String(userId))).toMatchObject({ code: 0, out: 'Unlocked.\n' })
  expect(await runChange('unlock', String(userId))).toMatchObject({ code: 1 })
  await client.login(form.login, form.password)
  expect(await isSignedIn()).toBe(true)
  expect(await runChange('end-sessions', form.login)).toMatchObject({ code: 0, out: 'Logged out.\n' })
  expect(await isSignedIn()).toBe(false)
  const { out } = await runCommand('security', form.login, '--json')
  expect(
    (JSON.parse(out) as { kind: string; operator: string | null }[]).map(({ kind, operator }) => [kind, operator]),
  ).toEqual([
    ['sessions_ended', 'emergency'],
    ['login', null],
    ['account_unlocked', 'emergency'],
    ['login_locked', null],
    ['account_locked', 'emergency'],
    ['login', null],
    ['registered', null],
  ])
  expect((await runCommand('security', form.login)).out).toMatch(/emergency +locked the account/)
  expect(await listAuditRows(`user:${userId}`)).toMatchObject([
    { action: 'trader.lock', why: 'as the bank said' },
    { action: 'trader.unlock' },
    { action: 'trader.end_sessions' },
  ])
})

test('login-link makes a link in the language of its trader, which logs in once', async () => {
  const { userId, form } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ language: 'ru' }).where('id', '=', userId).execute()
  const { out } = await runChange('login-link', form.login)
  const token = /\/ru\/autologin#([\w-]{43})\n$/.exec(out)?.[1]
  const browser = await app.openClient()
  expect((await browser.post('/api/login/link', { token })).json).toMatchObject({ return: true })
  expect((await browser.post('/api/login/link', { token })).json).toMatchObject({ error: 'auth.login_link_void' })
})
