import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import pg from 'pg'

import type { DB } from '../../src/platform/database/database-types.ts'
import { AppError } from '../../src/platform/http/errors.ts'
import { withPreparedStatements } from '../../src/platform/database/prepared-statements.ts'
import type { Random } from '../fixtures/seeded-random.ts'

/** As if the process had died. */
class SimulatedCrash extends Error {}

/**
 * `refused`, `deadlock`: nothing is executed. `unknown`: committed, but the connection breaks before the reply. `lost`: reported as
 * committed, then rolled back, as after a fail-over to a replica that lags behind.
 */
export const databaseFaults = ['refused', 'deadlock', 'unknown', 'lost'] as const
export type DatabaseFault = (typeof databaseFaults)[number]

export type SchedulerDeps = {
  readonly pool: pg.Pool
  readonly random: Random
  /** Called before each step. */
  readonly onStep?: () => void
  readonly drawDatabaseFault?: () => DatabaseFault | null
  /** Turns of the event loop after which nothing more happens by itself. */
  readonly quietTurns?: number | undefined
}

type SimulatedServer = { deaths: number }

type Operation = {
  readonly number: number
  steps: number
  readonly crashAt: number
  readonly server: SimulatedServer
  readonly deaths: number
}

type Wait = {
  readonly operation: Operation
  readonly kind: 'query' | 'call'
  /** What is waited for, the same whenever the seed is replayed. */
  readonly label: string
  readonly resume: () => void
}

type OperationOptions = { readonly crashAt?: number; readonly server?: SimulatedServer }

/** Statement names are unique per pool, so runs on a pool share them. */
const preparedPools = new WeakMap<pg.Pool, PostgresPool>()
const lockCheckMs = 5
const maxSteps = 20_000
/** Longer than the database's `deadlock_timeout`. */
const maxPatienceMs = 10_000

/**
 * Operations stop before each statement and each call of a processor; `random` picks the next, so that a seed can be replayed. One statement
 * runs at a time, except those that wait for a lock.
 */
export function createDeterministicScheduler(deps: SchedulerDeps) {
  const { pool, random, onStep, drawDatabaseFault, quietTurns = 3 } = deps
  const operations = new AsyncLocalStorage<Operation>()
  const unexpectedErrors: unknown[] = []
  /** Parameters of statements whose commit was lost. */
  const lostParameters: string[] = []
  const injectedErrors = new WeakSet<object>()
  const prepared = preparedPools.get(pool) ?? withPreparedStatements(pool)
  preparedPools.set(pool, prepared)
  const onlyServer: SimulatedServer = { deaths: 0 }
  const waits: Wait[] = []
  let activeQueries = 0
  let runningOperations = 0
  let startedOperations = 0
  let wakeUp = () => {}

  const waitForTurn = async (kind: Wait['kind'], label: string) => {
    const operation = operations.getStore()
    if (operation === undefined) return
    await new Promise<void>((resume) => waits.push({ operation, kind, label, resume }))
    operation.steps += 1
    if (operation.steps > operation.crashAt || operation.deaths < operation.server.deaths)
      throw new SimulatedCrash('crash')
  }

  const trackQuery = async <Value>(query: () => Promise<Value>): Promise<Value> => {
    activeQueries += 1
    try {
      return await query()
    } finally {
      activeQueries -= 1
      wakeUp()
    }
  }

  const createInjectedError = (fault: DatabaseFault): Error => {
    const error =
      fault === 'unknown'
        ? new Error('Connection terminated unexpectedly')
        : Object.assign(new pg.DatabaseError(`simulated: ${fault}`, 0, 'error'), {
            code: fault === 'deadlock' ? '40P01' : '57014',
          })
    injectedErrors.add(error)
    return error
  }

  /** One connection as Kysely uses it: for a statement, or from `begin` to `commit`. */
  const connect = async () => {
    let client: PostgresPoolClient | null = null
    let isInTransaction = false
    const parameters: unknown[] = []
    const execute = <R>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> =>
      trackQuery(async () => {
        client ??= await prepared.connect()
        return client.query<R>(text, values)
      })
    const executeWithFault = async <R>(
      fault: DatabaseFault | null,
      text: string,
      values: readonly unknown[],
    ): Promise<PostgresQueryResult<R>> => {
      if (fault === 'refused' || fault === 'deadlock') throw createInjectedError(fault)
      if (text === 'begin') parameters.length = 0
      parameters.push(values)
      // A transaction that begins has nothing to lose yet.
      const isAlone = !isInTransaction && text !== 'begin'
      if (fault === 'lost' && (isAlone || text === 'commit')) lostParameters.push(JSON.stringify(parameters))
      if (fault === 'lost' && isAlone) {
        await execute('begin')
        try {
          return await execute<R>(text, values)
        } finally {
          await execute('rollback')
        }
      }
      const isCommit = text === 'commit'
      const result = await execute<R>(fault === 'lost' && isCommit ? 'rollback' : text, values)
      if (text === 'begin') isInTransaction = true
      if (isCommit) isInTransaction = false
      if (fault === 'unknown' && !isInTransaction) throw createInjectedError(fault)
      return isCommit ? { ...result, command: 'COMMIT' } : result
    }
    const query = async <R>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<R>> => {
      if (text === 'rollback') {
        isInTransaction = false
        return execute<R>(text)
      }
      await waitForTurn('query', buildLabel(text, values))
      return executeWithFault<R>(
        operations.getStore() === undefined ? null : (drawDatabaseFault?.() ?? null),
        text,
        values,
      )
    }
    const release = () => {
      const held = client
      if (held === null) return
      client = null
      if (isInTransaction) void trackQuery(() => held.query('rollback', [])).finally(() => held.release())
      else held.release()
    }
    // Kysely passes text and values; cursors are not used.
    return { query: query as PostgresPoolClient['query'], release }
  }

  /** Whether all running statements wait for a lock that a stopped operation holds. */
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    return rows[0]?.count === activeQueries
  }

  /** False if none ends soon. */
  const waitForQuery = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), lockCheckMs)
      wakeUp = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })

  const waitUntilQuiet = async () => {
    for (let turn = 0, blockedChecks = 0; turn < quietTurns; turn += 1) {
      if (activeQueries === 0) {
        await setImmediate()
        continue
      }
      turn = -1
      const ended = await waitForQuery()
      blockedChecks = !ended && (await isBlocked()) ? blockedChecks + 1 : 0
      if (blockedChecks === 2) return
    }
  }

  /** A busy machine can make the database end a deadlock, or Node.js read a reply, later than `waitUntilQuiet` expects. */
  const waitForOperation = async () => {
    const patienceEndsAt = Date.now() + maxPatienceMs
    while (waits.length === 0 && runningOperations > 0) {
      if (Date.now() > patienceEndsAt) throw new Error('an operation waits for nothing')
      await waitUntilQuiet()
    }
  }

  const takeTurn = () => {
    waits.sort(compareWaits)
    const [next] = waits.splice(random.below(waits.length), 1)
    if (next === undefined) return
    // Replies of processors that arrive in the same moment: their results are written by one statement.
    const together = next.kind === 'call' && random.chance(0.7) ? waits.filter(({ kind }) => kind === 'call') : []
    for (const each of together) waits.splice(waits.indexOf(each), 1)
    for (const each of [next, ...together]) each.resume()
  }

  const recordError = (error: unknown) => {
    const isExpected = error instanceof AppError || error instanceof SimulatedCrash || injectedErrors.has(Object(error))
    if (!isExpected) unexpectedErrors.push(error)
  }

  return {
    /** @param label distinguishes calls that one operation makes at the same time */
    waitForScheduler: (label = '') => waitForTurn('call', label),
    recordError,
    /** Errors that are neither refusals nor simulated. */
    unexpectedErrors,
    /** Whether something about this id was lost after its commit. */
    hasLost: (id: string): boolean => lostParameters.some((text) => text.includes(id)),
    createServer: (): SimulatedServer => ({ deaths: 0 }),
    createDb: () => new Kysely<DB>({ dialect: new PostgresDialect({ pool: { ...prepared, connect } }) }),

    /** Queries the database without waiting for the scheduler. */
    queryDatabase: <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> =>
      trackQuery(async () => (await pool.query<Row>(text, [...values])).rows),

    /** Starts an operation, which crashes after `crashAt` steps. */
    startOperation(work: () => Promise<unknown>, options: OperationOptions = {}) {
      const { crashAt = Number.POSITIVE_INFINITY, server = onlyServer } = options
      runningOperations += 1
      startedOperations += 1
      const ended = operations.run(
        { number: startedOperations, steps: 0, crashAt, server, deaths: server.deaths },
        async () => {
          try {
            await work()
          } catch (error) {
            recordError(error)
          } finally {
            runningOperations -= 1
          }
        },
      )
      // Never rejects.
      void ended
    },

    /** After `crashAfter` steps `dying` dies. */
    async runUntilIdle(crashAfter = Number.POSITIVE_INFINITY, dying: SimulatedServer = onlyServer) {
      await waitUntilQuiet()
      for (let step = 0; runningOperations > 0 || waits.length > 0; step += 1) {
        await waitForOperation()
        if (waits.length === 0) return
        if (step > maxSteps) throw new Error('the operations do not end')
        if (step === crashAfter) dying.deaths += 1
        onStep?.()
        takeTurn()
        await waitUntilQuiet()
      }
    },
  }
}

/** Without numbers: ids that the database gives differ when a seed is replayed. */
function buildLabel(text: string, values: readonly unknown[]): string {
  return `${text} ${JSON.stringify(values.filter((value) => typeof value === 'string'))}`
}

/** Statements that waited for the same lock end in any order. */
function compareWaits(one: Wait, other: Wait): number {
  if (one.operation.number !== other.operation.number) return one.operation.number - other.operation.number
  const [label, otherLabel] = [one.kind + one.label, other.kind + other.label]
  return label < otherLabel ? -1 : label > otherLabel ? 1 : 0
}

export type DeterministicScheduler = ReturnType<typeof createDeterministicScheduler>
