import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildRoleUrl } from '@tradefront/local-postgres/roles'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBackupFile, writeBackupFile } from '../../src/ops/backup/backup-file.ts'
import { createSeal } from '../../src/platform/crypto/seal.ts'
import { runOpsCommand } from '../fixtures/ops/run-ops-command.ts'
import { type ServerProcess, startServerProcess } from '../fixtures/processes/server-process.ts'
import type { ChaosBrowser } from './chaos-browser.ts'
import { chaosSecretKey, type ChaosFixture, createChaosFixture } from './chaos-fixture.ts'

let fixture: ChaosFixture
let server: ServerProcess
let browsers: ChaosBrowser[]
const root = mkdtempSync(join(tmpdir(), 'backup-'))
chmodSync(root, 0o755)
const backups = join(root, 'backups')
mkdirSync(backups)
const restored = join(root, 'restored')
let file = ''
/** Of the original, before the backup began and after it had ended. */
const entries: { before: Entry[]; after: Entry[] } = { before: [], after: [] }

beforeAll(async () => {
  fixture = await createChaosFixture('own')
  server = await fixture.startServer('a')
  browsers = await fixture.openBrowsers(4, [server])
  // A trader whose documents are not approved could pay only three times and buy five trades.
  await fixture.database.pool.query(
    `update users set verification = 'Full' where email like 'chaos-%';
     insert into settings values ('card_day_limit', '1000', now())`,
  )
})
afterAll(async () => {
  await fixture.stop()
  rmSync(root, { recursive: true, force: true })
})

const buildEnv = (dataDir: string) => ({
  DATA_DIR: dataDir,
  SECRET_KEY: chaosSecretKey,
  SANDBOX_URL: fixture.sandbox.url,
  SANDBOX_SECRET: fixture.sandbox.secret,
})
const restore = (from: string, into: string, key = chaosSecretKey) =>
  runOpsCommand({ DATA_DIR: into, SECRET_KEY: key }, ['restore', from])

type Entry = { readonly id: string; readonly kind: string; readonly lines: string }

/** All entries of the ledger with their lines. */
async function listEntries(pool: pg.Pool | pg.Client): Promise<Entry[]> {
  const { rows } = await pool.query<Entry>(
    `select e.id::text as id, e.kind, (select string_agg(l.account || ' ' || l.amount || ' ' || l.currency, ', ' order by l.account, l.amount)
                             from ledger_lines l where l.entry_id = e.id) as lines
       from ledger_entries e order by e.id`,
  )
  return rows
}

/** Balances that are not the sum of their lines, and entries that do not balance. */
async function findLedgerFaults(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select 'balance' as what, b.user_id::text as id from ledger_balances b
      where b.amount <> (select coalesce(sum(l.amount), 0) from ledger_lines l where l.user_id = b.user_id and l.account = b.account)
     union all
     select 'entry', entry_id::text from ledger_lines group by entry_id, currency having sum(amount) <> 0`,
  )
  return rows
}

test('a backup is made while traders pay and trade, and only its owner can read it', async () => {
  expect((await Promise.all(browsers.map((browser) => browser.resumePayment()))).filter((isDone) => !isDone)).toEqual(
    [],
  )
  await expect
    .poll(async () =>
      (await Promise.all(browsers.map((browser) => browser.buyTrade(server)))).map(({ error }) => error),
    )
    .toContain(null)
  let isRunning = true
  const load = Promise.all(
    browsers.map(async (browser) => {
      while (isRunning) await Promise.all([browser.payWithNewKey(server), browser.buyTrade(server)])
    }),
  )
  entries.before = await listEntries(fixture.database.pool)
  const made = await runOpsCommand(buildEnv(fixture.folder), ['backup', backups, '--json'])
  isRunning = false
  await load
  expect(made).toMatchObject({ code: 0, err: '' })
  ;({ file } = JSON.parse(made.out) as { file: string })
  expect(readdirSync(backups)).toHaveLength(1)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file).includes('chaos-1@example.com')).toBe(false)
  entries.after = await listEntries(fixture.database.pool)
  expect(entries.after.length).toBeGreaterThan(entries.before.length)
  expect(await restore(file, restored)).toMatchObject({ code: 0, err: '' })
})

test('the restored copy has what was booked, and moves no money until it is released', async () => {
  const started = await startServerProcess({ ...buildEnv(restored), PORT: '0', WAIT_SCALE: '0.03' })
  const copy = await openRestored()
  try {
    const kept = await listEntries(copy)
    expect(await findLedgerFaults(copy)).toEqual([])
    // Addresses of coins can have been handed out since the backup.
    expect((await copy.query('select from crypto_chains where next_index < 10000')).rowCount).toBe(0)
    // Everything from before the backup is there, and nothing that did not happen.
    const known = new Map(entries.after.map(({ id, lines }) => [id, lines]))
    expect(kept.filter(({ id, lines }) => known.get(id) !== lines)).toEqual([])
    const keptIds = new Set(kept.map(({ id }) => id))
    expect(entries.before.filter(({ id }) => !keptIds.has(id))).toEqual([])

    const countSent = async () =>
      (
        await copy.query(
          'select count(*)::int as n from attempt_events union all select count(*)::int from ledger_entries',
        )
      ).rows
    const sent = await countSent()
    const charges = (await fixture.sandbox.getStatement()).length
    // This alert is raised by a job: jobs run.
    await expect
      .poll(async () => (await copy.query(`select kind from alerts where kind = 'recovery.quarantine'`)).rowCount)
      .toBe(1)
    const buyAll = () => Promise.all(browsers.map((browser) => browser.buyTrade(started)))
    // The copy has no prices at first, and answers that instead.
    await expect.poll(buyAll).toContainEqual({ status: 503, error: 'errors.maintenance' })
    // Some have a deposit in progress, or a card that was declined too often.
    expect(await Promise.all(browsers.map((browser) => browser.payWithNewKey(started)))).toContain(null)
    expect(await countSent()).toEqual(sent)
    expect((await fixture.sandbox.getStatement()).length).toBe(charges)
    const shown = await runOpsCommand(buildEnv(restored), ['quarantine'])
    expect(shown.out).toContain('(restored)')

    const release = ['quarantine', 'release', '--why', 'compared with all statements', '--yes']
    expect(await runOpsCommand(buildEnv(restored), release)).toMatchObject({ code: 0 })
    await expect.poll(buyAll).toContainEqual({ status: 200, error: null })
    expect(await findLedgerFaults(copy)).toEqual([])
  } finally {
    await copy.end()
    await started.stop()
  }
})

test('what is no whole backup of this key is refused, and leaves nothing behind', async () => {
  const bytes = readFileSync(file)
  const target = join(root, 'refused')
  const write = (name: string, content: Buffer) => {
    writeFileSync(join(root, name), content)
    return join(root, name)
  }
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
  const refused = async (from: string, words: string, key?: string) => {
    const { code, err } = await restore(from, target, key)
    expect(err).toContain(words)
    expect(code).toBe(1)
    expect(readdirSync(root).filter((name) => name.startsWith('refused'))).toEqual([])
  }
  await refused(write('flipped', flipped), 'was changed, or is not complete')
  await refused(write('cut', bytes.subarray(0, -100)), 'was changed, or is not complete')
  await refused(await writeWithoutSegment(), 'of the write-ahead log')
  await refused(file, 'another SECRET_KEY', 'another key of at least thirty-two characters')
  await refused(join(root, 'none'), 'cannot be read (ENOENT)')
  const again = await restore(file, restored)
  expect(again.err).toContain('is not empty')
})

/** Writes the backup again with the right key, but without the last segment of the log. */
async function writeWithoutSegment(): Promise<string> {
  const key = createSeal(chaosSecretKey).deriveKey('backup')
  const { head, files } = await openBackupFile(file, [key])
  const wal: string[] = []
  async function* leaveOut() {
    for await (const each of files) {
      const [, segment] = /^pg_wal\/([0-9A-F]{24})$/.exec(each.path) ?? []
      if (segment === undefined) yield each
      else {
        wal.push(segment)
        if (each.read !== undefined) for await (const _chunk of each.read());
      }
    }
    return wal
  }
  const target = join(root, 'without-segment')
  await writeBackupFile(target, key, head, leaveOut())
  return target
}

/** Opens the restored database, which a server has started. */
async function openRestored(): Promise<pg.Client> {
  const state = JSON.parse(readFileSync(join(restored, 'postgres.json'), 'utf8')) as { port: number; password: string }
  const client = new pg.Client(buildRoleUrl(state, 'owner'))
  client.on('error', () => undefined)
  await client.connect()
  return client
}
