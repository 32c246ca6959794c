import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { afterAll, expect } from 'vitest'

import { runningClock, startTestApp, type TestClient } from '../app/test-app.ts'
import { startTestSandbox } from '../processes/sandbox-process.ts'
import { type PaymentTrace, type PayOptions, payByCard, saveCard } from './pay-by-card.ts'

/** Test card numbers of the sandbox. */
export const testCards = {
  approve: '4242424242424242',
  decline: '4000000000000002',
  secure: '4000000000003220',
} as const

const waitScale = 0.06
const sandboxWaitScale = 0.02

/** A server that listens, with its jobs, and the processors of the sandbox. One database per test file. */
export async function createProcessorFixture() {
  const dir = mkdtempSync(join(tmpdir(), 'cascade-'))
  const sandbox = await startTestSandbox(sandboxWaitScale, dir)
  // Processors call back the app's public address.
  const port = await findFreePort()
  const app = await startTestApp({
    config: {
      publicUrl: `http://127.0.0.1:${port}`,
      sandboxUrl: sandbox.url,
      sandboxSecret: sandbox.secret,
      waitScale,
    },
    clock: runningClock,
  })
  await app.live.start()
  void app.jobs.start()
  await app.http.listen({ host: '127.0.0.1', port })
  afterAll(async () => {
    await app.stop()
    await sandbox.stop()
    rmSync(dir, { recursive: true })
  })

  /** Registers a trader with this cascade and pays. */
  async function pay(
    cascade: string,
    lastName: string,
    number: string = testCards.approve,
    options: PayOptions = {},
  ): Promise<PaymentTrace & { client: TestClient }> {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
    expect((await saveCard(client, number, lastName)).json).toMatchObject({ return: true })
    return { client, ...(await payByCard(client, number, options)) }
  }

  /** By the sandbox's statement, minor units. */
  async function listCharges(depositId: string): Promise<{ processor: string; amount: number }[]> {
    const attempts = await app.database.db
      .selectFrom('attempts')
      .select('reference')
      .where('deposit_id', '=', depositId)
      .execute()
    const references = new Set(attempts.map(({ reference }) => reference))
    return (await sandbox.getStatement())
      .filter(({ kind, ref, status }) => kind === 'charge' && status === 'succeeded' && references.has(ref))
      .map(({ processor, amount }) => ({ processor, amount }))
  }

  /** @param minimum of the money that was charged and not refunded, in minor units */
  async function expectStatementsToAgree(minimum: number): Promise<void> {
    const lines = app.database.db.selectFrom('ledger_lines').where('account', 'like', 'clearing:%')
    const sumBooked = async () => {
      const sum = await lines.select((on) => on.fn.sum<string>('amount').as('sum')).executeTakeFirstOrThrow()
      return -Number(sum.sum)
    }
    const sumCharged = async () => {
      const rows = await sandbox.getStatement()
      const sumRows = (kind: string, status: string) =>
        rows.filter((row) => row.kind === kind && row.status === status).reduce((sum, row) => sum + row.amount, 0)
      return sumRows('charge', 'succeeded') - sumRows('refund', 'refunded')
    }
    await expect.poll(async () => (await sumBooked()) - (await sumCharged()), { timeout: 30_000 }).toBe(0)
    expect(await sumCharged()).toBeGreaterThan(minimum)
  }

  return { app, sandbox, pay, listCharges, expectStatementsToAgree }
}
