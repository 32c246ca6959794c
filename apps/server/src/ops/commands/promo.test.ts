import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

let app: TestApp
let env: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }
})
afterAll(() => app.stop())

const run = (...argv: string[]) => runOpsCommand(env, ['promo', ...argv])
const change = (...argv: string[]) => run(...argv, '--why', 'a campaign', '--yes')

describe('promo codes', () => {
  test('are created, used by a trader, listed and ended', async () => {
    // The command uses the real clock, which is ahead of the test's: the session must not end, and the code must have begun.
    app.clock.set(new Date())
    const { client } = await app.registerTrader()
    expect(await change('create', 'spring', '--amount', '20', '--uses', '100')).toMatchObject({
      code: 0,
      out: 'SPRING is created.\n',
    })
    app.clock.set(new Date())
    expect((await client.post('/api/promo', { promo: 'SPRING' })).json).toMatchObject({ return: true, state: 'used' })
    expect((await run('list')).out).toMatch(/^SPRING +everyone +20\.00 USD +none +\S+ \S+ +1 of 100 +1$/m)
    expect((await change('end', 'SPRING')).out).toBe('SPRING has ended.\n')
    expect(await change('end', 'SPRING')).toMatchObject({ code: 1, err: expect.stringContaining('has ended already') })
    expect((await run('list', '--json')).out).toContain('"endsAt": "')
    const audit = await runOpsCommand(env, ['audit', '--json'])
    expect(audit.out).toContain('promo.create')
    expect(audit.out).toContain('promo.end')
  })

  test('of a percentage have a minimum deposit and a window', async () => {
    const days = ['--from', '2100-12-01', '--until', '2101-01-01']
    const made = await change('create', 'XMAS', '--percent', '30', '--min-deposit', '500', '--each', '2', ...days)
    expect(made.err).toBe('')
    expect((await run('list')).out).toMatch(
      /^XMAS +everyone +30 % +500\.00 USD +2100-12-01 00:00:00 +2101-01-01 00:00:00 +0 +2$/m,
    )
    expect(await change('create', 'XMAS', '--amount', '5')).toMatchObject({ code: 1 })
    // A code that has not begun ends when it would, and no other one ends.
    expect((await change('end', 'XMAS')).out).toBe('XMAS has ended.\n')
    expect(await change('end', 'XMAS')).toMatchObject({ code: 1 })
    const { out } = await run('list', '--json')
    const ends = (JSON.parse(out) as { code: string; endsAt: string | null }[]).map(({ code, endsAt }) => [
      code,
      endsAt,
    ])
    expect(ends).toEqual(
      expect.arrayContaining([
        ['XMAS', '2100-12-01T00:00:00.000Z'],
        ['WELCOME', null],
      ]),
    )
    const { rows } = await app.database.pool.query(
      `select action, detail->'after'->>'percent' as percent, detail->'after' ? 'endsAt' as has_end
         from audit_log where subject = 'promo:XMAS' order by id`,
    )
    expect(rows).toEqual([
      { action: 'promo.create', percent: '30', has_end: true },
      { action: 'promo.end', percent: null, has_end: true },
    ])
  })

  test('of an offer say which offer stops when they end', async () => {
    await change('create', 'SECOND', '--percent', '40', '--min-deposit', '250', '--for', 'offers')
    const set = await runOpsCommand(env, ['settings', 'limited_offer_code', 'SECOND', '--why', 'a campaign', '--yes'])
    expect([set.code, set.err]).toEqual([0, ''])
    expect((await change('end', 'SECOND')).out).toBe(
      'SECOND has ended.\nThe offer of limited_offer_code is not made until the setting names another code.\n',
    )
  })

  test.each([
    [['create', 'A'], 'A code is 3 to 40'],
    [['create', 'RISK-FREE', '--amount', '5'], 'exists already'],
    [['create', 'NOTHING'], 'not both'],
    [['create', 'BOTH', '--percent', '5', '--amount', '5'], 'not both'],
    [['create', 'FREE-PERCENT', '--percent', '5'], 'needs --min-deposit'],
    [['create', 'TOO-MUCH', '--percent', '101', '--min-deposit', '250'], '--percent must be'],
    [['create', 'NEGATIVE', '--amount', '-5'], '--amount must be'],
    [
      ['create', 'BACKWARDS', '--amount', '5', '--from', '2026-12-02', '--until', '2026-12-01'],
      '--until must be later',
    ],
    [['create', 'WHOM', '--amount', '5', '--for', 'friends'], '--for must be'],
    [['create', 'OFFER', '--amount', '5', '--for', 'offers'], 'has a percentage'],
    [['end', 'NO-SUCH-CODE'], 'There is no promo code'],
  ])('%j is refused', async (argv, message) => {
    const result = await change(...argv)
    expect(result.code).not.toBe(0)
    expect(result.err).toContain(message)
  })
})
