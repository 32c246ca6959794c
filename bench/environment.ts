import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import pg from 'pg'

import { systemAccounts } from '../apps/server/src/modules/ledger/system-accounts.ts'
import { prepareDatabase } from '../apps/server/src/platform/database/prepare-database.ts'
import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { findFreePort } from '@tradefront/local-postgres/free-port'
import { createSeal } from '../apps/server/src/platform/crypto/seal.ts'
import { serverArgs } from '../scripts/server-args.mjs'
import { type ServerProcess, startScript } from './processes.ts'

const secretKey = 'a secret key that is only good for the bench'
export const sandboxSecret = 'a sandbox secret that is only good for the bench'

/** Address to which the desk's database binds passkeys. The bench uses none. */
const deskOrigin = 'http://localhost'

export type BrowserSession = {
  readonly userId: number
  readonly headers: Readonly<Record<string, string>>
}

/** Programs that the measurements share. Each runs in its own process. PostgreSQL has the product's durable settings. */
export type BenchEnvironment = {
  /** Address for the role of the server. */
  readonly databaseUrl: string
  /** Address for the role of the desk. */
  readonly deskDatabaseUrl: string
  /** Address for the bench's own tables. */
  readonly superuserUrl: string
  readonly pool: pg.Pool
  readonly sandbox: ServerProcess
  readonly server: ServerProcess
  readonly serverEnv: Readonly<Record<string, string>>
  readonly insertTraders: (count: number, cascade: string, lastName: string) => Promise<number[]>
  readonly createBrowserSession: (userId: number) => Promise<BrowserSession>
  readonly stop: () => Promise<void>
}

export async function startBenchEnvironment(): Promise<BenchEnvironment> {
  // Cleanups, newest first. All run, even if a later part fails to start.
  const cleanups: (() => unknown)[] = []
  const stop = async () => {
    for (const end of cleanups.splice(0)) await end()
  }
  try {
    return await startParts((end) => cleanups.unshift(end), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  addCleanup: (end: () => unknown) => void,
  stop: () => Promise<void>,
): Promise<BenchEnvironment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-bench-'))
  addCleanup(() => rmSync(dataDir, { recursive: true, force: true }))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  addCleanup(postgres.stop)
  await prepareDatabase(postgres, systemAccounts, {
    desk: { url: postgres.deskUrl, origin: deskOrigin, isTestSite: true },
  })
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 20 })
  addCleanup(() => pool.end())
  // At the end PostgreSQL can close an idle connection before the pool does.
  pool.on('error', () => undefined)
  const sandbox = await startScript(['apps/sandbox/src/main.ts'], {
    SANDBOX_PORT: '0',
    SANDBOX_SECRET: sandboxSecret,
    DATA_DIR: join(dataDir, 'sandbox'),
    LOG_LEVEL: 'silent',
  })
  addCleanup(sandbox.stop)
  const serverEnv = {
    PORT: String(await findFreePort()),
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: sandboxSecret,
    LOG_LEVEL: 'info',
    RATE_LIMIT: '0',
  }
  const server = await startScript(serverArgs, serverEnv)
  addCleanup(server.stop)
  const seal = createSeal(secretKey)

  const insertTraders = async (count: number, cascade: string, lastName: string): Promise<number[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
         terms_accepted_at, registered_at, real_opened_at, cascade)
       select 'bench-' || gen_random_uuid() || '@example.com', '-', 'Bench', 'Trader', 'AU', 'USD', '61400000000', 'en',
         true, now(), now(), now(), $2 from generate_series(1, $1) returning id`,
      [count, cascade],
    )
    const ids = rows.map(({ id }) => Number(id))
    const number = '4242424242424242'
    for (const id of ids) {
      await pool.query(
        `insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name,
           country, created_at, selected_at, save_slot, charged_at)
         values ($1, $2, $3, '4242', 'visa', 4, 2031, 'TEST', $4, 'AU', now(), now(), 1, now())`,
        [id, seal.sealText(number, `card:${id}`), seal.computeHash(number, 'card-number'), lastName],
      )
    }
    return ids
  }

  const createBrowserSession = async (userId: number): Promise<BrowserSession> => {
    const token = randomBytes(32).toString('base64url')
    await pool.query(
      `insert into sessions (id_hash, user_id, practice, created_at, expires_at) values ($1, $2, false, now(), now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest(), userId],
    )
    const boot = await fetch(`${server.url}/api/boot`, { headers: { cookie: `session=${token}` } })
    const set = boot.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    const { csrf } = (await boot.json()) as { csrf: string }
    return { userId, headers: { cookie: [`session=${token}`, ...set].join('; '), 'x-csrf-token': csrf } }
  }

  return {
    databaseUrl: postgres.url,
    deskDatabaseUrl: postgres.deskUrl,
    superuserUrl: postgres.superuserUrl,
    pool,
    sandbox,
    server,
    serverEnv,
    insertTraders,
    createBrowserSession,
    stop,
  }
}

/** Inserts a deposit, and returns the attempt's reference and the deposit's id. */
export async function insertPendingDeposit(
  pool: pg.Pool,
  userId: number,
  processor: string,
): Promise<{ ref: string; id: string }> {
  const ref = randomUUID()
  const id = randomUUID()
  await pool.query(
    `with deposit as (
       insert into deposits (id, user_id, method, card_id, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
       select $1, $2, 'card', (select id from cards where user_id = $2 and removed_at is null), 'AU', 100000, 'USD', 50000, 1500000,
         false, array[$3], 'processing', now(), now() returning id)
     insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
     select id, 1, $3, true, 'pending', $4, now(), now(), now() from deposit`,
    [id, userId, processor, ref],
  )
  return { ref, id }
}

/** `fetch` needs more CPU, which a small machine would take from the server. */
const agent = new Agent({ keepAlive: true })

/** Sends a request. Throws unless the status is 200. */
export async function sendPost(
  environment: BenchEnvironment,
  session: BrowserSession,
  path: string,
  body: unknown,
  key?: string,
): Promise<Record<string, unknown>> {
  const payload = JSON.stringify(body)
  const headers = {
    ...session.headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${environment.server.url}${path}`, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(payload)
  })
  const responseText = await text(response)
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${responseText}`)
  return JSON.parse(responseText) as Record<string, unknown>
}
