import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createTestDatabase } from '../fixtures/database/test-database.ts'
import { startServerProcess } from '../fixtures/processes/server-process.ts'
import { promoCodes } from './hostile-values.ts'
import { runFuzz } from './run-fuzz.ts'

/** Data with which promo codes and invoices get further than a refusal. The chains count as read for half an hour. */
const preparation = `
  insert into promo_codes (code, audience, amount, percent, min_deposit, starts_at, max_uses, max_uses_per_trader, created_at)
  values ('${promoCodes.once}', 'everyone', 2000, null, null, now(), 1, 1, now()),
         ('${promoCodes.percent}', 'everyone', null, 30, 25000, now(), null, 1000, now());
  insert into exchange_rates (code, rate, at, is_confirmed)
  select code, 1000, now() + interval '30 minutes', false from unnest(array['BTC', 'LTC', 'ETH', 'DSH']) code;
  update crypto_chains set network = 'simulated', scanned_at = now() + interval '30 minutes'`

const readNumber = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

test('no request makes the server fail, hang, keep descriptors or log a secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-fuzz-'))
  const database = await createTestDatabase()
  await database.runAsOwner(preparation)
  const log = join(folder, 'server.log')
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SECRET_KEY: 'a secret key that is only good for tests',
    PORT: '0',
    // Nothing listens at this address: calls to processors fail at once.
    SANDBOX_URL: 'http://127.0.0.1:1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  }
  const server = await startServerProcess(env, log)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const { faults, byStatus, byCall, secrets } = await runFuzz({
    url: server.url,
    pid: server.pid,
    requests: readNumber('FUZZ_REQUESTS', 3000),
    seed: readNumber('FUZZ_SEED', 1),
    from: readNumber('FUZZ_FROM', 0),
    print,
  })
  print(`by status: ${JSON.stringify(byStatus)}`)
  if (process.env['FUZZ_REQUESTS'] !== undefined)
    for (const [call, count] of Object.entries(byCall).toSorted(([a], [b]) => a.localeCompare(b)))
      print(`${String(count).padStart(6)}  ${call}`)
  await server.stop()
  const lines = readFileSync(log, 'utf8')
  const leaked = secrets.filter((secret) => lines.includes(secret))
  const leaks = leaked.map((secret) => `${secret}: ${lines.split('\n').find((line) => line.includes(secret))}`)
  await database.drop()
  rmSync(folder, { recursive: true })
  expect({ faults, leaks }).toEqual({ faults: [], leaks: [] })
})
