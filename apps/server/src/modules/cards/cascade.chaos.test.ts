import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { processorByName } from '@tradefront/processors/registry'
import type { ProcessorName } from '@tradefront/rules/cards/plan'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Database, openDatabase } from '../../platform/db.ts'
import { freePort } from '../../platform/postgres-process.ts'
import { createSeal } from '../../platform/seal.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'

/** A server dies without a word in the middle of fifty deposits; the next one finds out what became of each. */

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 3)
const traders = 50
const secretKey = 'a secret key that is only good for tests'
const payment = { amount: 1000, fixed: 0, bonus: 1 }
/** Approve, decline, charged but the reply is lost, a webhook before the reply, three of them, 500 after charging. */
const numbers = [
  '4242424242424242',
  '4000000000000002',
  '4000009900005011',
  '4000009900005037',
  '4000009900005045',
  '4000009900005078',
]
const folder = mkdtempSync(join(tmpdir(), 'chaos-'))

let sandbox: TestSandbox
let address: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let environment: Record<string, string>
let server: ServerProcess
/** Attempts that stood open when the server died, over all rounds. */
let interrupted = 0

beforeAll(async () => {
  sandbox = await startTestSandbox(0.01, folder)
  address = await createTestDatabase()
  database = openDatabase(address.url)
  environment = {
    PORT: String(await freePort()),
    DATABASE_URL: address.url,
    DATA_DIR: folder,
    SECRET_KEY: secretKey,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: sandbox.secret,
    WAIT_SCALE: '0.03',
  }
})

afterAll(async () => {
  await server.kill()
  await sandbox.stop()
  await database.close()
  await address.drop()
  rmSync(folder, { recursive: true, force: true })
})

it.each(Array.from({ length: rounds }, (_, round) => round))(
  'round %d: books and ledger agree to the cent',
  async (round) => {
    server = await startServerProcess(environment)
    const browsers = await Promise.all(
      Array.from({ length: traders }, (_, index) => openBrowser(`${round}-${index}`, index)),
    )
    const before = await attempts()
    const paying = Promise.allSettled(browsers.map((browser) => browser.post('/api/payconcept/pay', payment)))
    await asked(before + 5 + round * 15)
    await server.kill()
    await paying
    interrupted += await undecided()

    server = await startServerProcess(environment)
    await Promise.all(browsers.map(carryOn))
    await expect.poll(undecided, { timeout: 30_000, interval: 100 }).toBe(0)
    await expect.poll(async () => (await taken()) - (await charged()), { timeout: 10_000, interval: 100 }).toBe(0)
    expect(await taken()).toBeGreaterThan(0)
    expect(await unbalanced()).toEqual([])
    await server.kill()
  },
)

it('has died in the middle of something', () => {
  expect(interrupted).toBeGreaterThan(0)
})

type Browser = {
  readonly post: (path: string, body: unknown) => Promise<unknown>
  readonly get: (path: string) => Promise<unknown>
}

/** A logged-in trader with a saved card, made by hand: fifty registrations would hash passwords for longer than the test runs. */
async function openBrowser(name: string, index: number): Promise<Browser> {
  const { db } = database
  const now = new Date()
  const { rows } = await sql<{ id: number }>`
    insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, adult, terms_accepted_at, registered_at, cascade)
    values (${`chaos-${name}@example.com`}, '-', 'Chaos', 'Trader', 'AU', 'USD', '61400000000', 'en', true, ${now}, ${now}, 'CONCEPT,UNIVERSE,ORANGE')
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  const token = randomBytes(32).toString('base64url')
  await sql`insert into sessions (id_hash, user_id, created_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${id}, ${now}, ${new Date(now.getTime() + 3_600_000)})`.execute(
    db,
  )
  const number = numbers[index % numbers.length] ?? ''
  const seal = createSeal(secretKey)
  await sql`insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, saved_at)
    values (${id}, ${seal.seal(number, `card:${id}`)}, ${seal.hash(number, 'card-number')}, ${number.slice(-4)}, 'visa', 4, 2031, 'TEST', 'Lovelace', 'AU', ${now})`.execute(
    db,
  )

  const boot = await fetch(`${server.url}/api/boot`, { headers: { cookie: `session=${token}` } })
  const cookies = [`session=${token}`, ...boot.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')].join(
    '; ',
  )
  const { csrf } = (await boot.json()) as { csrf: string }
  const headers = {
    cookie: cookies,
    'x-csrf-token': csrf,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  return {
    post: async (path, body) =>
      (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json(),
    get: async (path) => (await fetch(`${server.url}${path}`, { headers })).json(),
  }
}

type Current = { readonly deposit: { readonly next: ProcessorName | null } | null; readonly recent: readonly unknown[] }

/** The browser comes back: it asks again under its key, and goes on with whoever is next. */
async function carryOn(browser: Browser): Promise<void> {
  await browser.post('/api/payconcept/pay', payment)
  for (let look = 0; look < 400; look += 1) {
    const { deposit, recent } = (await browser.get('/api/card/deposit/current')) as Current
    if (deposit === null && recent.length > 0) return
    const start = deposit?.next && processorByName(deposit.next).calls.find(({ verb }) => verb === 'start')
    if (start) await browser.post(start.call.path, payment)
    else await new Promise((done) => setTimeout(done, 50))
  }
}

async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  return (await query.execute(database.db)).rows[0]?.n ?? 0
}

const undecided = () =>
  count(
    sql<{
      n: number
    }>`select count(*) as n from attempts where state in ('sent', 'requires_action', 'pending', 'in_doubt')`,
  )
const attempts = () => count(sql<{ n: number }>`select count(*) as n from attempts`)
/** Waits until this many attempts were begun: the moment to pull the plug. */
async function asked(many: number): Promise<void> {
  for (let look = 0; look < 2000 && (await attempts()) < many; look += 1)
    await new Promise((done) => setTimeout(done, 1))
}
/** What the ledger says that processors have taken and kept, minor units. The demo world's past is no sandbox's. */
const taken = () =>
  count(sql<{
    n: number
  }>`select coalesce(sum(p.amount), 0)::bigint as n from captures p join deposits d on d.id = p.deposit_id
    join users u on u.id = d.user_id where p.place <> 'refunded' and u.email like 'chaos-%'`)
const unbalanced = async () =>
  (
    await sql`select entry_id from ledger_lines group by entry_id, currency having sum(amount) <> 0`.execute(
      database.db,
    )
  ).rows

async function charged(): Promise<number> {
  const rows = await sandbox.statement()
  const sumOf = (kind: string, status: string) =>
    rows.filter((row) => row.kind === kind && row.status === status).reduce((sum, row) => sum + row.amount, 0)
  return sumOf('charge', 'succeeded') - sumOf('refund', 'refunded')
}
