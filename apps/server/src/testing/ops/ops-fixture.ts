import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, expect } from 'vitest'

import { dayMs, hourMs } from '../../platform/clock.ts'
import { runningClock, startTestApp, type TestApp, type TestClient } from '../app/test-app.ts'
import { findLatestDeposit, saveCard } from '../cards/pay-by-card.ts'
import { runOpsCommand } from './run-ops-command.ts'
import { startTestSandbox } from '../processes/sandbox-process.ts'

export type Row = Record<string, unknown>

/** One database per test file. @param settings of the server from its start, as changes take a second to reach it */
export async function createOpsFixture(settings: Readonly<Record<string, unknown>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'ops-'))
  const sandbox = await startTestSandbox(0.01, folder)
  const clock = runningClock
  const app = await startTestApp({
    clock,
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret, waitScale: 0.02 },
  })
  const operatorSecret = 'a secret that is only good for tests'
  await addTestOperators(app, operatorSecret, settings)
  const env = {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'a secret key that is only good for tests',
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: sandbox.secret,
    WAIT_SCALE: '0.02',
    OPS_OPERATOR: 'tester',
    OPS_SECRET: operatorSecret,
  }
  afterEach(() => sandbox.postControl('faults/clear', {}))
  afterAll(async () => {
    await app.stop()
    await sandbox.stop()
    await rm(folder, { recursive: true })
  })

  const runCommand = (...argv: string[]) => runOpsCommand(env, argv)
  const runChange = (...argv: string[]) => runOpsCommand(env, [...argv, '--why', 'as the bank said', '--yes'])

  async function createTrader(cascade = 'ORANGE', lastName = 'ORANGE-POLL', number = '4242424242424242') {
    const { client, userId, form } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
    await saveCard(client, number, lastName)
    return { client, userId, form }
  }

  async function listRowsForDeposit(command: string, depositId: string): Promise<Row[]> {
    const { out } = await runCommand(command, '--json')
    return (JSON.parse(out) as Row[]).filter((row) => row['depositId'] === depositId)
  }

  async function listAuditRows(subject: string): Promise<Row[]> {
    const { rows } =
      await sql<Row>`select actor, os_user, action, reason as why, detail from audit_log where subject = ${subject} order by id`.execute(
        app.database.db,
      )
    return rows
  }

  async function getBalances(userId: number): Promise<Record<string, number>> {
    const rows = await app.database.db.selectFrom('ledger_balances').selectAll().where('user_id', '=', userId).execute()
    return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  }

  async function findAttempt(depositId: string) {
    return app.database.db
      .selectFrom('attempts')
      .selectAll()
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow()
  }

  /** The processor does not answer. */
  async function createDepositInReview(): Promise<{ client: TestClient; userId: number; id: string }> {
    const { client, userId } = await createTrader()
    for (const on of ['start', 'status', 'cancel'])
      await sandbox.postControl('faults', { processor: 'orange', on, act: 'error' })
    await client.post('/api/card/fast/orange', { amount: 1000, fixed: 0, bonus: 1 })
    const { id } = await findLatestDeposit(client)
    // As if it had been asked for an hour.
    const waitingSince = new Date(clock.now().getTime() - hourMs)
    await app.database.db
      .updateTable('attempts')
      .set({ waiting_since: waitingSince })
      .where('deposit_id', '=', id)
      .execute()
    await expect
      .poll(
        async () => {
          await app.deposits.processDueWork()
          return (await findLatestDeposit(client)).state
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe('review')
    return { client, userId, id }
  }

  /** Orders 1000; the processor reports another amount. */
  async function createDepositInSuspense(taken = 90_000, currency = 'USD') {
    const { client, userId } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    await sandbox.postControl('faults', { processor: 'concept', on: 'start', act: 'lost', times: 1 })
    await sandbox.postControl('faults', { processor: 'concept', on: 'webhook', act: 'drop' })
    await client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
    const { id } = await findLatestDeposit(client)
    const { reference: ref, id: attemptId } = await findAttempt(id)
    await app.deposits.applyResult(ref, { source: 'inquiry', state: 'succeeded', money: { amount: taken, currency } })
    return { client, userId, id, ref, attemptId }
  }

  /** Returns minor units. */
  async function getSuspenseAmount(depositId: string): Promise<number> {
    const { rows } = await sql<{ held: number }>`
      select coalesce(sum(l.amount), 0)::bigint as held from ledger_lines l join ledger_entries e on e.id = l.entry_id
        join attempts a on a.id = e.attempt_id where l.account = 'suspense' and a.deposit_id = ${depositId}::uuid`.execute(
      app.database.db,
    )
    return rows[0]?.held ?? 0
  }

  return {
    folder,
    sandbox,
    app,
    env,
    runCommand,
    runChange,
    createTrader,
    listRowsForDeposit,
    listAuditRows,
    getBalances,
    findAttempt,
    createDepositInReview,
    createDepositInSuspense,
    getSuspenseAmount,
  }
}

/** `tester` and `anna`: both have the same secret, and can move 5000 alone, for more than a day. */
export async function addTestOperators(
  app: Pick<TestApp, 'clock' | 'database'>,
  secret: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const since = new Date(app.clock.now().getTime() - 2 * dayMs)
  const row = { secret_hash: createHash('sha256').update(secret).digest(), created_at: since }
  const names = ['tester', 'anna']
  await app.database.db
    .insertInto('operators')
    .values(names.map((name) => ({ name, ...row })))
    .execute()
  await app.database.db
    .insertInto('settings')
    .values(
      Object.entries({ approval_limit: 5000, ...settings }).map(([name, value]) => ({
        name,
        value: JSON.stringify(value),
        changed_at: since,
      })),
    )
    .execute()
}
