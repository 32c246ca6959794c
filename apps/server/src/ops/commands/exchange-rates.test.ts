import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'

const { app, runCommand, runChange, listAuditRows, listEmergencies } = await createOpsFixture()

test('an operator sees a jump, and accepts the rate that was shown', async () => {
  const now = app.clock.now()
  await app.database.pool.query(`delete from exchange_rates where code = 'GBP'`)
  await app.database.pool.query(
    `insert into exchange_rates (code, rate, at, is_confirmed) values ('GBP', 0.75, $1, true)`,
    [new Date(now.getTime() - 60_000)],
  )
  expect((await runCommand('exchange-rates')).out).toMatch(/^GBP +open +0\.75 /m)
  expect(await runChange('exchange-rates', 'accept', 'GBP')).toMatchObject({
    code: 1,
    err: expect.stringContaining('No rate of GBP waits'),
  })
  await app.database.pool.query(`insert into held_rates (code, rate, at, readings) values ('GBP', 0.9, $1, 2)`, [
    new Date(now.getTime() - 30_000),
  ])
  expect((await runCommand('exchange-rates')).out).toMatch(/^GBP +closed +0\.75 .* 0\.9 /m)
  const accepted = await runChange('exchange-rates', 'accept', 'gbp')
  expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('Accepted.') })
  expect((await runCommand('exchange-rates')).out).toMatch(/^GBP +open +0\.9 /m)
  expect(await listAuditRows('rate:GBP')).toMatchObject([
    { action: 'rate.confirm', actor: 'emergency', why: 'as the bank said', detail: { before: 0.75, after: 0.9 } },
  ])
  expect((await listEmergencies()).map(({ command }) => command)).toEqual(['exchange-rates accept gbp'])
  expect(await runChange('exchange-rates', 'accept', 'XAU')).toMatchObject({ code: 2 })
})
