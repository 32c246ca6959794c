import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { isProcessAlive } from '@tradefront/local-postgres/postgres-process'
import { sql } from 'kysely'

import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { startLoadBalancer } from '../processes/load-balancer.ts'
import { type ChaosReconciliation, createChaosReconciliation } from './chaos-reconciliation.ts'
import { type ChaosBrowser, openChaosBrowser } from './chaos-browser.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { startTestSandbox, type TestSandbox } from '../processes/sandbox-process.ts'
import { type ServerProcess, startServerProcess } from '../processes/server-process.ts'

/** Real servers, a real sandbox and a database, to break things in. */
export type ChaosFixture = {
  readonly database: Database
  readonly sandbox: TestSandbox
  readonly reconciliation: ChaosReconciliation
  /** A server on this world's database, at a port of its own that it keeps when it is started again. */
  readonly startServer: (name: 'a' | 'b') => Promise<ServerProcess>
  /** Logged-in traders with a saved card each, at the servers in turn. */
  readonly openBrowsers: (count: number, servers: readonly ServerProcess[]) => Promise<ChaosBrowser[]>
  /** Waits until this many more attempts were begun than when it was called: the moment to pull a plug. */
  readonly waitForAttempts: (additional: number) => Promise<void>
  /** PostgreSQL's process, where it is the server's own. */
  readonly postgresPid: () => number
  readonly stop: () => Promise<void>
}

const secretKey = 'a secret key that is only good for tests'
/** Waits of the server and of the sandbox, against those of life. */
const waitScale = '0.03'
const sandboxWaitScale = 0.01

/** @param postgres `given`: the run's, by DATABASE_URL; `own`: the one that the server starts and keeps in its data folder */
export async function createChaosFixture(postgres: 'given' | 'own'): Promise<ChaosFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-'))
  // Within reach of the user that PostgreSQL runs as for root.
  chmodSync(folder, 0o755)
  const sandbox = await startTestSandbox(sandboxWaitScale, folder)
  const testDatabase = postgres === 'given' ? await createTestDatabase() : null
  const ports = { a: await findFreePort(), b: await findFreePort() }
  const running = new Map<'a' | 'b', ServerProcess>()
  const balancer = await startLoadBalancer(() => [...running.values()].map(({ url }) => url))
  const seal = createSeal(secretKey)
  let opened = testDatabase === null ? null : openDatabase(testDatabase.url)
  let browsers = 0

  const database = (): Database => {
    opened ??= openDatabase(readOwnDatabaseUrl(folder))
    return opened
  }
  const attempts = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from attempts`.execute(database().db)
    return rows[0]?.n ?? 0
  }
  const postgresPid = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

  return {
    get database() {
      return database()
    },
    sandbox,
    get reconciliation() {
      return createChaosReconciliation(database().db, sandbox)
    },
    startServer: async (name) => {
      const { kill } = await startServerProcess({
        PORT: String(ports[name]),
        PUBLIC_URL: balancer.url,
        DATA_DIR: folder,
        SECRET_KEY: secretKey,
        SANDBOX_URL: sandbox.url,
        SANDBOX_SECRET: sandbox.secret,
        WAIT_SCALE: waitScale,
        ...(testDatabase !== null && { DATABASE_URL: testDatabase.url }),
      })
      // It says the address of the balancer, which is everybody's.
      const server = { url: `http://127.0.0.1:${ports[name]}`, kill }
      running.set(name, server)
      return server
    },
    openBrowsers: (many, servers) =>
      Promise.all(
        Array.from({ length: many }, (_, index) => {
          const server = servers[index % servers.length]
          if (server === undefined) throw new Error('no server')
          browsers += 1
          return openChaosBrowser({ db: database().db, seal, server, number: browsers })
        }),
      ),
    waitForAttempts: async (more) => {
      const before = await attempts()
      for (let poll = 0; poll < 2000 && (await attempts()) < before + more; poll += 1) await sleep(1)
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

/** Ends PostgreSQL at once and waits until it is gone, so that it writes nothing where the folder was. */
async function killPostgres(pid: number): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  while (isProcessAlive(pid)) await sleep(10)
}

/** Address of the database in a server's own data folder. */
function readOwnDatabaseUrl(folder: string): string {
  const { port, password } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8')) as {
    port: number
    password: string
  }
  return `postgres://postgres:${password}@127.0.0.1:${port}/tradefront`
}
