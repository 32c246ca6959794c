import { describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-client.ts'
import { payByCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'

const { app, sandbox, createTrader, findAttempt, runCommand, runChange, listAuditRows } = await createOpsFixture({
  transaction_validation: 'first_card_deposit',
})

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

describe('trader-cascade', () => {
  test('sets the cascade of one trader, and removes it', async () => {
    const [{ client, userId }, other] = [await app.registerTrader(), await app.registerTrader()]
    expect((await runCommand('trader-cascade', String(userId))).out).toContain('is that of the site')
    await runChange('trader-cascade', String(userId), 'concept,zoom')
    expect(await getUser(client)).toMatchObject({ cascade: 'CONCEPT,ZOOM' })
    expect(await getUser(other.client)).not.toMatchObject({ cascade: 'CONCEPT,ZOOM' })
    expect(await runChange('trader-cascade', String(userId), 'concept,skrill')).toMatchObject({ code: 2 })
    await runChange('trader-cascade', String(userId), 'none')
    expect(await listAuditRows(`user:${userId}`)).toMatchObject([
      { action: 'user.cascade', detail: { before: null, after: 'CONCEPT,ZOOM' } },
      { action: 'user.cascade', detail: { before: 'CONCEPT,ZOOM', after: null } },
    ])
  })
})

describe('min-deposit', () => {
  test('sets the minimum by card and by other methods apart, above that of the affiliate, and removes it', async () => {
    const { client, userId } = await app.registerTrader()
    await runChange('affiliate', String(userId), '1301')
    await runChange('min-deposit', String(userId), 'card', '400')
    expect(await getUser(client)).toMatchObject({ min_deposit: 400, min_deposit_other: 300 })
    await runChange('min-deposit', String(userId), 'other', '100')
    expect(await getUser(client)).toMatchObject({ min_deposit: 400, min_deposit_other: 100 })
    await runChange('min-deposit', String(userId), 'card', 'none')
    expect(await getUser(client)).toMatchObject({ min_deposit: 300, min_deposit_other: 100 })
  })

  test.each([
    ['other methods than card and other', ['skrill', '300']],
    ['no amount', ['card']],
    ['a fraction', ['card', '300.5']],
    ['more than the maximum deposit', ['card', '10001']],
    ['nothing', ['card', '0']],
  ])('refuses %s', async (_what, args) => {
    const { userId } = await app.registerTrader()
    expect(await runChange('min-deposit', String(userId), ...args)).toMatchObject({ code: 2 })
  })
})

describe('statement-code', () => {
  const enter = async (client: TestClient, value: string) => (await client.post('/api/fraud/attemps', { value })).json

  test('the code is on the card statement; support gives the attempts back, or confirms the card', async () => {
    const createPayer = () => createTrader('CONCEPT', 'CONCEPT-APPROVED')
    const [first, second] = [await createPayer(), await createPayer()]
    expect((await runCommand('statement-code', first.form.login)).out).toContain('No code is printed')
    const { deposit } = await payByCard(first.client, '4242424242424242')
    const { reference } = await findAttempt(deposit.id)
    const line = (await sandbox.getStatement()).find(({ ref }) => ref === reference)?.descriptor ?? ''
    expect(line).toMatch(/^TRADEFRONT \d{6}$/)
    expect(await getUser(first.client)).toMatchObject({ tr_validate: 'yes', tr_success: 'no', tr_attemps: 5 })
    expect((await first.client.post('/api/validate/charge')).json).toMatchObject({
      charge: { name: 'TRADEFRONT', amount: 1000, card: { brand: 'visa', last4: '4242' } },
    })

    for (let attempt = 0; attempt < 5; attempt += 1) await enter(first.client, 'wrong')
    expect(await enter(first.client, line)).toMatchObject({ error: 'validation.no_attempts' })
    const shown = await runCommand('statement-code', first.form.login)
    expect(shown.out).toContain(`must enter the code of deposit ${deposit.id}: 0 of 5 attempts left`)
    expect(shown.out).not.toContain(line.slice(-6))
    expect((await runCommand('alerts')).out).toContain('card.unconfirmed')
    expect((await runChange('statement-code', first.form.login, 'reset')).out).toContain('5 of 5 attempts left')
    expect((await runCommand('alerts')).out).not.toContain('card.unconfirmed')
    expect(await enter(first.client, line)).toEqual({ return: true, attemps: 5 })
    expect(await runChange('statement-code', first.form.login, 'confirm')).toMatchObject({ code: 1 })

    await payByCard(second.client, '4242424242424242')
    expect((await runChange('statement-code', second.form.login, 'confirm')).out).toContain('is confirmed')
    expect(await getUser(second.client)).toMatchObject({ tr_validate: 'no', tr_success: 'yes' })
    expect(await listAuditRows(`user:${first.userId}`)).toMatchObject([
      { action: 'statement_code.reset', detail: { before: { attemptsLeft: 0 }, after: { attemptsLeft: 5 } } },
    ])
    expect(await listAuditRows(`user:${second.userId}`)).toMatchObject([
      { action: 'statement_code.confirm', detail: { before: { isConfirmed: false }, after: { isConfirmed: true } } },
    ])
  })

  test('refuses another action, and a trader without a code', async () => {
    const { form } = await app.registerTrader()
    expect(await runChange('statement-code', form.login, 'delete')).toMatchObject({ code: 2 })
    expect(await runChange('statement-code', form.login, 'reset')).toMatchObject({ code: 1 })
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
