import { describe, expect, test } from 'vitest'

import { createOpsFixture } from '../../testing/ops/ops-fixture.ts'

const { app, runCommand, runChange, listAuditRows } = await createOpsFixture()

const getUser = async (client: { get: (path: string) => Promise<{ json: unknown }> }) =>
  ((await client.get('/api/boot')).json as { user: Record<string, unknown> }).user

describe('card-risk', () => {
  test('shows and sets the risk, with an audit entry', async () => {
    const { client, userId, form } = await app.registerTrader()
    expect((await runCommand('card-risk', form.login)).out).toContain('are no risk')
    expect(await runChange('card-risk', String(userId), 'yes')).toMatchObject({ code: 0 })
    expect(await getUser(client)).toMatchObject({ cardRisk: true })
    await runChange('card-risk', form.login, 'yes')
    await runChange('card-risk', form.login, 'NO')
    expect(await getUser(client)).toMatchObject({ cardRisk: false })
    expect(await listAuditRows(`user:${userId}`)).toMatchObject([
      { action: 'user.cardRisk', why: 'as the bank said', detail: { before: false, after: true } },
      { action: 'user.cardRisk', detail: { before: true, after: false } },
    ])
  })

  test('refuses another word, an unknown trader, and a change without a reason', async () => {
    const { form } = await app.registerTrader()
    expect(await runChange('card-risk', form.login, 'perhaps')).toMatchObject({ code: 2 })
    expect(await runChange('card-risk', 'nobody@example.com', 'yes')).toMatchObject({ code: 1 })
    expect(await runCommand('card-risk', form.login, 'yes', '--yes')).toMatchObject({ code: 2 })
  })
})

describe('affiliate', () => {
  test('sets the affiliate, which changes the minimum deposit, and removes it', async () => {
    const { client, userId, form } = await app.registerTrader()
    expect((await runCommand('affiliate', form.login)).out).toContain('is none')
    await runChange('affiliate', form.login, '1301')
    expect(await getUser(client)).toMatchObject({ affsId: '1301', min_deposit: 300 })
    await runChange('affiliate', form.login, 'none')
    expect(await getUser(client)).toMatchObject({ affsId: null, min_deposit: 250 })
    expect(await listAuditRows(`user:${userId}`)).toMatchObject([
      { action: 'user.affiliateId', detail: { before: null, after: '1301' } },
      { action: 'user.affiliateId', detail: { before: '1301', after: null } },
    ])
  })

  test('refuses an id that no link can have', async () => {
    const { form } = await app.registerTrader()
    expect(await runChange('affiliate', form.login, 'a b')).toMatchObject({ code: 2 })
  })
})

test('traces lists what the browser reported, newest first and in pages', async () => {
  const { client, form } = await app.registerTrader()
  const other = await app.registerTrader()
  await other.client.post('/api/rpc', { worker: 'EZPAY', cascade: 'EZPAY', cascade_exec: '' })
  expect((await runCommand('traces', form.login)).out).toContain('has reported nothing')
  await client.post('/api/rpc', { worker: 'FRAUD', cascade: 'FRAUD,ZOOM', cascade_exec: 'FRAUD' })
  await client.post('/api/rpc', { worker: 'ZOOM', cascade: 'FRAUD,ZOOM', cascade_exec: 'FRAUD,ZOOM' })
  await client.post('/api/debug/zoom_script', { evt: 'script', act: 'loaded' })

  const first = await runCommand('traces', form.login, '--limit', '2')
  expect(first.out).toMatch(/zoom_script +act=loaded evt=script\n.*rpc +worker=ZOOM cascade=FRAUD,ZOOM/)
  expect(first.out).not.toMatch(/worker=FRAUD|EZPAY/)
  const last = /(\d+).*worker=ZOOM/.exec(first.out)?.[1] ?? ''
  const second = await runCommand('traces', form.login, '--before', last, '--json')
  expect(JSON.parse(second.out)).toMatchObject([{ kind: 'rpc', detail: { worker: 'FRAUD', cascade_exec: 'FRAUD' } }])
})
