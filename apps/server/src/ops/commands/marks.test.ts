import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { linkTraders } from '../../../test/fixtures/link-traders.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'

const { app, runCommand } = await createOpsFixture()

test('shows who shares what with a trader, without hashes, and which gifts went twice to one address or person', async () => {
  expect((await runCommand('marks')).out).toContain('No two accounts with the same mark')
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
  expect(gifts.out).toMatch(new RegExp(`code:TWENTY +${neighbour.userId} +${first.userId} .* address\n`))
  expect(gifts.out.match(/code:TWENTY/g)).toHaveLength(1)

  // A card that only one account has proved is another person's.
  await linkTraders(app, first, stranger, 'card', [first])
  await linkTraders(app, first, neighbour, 'card')
  await linkTraders(app, neighbour, stranger, 'payee')
  const linked = await runCommand('marks')
  expect(linked.out).toMatch(new RegExp(`code:TWENTY +${neighbour.userId} +${first.userId} .* address, card\n`))
  expect(linked.out).toMatch(new RegExp(`code:TWENTY +${stranger.userId} +${neighbour.userId} .* payee\n`))
  expect(linked.out.match(/code:TWENTY/g)).toHaveLength(2)
  expect((await runCommand('marks', 'nobody@example.com')).code).toBe(1)
})
