import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { isProcessAlive } from '@tradefront/local-postgres/postgres-process'
import { buildRoleUrl } from '@tradefront/local-postgres/roles'
import { sql } from 'kysely'

import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createSeal } from '../../src/platform/crypto/seal.ts'
import { startLoadBalancer } from '../fixtures/processes/load-balancer.ts'
import { type ChaosReconciliation, createChaosReconciliation } from './chaos-reconciliation.ts'
import { type ChaosBrowser, openChaosBrowser } from './chaos-browser.ts'
import { createTestDatabase } from '../fixtures/database/test-database.ts'
import { startTestSandbox, type TestSandbox } from '../fixtures/processes/sandbox-process.ts'
import { type ServerProcess, startServerProcess } from '../fixtures/processes/server-process.ts'

export type ChaosFixture = {
  /** Data folder of the servers. */
  readonly folder: string
  readonly database: Database
  readonly sandbox: TestSandbox
  readonly reconciliation: ChaosReconciliation
  /** Starts a server. A restarted one keeps its port. */
  readonly startServer: (name: 'a' | 'b') => Promise<ServerProcess>
  /** Opens browsers with a saved card, distributed over the servers. */
  readonly openBrowsers: (count: number, servers: readonly ServerProcess[]) => Promise<ChaosBrowser[]>
  readonly waitForAttempts: (additional: number) => Promise<void>
  /** Returns the process id of PostgreSQL, if the server has started it (`own`). */
  readonly postgresPid: () => number
  readonly stop: () => Promise<void>
}

export const chaosSecretKey = 'a secret key that is only good for tests'
/** Factor for all waits of server and sandbox. */
const waitScale = '0.03'
const sandboxWaitScale = 0.01

/** Starts all that a test needs. @param postgres `given`: that of the test run; `own`: started by the server */
export async function createChaosFixture(postgres: 'given' | 'own'): Promise<ChaosFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  // PostgreSQL's user must be able to enter it.
  chmodSync(folder, 0o755)
  const sandbox = await startTestSandbox(sandboxWaitScale, folder)
  const testDatabase = postgres === 'given' ? await createTestDatabase() : null
  const ports = { a: await findFreePort(), b: await findFreePort() }
  const running = new Map<'a' | 'b', ServerProcess>()
  const balancer = await startLoadBalancer(() => [...running.values()].map(({ url }) => url))
  const seal = createSeal(chaosSecretKey)
  let opened = testDatabase === null ? null : openDatabase(testDatabase.url)
  let browsers = 0

  const database = (): Database => {
    opened ??= openDatabase(readOwnDatabaseUrl(folder))
    return opened
  }
  const countAttempts = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from attempts`.execute(database().db)
    return rows[0]?.n ?? 0
  }
  const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

  return {
    folder,
    get database() {
      return database()
    },
    sandbox,
    get reconciliation() {
      return createChaosReconciliation(database().db, sandbox)
    },
    startServer: async (name) => {
      const started = await startServerProcess({
        PORT: String(ports[name]),
        PUBLIC_URL: balancer.url,
        DATA_DIR: folder,
        SECRET_KEY: chaosSecretKey,
        SANDBOX_URL: sandbox.url,
        SANDBOX_SECRET: sandbox.secret,
        WAIT_SCALE: waitScale,
        ...(testDatabase !== null && { DATABASE_URL: testDatabase.url }),
      })
      // The public address is that of the load balancer, and not used here.
      const server = { ...started, url: `http://127.0.0.1:${ports[name]}` }
      running.set(name, server)
      return server
    },
    openBrowsers: (count, servers) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => {
          const server = servers[index % servers.length]
          if (server === undefined) throw new Error('no server')
          browsers += 1
          return openChaosBrowser({ db: database().db, seal, server, number: browsers })
        }),
      ),
    waitForAttempts: async (additional) => {
      const before = await countAttempts()
      for (let poll = 0; poll < 2000 && (await countAttempts()) < before + additional; poll += 1) await sleep(1)
    },
    postgresPid,
    stop: async () => {
      for (const server of running.values()) await server.kill()
      balancer.stop()
      await opened?.close()
      await sandbox.stop()
      await testDatabase?.drop()
      if (testDatabase === null) await killPostgres(postgresPid())
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Kills PostgreSQL, so that it does not write to the removed folder. */
async function killPostgres(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  while (isProcessAlive(pid)) await sleep(10)
}

function readOwnDatabaseUrl(folder: string): string {
  const state = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as { port: number; password: string }
  return buildRoleUrl(state, 'owner')
}
