import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { startServerProcess } from '../apps/server/test/fixtures/processes/server-process.ts'
import { startTestSandbox } from '../apps/server/test/fixtures/processes/sandbox-process.ts'
import { seedDemoData } from '../apps/server/src/demo-seed.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { copyDatabase, startTestPostgres } from '../apps/server/test/fixtures/database/test-postgres.ts'

import { createPasswordHasher } from '../apps/server/src/modules/auth/password-hashing.ts'
import { findStoredCanaries } from './helpers/card-data-canaries.ts'
import { e2eSecretKey } from './helpers/secret-key.ts'
import { traderPassword } from './helpers/trader.ts'

/** Factor that shortens the waits of the cascade and the sandbox. */
const waitScale = 0.05

/** All tests have one address, whose failed log-ins would delay every later one. */
const ignoreFailuresOfAddress = `
  create function ignore_row() returns trigger language plpgsql as 'begin return null; end';
  create trigger ignore_failures_of_address before insert on login_failures
    for each row when (new.subject ~ '^(address|taken):') execute function ignore_row()`
/** The limit is larger than the deposits of all tests but one. */
const requireCodeOfLargeDeposits = `
  insert into settings (name, value, changed_at)
    values ('transaction_validation', '"above_amount"', now()), ('transaction_validation_amount', '9990', now())`

/** Starts one PostgreSQL, sandbox and server for the whole run. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-e2e-'))
  const log = join(folder, 'server.log')
  const postgres = await startTestPostgres()
  const database = await copyDatabase(postgres.urls)
  await seedDemoUsers(database.url)
  await database.runAsOwner(ignoreFailuresOfAddress)
  await database.runAsOwner(requireCodeOfLargeDeposits)
  mkdirSync(join(folder, 'sandbox'))
  const mailInPort = await findFreePort()
  const sandbox = await startTestSandbox(waitScale, join(folder, 'sandbox'), mailInPort)
  const server = await startServerProcess(
    {
      PORT: String(await findFreePort()),
      DATA_DIR: folder,
      DATABASE_URL: database.socketUrl,
      SECRET_KEY: e2eSecretKey,
      SANDBOX_URL: sandbox.url,
      SANDBOX_SECRET: sandbox.secret,
      SMTP_URL: sandbox.smtpUrl,
      MAIL_IN_PORT: String(mailInPort),
      WAIT_SCALE: String(waitScale),
      LOG_LEVEL: 'info',
      PREVIEW_LANGUAGES: 'ar',
      PSEUDO_LOCALE: '1',
    },
    log,
  )
  const deskPort = String(await findFreePort())
  const origin = `http://localhost:${deskPort}`
  // Passkeys of the tests are new.
  await database.runAsOwner(`update desk_origins set origin = '${origin}', wait_hours = 0`)
  // This is as outside of tests, where only the owner can act for operators.
  await database.runAsOwner('delete from emergency_roles')
  const desk = await startServerProcess(
    { DESK_PORT: deskPort, DATABASE_URL: database.socketUrl, DESK_DATABASE_URL: database.deskUrl },
    log,
    'desk',
  )
  process.env['DESK_URL'] = desk.url
  process.env['BASE_URL'] = server.url
  process.env['SANDBOX_BASE_URL'] = sandbox.url
  process.env['E2E_DATABASE_URL'] = database.socketUrl
  process.env['E2E_OWNER_URL'] = database.ownerUrl
  process.env['E2E_SUPERUSER_URL'] = database.superuserUrl
  process.env['E2E_PASSWORD_HASH'] = await createPasswordHasher().hashPassword(traderPassword)
  return async () => {
    const canaries = await findStoredCanaries(database.url, log)
    await desk.kill()
    await server.kill()
    await sandbox.stop()
    await database.drop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    if (canaries.length > 0) throw new Error(`What no one may keep was found: ${canaries.join('; ')}`)
  }
}

/** Inserts demo users, because the server does so only in an embedded database. */
async function seedDemoUsers(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl)
  await seedDemoData(database.db, systemClock)
  await database.close()
}
