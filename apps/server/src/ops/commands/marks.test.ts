import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'

const { app, runCommand } = await createOpsFixture()

test('shows who shares what with a trader, without hashes, and which gifts went twice to one address', async () => {
  expect((await runCommand('marks')).out).toContain('No two accounts at one address')
  const first = await app.registerTrader({ phone: '412000001' }, { address: '10.60.0.1' })
  const second = await app.registerTrader({ phone: '412000001' }, { address: '10.60.0.2' })
  const neighbour = await app.registerTrader({ phone: '412000002' }, { address: '10.60.0.1' })
  const stranger = await app.registerTrader({ phone: '412000003' }, { address: '10.60.0.3' })
  const shown = await runCommand('marks', first.form.login)
  expect(shown.out).toMatch(new RegExp(`phone +1 +none +${second.userId} +${second.form.login}`))
  expect(shown.out).toMatch(new RegExp(`address \\(no proof\\) +1 +${neighbour.userId} `))
  expect(shown.out).not.toContain(stranger.form.login)
  expect(JSON.stringify(shown)).not.toMatch(/hash|[0-9a-f]{32}|412000001/)
  expect((await runCommand('marks', String(stranger.userId))).out).toContain('shares nothing')

  await createPromoCode(app, 'TWENTY')
  for (const { client } of [first, neighbour, stranger]) await client.post('/api/promo', { promo: 'TWENTY' })
  const gifts = await runCommand('marks')
  expect(gifts.out).toMatch(new RegExp(`code:TWENTY +${neighbour.userId} +${first.userId} `))
  expect(gifts.out.match(/code:TWENTY/g)).toHaveLength(1)
  expect((await runCommand('marks', 'nobody@example.com')).code).toBe(1)
})
