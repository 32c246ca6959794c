import { processors } from '@tradefront/processors/registry'
import { beforeAll, expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { openInstallation } from '../../platform/database/installation.ts'
import type { Finding } from '../doctor/check.ts'

const { env, app, sandbox } = await createOpsFixture()

beforeAll(() => openInstallation(app.database.db, createSeal(app.secretKey), new Set()))

async function diagnose(changes: Record<string, string> = {}) {
  const { code, out } = await runOpsCommand({ ...env, SMTP_URL: sandbox.smtpUrl, ...changes }, ['doctor', '--json'])
  const { findings } = JSON.parse(out) as { findings: Finding[] }
  const find = (about: string) => findings.filter((finding) => finding.about === about)
  return {
    code,
    findings,
    find,
    missing: findings.filter(({ state }) => state === 'missing').map(({ about }) => about),
  }
}

test('a test site whose parts all answer lacks only its rates, with a line for each part', async () => {
  const { code, missing, find } = await diagnose()
  expect([...new Set(missing)]).toEqual(['rates'])
  expect(code).toBe(1)
  expect(find('sandbox')).toMatchObject([{ state: 'warning', text: expect.stringContaining('test site') }])
  for (const about of ['secrets', 'mail', 'payout-bank', 'beacon', 'documents', 'nodes'])
    expect(find(about), about).toMatchObject([{ state: 'ok' }])
  for (const { name } of processors.filter(({ canCharge }) => canCharge))
    expect(find(name), name).toMatchObject([{ state: 'ok' }])
  // The clock of the database, and that of a machine outside.
  expect(find('clock')).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  expect(find('backups')).toMatchObject([{ state: 'warning', text: expect.stringContaining('No backup is known') }])
})

test('each part that does not work is named, and the others are checked all the same', async () => {
  const { code, missing } = await diagnose({
    SECRET_KEY: 'another secret key that is only good for tests',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PROCESSORS_URL: 'http://127.0.0.1:1',
    RATES_URL: `${sandbox.url}/rates`,
    BACKUP_DIR: '/nowhere',
  })
  expect(code).toBe(1)
  expect(missing).toEqual(expect.arrayContaining(['secrets', 'mail', 'ORANGE', 'backups']))
  expect(missing).not.toContain('payout-bank')
})

test('only channels of payouts that open methods of withdrawal need are asked, and no coins that the site does not take', async () => {
  const noCoins = { BTC_RPC_URL: 'none', ETH_RPC_URL: 'none', PAYOUTS_URL: 'http://127.0.0.1:1' }
  const all = await diagnose(noCoins)
  const states = (found: typeof all) =>
    found.findings.filter(({ about }) => about.startsWith('payout-')).map(({ about, state }) => `${about} ${state}`)
  expect(states(all).toSorted()).toEqual([
    'payout-bank missing',
    'payout-bitcoin warning',
    'payout-ethereum warning',
    'payout-wallet missing',
  ])
  await app.runAsOwner(
    `insert into settings (name, value, changed_at) values ('withdrawal_methods', '["card", "eth", "bank"]', now())`,
  )
  expect(states(await diagnose()).toSorted()).toEqual(['payout-bank ok', 'payout-ethereum ok'])
  await app.runAsOwner(`delete from settings where name = 'withdrawal_methods'`)
})

test('a processor with another secret is named, because its answers are not signed', async () => {
  const { missing } = await diagnose({ PROCESSOR_SECRETS: `orange=${'x'.repeat(32)}` })
  expect(missing).toContain('ORANGE')
  expect(missing).not.toContain('CONCEPT')
})

test('the answer for people is one line for each finding, and moves nothing', async () => {
  const count = async () => (await app.database.pool.query('select count(*) from attempts')).rows
  const before = await count()
  const { out } = await runOpsCommand({ ...env, SMTP_URL: sandbox.smtpUrl }, ['doctor'])
  expect(out).toMatch(/^warning {2}sandbox +This is a test site, because .*\.$/m)
  expect(out).toMatch(/^ok +mail +The mail server takes our mails\.$/m)
  expect(await count()).toEqual(before)
})
