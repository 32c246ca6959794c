import { describe, expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

const { app, env, runChange, createTrader, createDepositInReview, createDepositInSuspense, listEmergencies } =
  await createOpsFixture()

const withoutSecond = 'This is an emergency without a second operator: it is in the audit trail.'
const answer = (reply: string, argv: readonly string[]) =>
  runOpsCommand(env, [...argv, '--why', 'as the bank said'], reply)

describe('what only two operators can do at the desk says so before it is confirmed', () => {
  test('of money', async () => {
    const [suspense, review] = [await createDepositInSuspense(), await createDepositInReview()]
    for (const argv of [
      ['accept', suspense.id],
      ['refund', suspense.id],
      ['reverse', suspense.id],
      ['resolve', review.id, '--paid', '1000'],
    ])
      expect((await answer('n', argv)).asked, argv[0]).toContain(`\n${withoutSecond}\nGo on?`)
    expect((await answer('n', ['resolve', review.id, '--unpaid'])).asked).not.toContain(withoutSecond)
    expect(await listEmergencies()).toEqual([])
  })

  test.each([
    [['settings', 'approval_limit', '5'], true],
    [['operators', 'invite', 'carl', '--roles', 'admin'], true],
    [['operators', 'disable', 'carl'], true],
    [['settings', 'chat_disabled', 'yes'], false],
    [['off', 'ZOOM'], false],
  ])('%j: %s', async (argv, isSaid) => {
    const { asked } = await answer('n', argv)
    expect(asked).toContain('Go on?')
    expect(asked.includes(withoutSecond)).toBe(isSaid)
  })
})

test('each use raises an alert of its own with the account and the reason, and the audit trail calls it an emergency', async () => {
  const { userId } = await createTrader()
  const { id } = await createDepositInSuspense()
  for (const [command, ...more] of [
    ['accept', id],
    ['settings', 'chat_disabled', 'yes'],
    ['settings', 'chat_disabled', 'no'],
    ['off', 'ZOOM'],
    ['on', 'ZOOM'],
    ['cascade', 'default'],
    ['trader-cascade', String(userId), 'ZOOM'],
    ['min-deposit', String(userId), 'card', '20'],
    ['promo', 'create', 'EMERGENCY', '--amount', '10'],
    ['login-link', String(userId)],
    ['operators', 'invite', 'ann', '--roles', 'admin'],
    ['operators', 'invite', 'ben', '--roles', 'admin'],
    ['operators', 'disable', 'ben'],
  ] as const)
    expect(await runChange(command, ...more), command).toMatchObject({ code: 0, err: '' })
  const alerts = await listEmergencies()
  expect(alerts.map(({ command }) => command)).toEqual([
    `accept ${id}`,
    'settings chat_disabled',
    'settings chat_disabled',
    'off ZOOM',
    'on ZOOM',
    'cascade default',
    `trader-cascade ${userId}`,
    `min-deposit ${userId}`,
    'promo create EMERGENCY',
    `login-link ${userId}`,
    'operators invite ann',
    'operators invite ben',
    'operators disable ben',
  ])
  for (const { detail } of alerts) expect(detail).toEqual({ account: 'tester', why: 'as the bank said' })
  const { rows } = await app.database.pool.query('select distinct actor, os_user, reason from audit_log')
  expect(rows).toEqual([{ actor: 'emergency', os_user: 'tester', reason: 'as the bank said' }])
})

test('what moves no money and changes no rights raises no alert', async () => {
  const before = await listEmergencies()
  const { userId } = await createTrader()
  for (const argv of [
    ['lock', String(userId)],
    ['end-sessions', String(userId)],
    ['card-risk', String(userId), 'yes'],
  ] as const)
    expect(await runChange(...argv), argv[0]).toMatchObject({ code: 0, err: '' })
  expect(await listEmergencies()).toEqual(before)
})

test('no operator can have the name that the audit trail uses for emergencies', async () => {
  await expect(
    app.runAsOwner(`insert into operators (name, created_at) values ('emergency', now())`),
  ).rejects.toMatchObject({ constraint: 'operators_not_emergency' })
})

test('the last operator stays, and a link that lets an operator in is not stored', async () => {
  const { out } = await runChange('operators', 'invite', 'ann', '--roles', 'admin', '--json')
  const { link } = JSON.parse(out) as { link: string }
  expect(link).toMatch(/\/#\/invitation\/[\w-]{43}$/)
  expect(await runChange('operators', 'disable', 'ann')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no other one who could continue'),
  })
  const { rows } = await app.database.pool.query('select * from audit_log')
  expect(JSON.stringify(rows)).not.toContain(link.split('/').at(-1))
})
