import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import pg from 'pg'

import type { DB } from '../../src/platform/database/database-types.ts'
import { AppError } from '../../src/platform/http/errors.ts'
import { withPreparedStatements } from '../../src/platform/database/prepared-statements.ts'
import type { Random } from '../fixtures/seeded-random.ts'

/** Ends an operation as if the process had died. */
class SimulatedCrash extends Error {}

/** Thrown if a statement is executed later. */
class Postponed extends Error {}

/**
 * `refused`, `deadlock`: nothing is executed. `unknown`: it is committed, but the connection breaks before the reply. `lost`: reported as
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
  readonly quietTurns?: number
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
  /** Text of the statement, or what distinguishes the call. */
  readonly text: string
  /** Text with values, by which waits are ordered. It is the same whenever the seed is replayed. */
  readonly label: string
  /** True until the statement that waits for a lock continues. */
  isPostponed: boolean
  readonly resume: () => void
}

type ActiveQuery = { isBlocked: boolean; readonly canPostpone: boolean }

type OperationOptions = { readonly crashAt?: number; readonly server?: SimulatedServer }

/** Wrapped pools. Statement names are unique per pool, so runs on a pool share them. */
const preparedPools = new WeakMap<pg.Pool, PostgresPool>()
const lockCheckMs = 5
const maxSteps = 20_000
/** Time to wait for a statement, longer than the database's `deadlock_timeout`. */
const maxPatienceMs = 10_000
/** PostgreSQL's code for a statement that was cancelled. */
const cancelledCode = '57014'

/**
 * Operations stop before each statement and each call of a processor; `random` picks the next, so that a seed can be replayed. One statement
 * runs at a time, besides one that waits for a lock: of two, the database would let either one go first. Two that wait for each other stay,
 * so that the database ends the deadlock.
 */
export function createDeterministicScheduler(deps: SchedulerDeps) {
  const { pool, random, onStep, drawDatabaseFault, quietTurns = 3 } = deps
  const operations = new AsyncLocalStorage<Operation>()
  const unexpectedErrors: unknown[] = []
  const log: string[] = []
  /** Parameters of statements whose commit was lost. */
  const lostParameters: string[] = []
  const injectedErrors = new WeakSet<object>()
  const prepared = preparedPools.get(pool) ?? withPreparedStatements(pool)
  preparedPools.set(pool, prepared)
  const onlyServer: SimulatedServer = { deaths: 0 }
  const waits: Wait[] = []
  const activeQueries = new Set<ActiveQuery>()
  /** True if the statement that was started last can be postponed. */
  let isPostponing = false
  let runningOperations = 0
  let startedOperations = 0
  let wakeUp = () => {}

  const waitForTurn = async (kind: Wait['kind'], text: string, label = text, isPostponed = false) => {
    const operation = operations.getStore()
    if (operation === undefined) return
    await new Promise<void>((resume) => waits.push({ operation, kind, text, label, isPostponed, resume }))
    operation.steps += 1
    if (operation.steps > operation.crashAt || operation.deaths < operation.server.deaths)
      throw new SimulatedCrash('crash')
  }

  const trackQuery = async <Value>(query: () => Promise<Value>, canPostpone = false): Promise<Value> => {
    const active = { isBlocked: false, canPostpone }
    activeQueries.add(active)
    try {
      return await query()
    } finally {
      activeQueries.delete(active)
      if (active.isBlocked) for (const wait of waits) wait.isPostponed = false
      wakeUp()
    }
  }

  const createInjectedError = (fault: DatabaseFault): Error => {
    const error =
      fault === 'unknown'
        ? new Error('Connection terminated unexpectedly')
        : Object.assign(new pg.DatabaseError(`simulated: ${fault}`, 0, 'error'), {
            code: fault === 'deadlock' ? '40P01' : cancelledCode,
          })
    injectedErrors.add(error)
    return error
  }

  /** Opens one connection as Kysely uses it: for a statement, or from `begin` to `commit`. */
  const connect = async () => {
    let client: PostgresPoolClient | null = null
    let isInTransaction = false
    const parameters: unknown[] = []
    const execute = <R>(
      text: string,
      values: readonly unknown[] = [],
      canPostpone = false,
    ): Promise<PostgresQueryResult<R>> =>
      trackQuery(async () => {
        client ??= await prepared.connect()
        return client.query<R>(text, values)
      }, canPostpone)
    /** Executes a statement. @throws Postponed */
    const executeNow = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      // Entries cannot be inserted after a savepoint.
      const hasSavepoint = isInTransaction && !text.includes('ledger_entries') && activeQueries.size > 0
      if (hasSavepoint) await execute('savepoint postponed')
      try {
        const result = await execute<R>(text, values, hasSavepoint || !isInTransaction)
        if (hasSavepoint) await execute('release savepoint postponed')
        return result
      } catch (error) {
        if (!isPostponing || !(error instanceof pg.DatabaseError) || error.code !== cancelledCode) throw error
        isPostponing = false
        if (hasSavepoint) await execute('rollback to savepoint postponed')
        if (hasSavepoint) await execute('release savepoint postponed')
        throw new Postponed()
      }
    }
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
          return await executeNow<R>(text, values)
        } finally {
          await execute('rollback')
        }
      }
      const isCommit = text === 'commit'
      // A commit that is cancelled is a rollback, so it is not postponed.
      const result = isCommit
        ? await execute<R>(fault === 'lost' ? 'rollback' : text)
        : await executeNow<R>(text, values)
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
      const label = buildLabel(text, values)
      await waitForTurn('query', text, label)
      const fault = operations.getStore() === undefined ? null : (drawDatabaseFault?.() ?? null)
      for (;;)
        try {
          return await executeWithFault<R>(fault, text, values)
        } catch (error) {
          if (!(error instanceof Postponed)) throw error
          await waitForTurn('query', text, label, true)
        }
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

  /** Lists blocked statements. The one that was started last is the last. */
  const listBlocked = async () => {
    const { rows } = await pool.query<{ pid: number; blockers: number[] }>(
      `select pid, pg_blocking_pids(pid) as blockers from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0 order by query_start`,
    )
    return rows
  }

  /** Returns whether all running statements wait for a lock that a stopped operation holds. */
  const isBlocked = async (): Promise<boolean> => (await listBlocked()).length === activeQueries.size

  /** Cancels the statement that was started last. Returns false if it has to wait for its lock. */
  const postponeLast = async (): Promise<boolean> => {
    const blocked = await listBlocked()
    const last = blocked.pop()
    const canPostpone = [...activeQueries].at(-1)?.canPostpone === true
    const isDeadlock = blocked.some(({ blockers }) => last !== undefined && blockers.includes(last.pid))
    if (last === undefined || blocked.length === 0 || isDeadlock || !canPostpone) return false
    isPostponing = true
    await pool.query('select pg_cancel_backend($1)', [last.pid])
    return true
  }

  /** Waits for a statement. Returns false if none ends soon. */
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
      if (activeQueries.size === 0) {
        await setImmediate()
        continue
      }
      turn = -1
      const ended = await waitForQuery()
      blockedChecks = !ended && (await isBlocked()) ? blockedChecks + 1 : 0
      if (blockedChecks < 2) continue
      blockedChecks = 0
      if (await postponeLast()) continue
      for (const active of activeQueries) active.isBlocked = true
      return
    }
  }

  /**
   * Waits for an operation: on a busy machine the database can end a deadlock, or Node.js read a reply, later than `waitUntilQuiet`
   * expects.
   */
  const waitForOperation = async () => {
    const patienceEndsAt = Date.now() + maxPatienceMs
    while (waits.length === 0 && runningOperations > 0) {
      if (Date.now() > patienceEndsAt) throw new Error('an operation waits for nothing')
      await waitUntilQuiet()
    }
  }

  const takeTurn = () => {
    waits.sort(compareWaits)
    const ready = waits.filter(({ isPostponed }) => !isPostponed)
    const next = random.pick(ready.length > 0 ? ready : waits)
    waits.splice(waits.indexOf(next), 1)
    // These replies of processors arrive in the same moment: their results are written by one statement.
    const together = next.kind === 'call' && random.chance(0.7) ? waits.filter(({ kind }) => kind === 'call') : []
    for (const each of together) waits.splice(waits.indexOf(each), 1)
    for (const { operation, text, resume } of [next, ...together]) {
      log.push(`${operation.number} ${text}`)
      resume()
    }
  }

  const recordError = (error: unknown) => {
    const isExpected = error instanceof AppError || error instanceof SimulatedCrash || injectedErrors.has(Object(error))
    if (!isExpected) unexpectedErrors.push(error)
  }

  return {
    /** Waits for a turn. @param label distinguishes calls that one operation makes at the same time */
    waitForScheduler: (label = '') => waitForTurn('call', label),
    recordError,
    /** Errors that are neither refusals nor simulated. */
    unexpectedErrors,
    /** Steps of all operations. */
    log,
    /** Returns whether something about this id was lost after its commit. */
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
      // This never rejects.
      void ended
    },

    /** Runs until nothing is left to do. After `crashAfter` steps `dying` dies. */
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

/** Builds a label without numbers: ids that the database gives differ when a seed is replayed. */
function buildLabel(text: string, values: readonly unknown[]): string {
  return `${text} ${JSON.stringify(values.filter((value) => typeof value === 'string'))}`
}

/** Compares waits. Statements that waited for the same lock end in any order. */
function compareWaits(one: Wait, other: Wait): number {
  if (one.operation.number !== other.operation.number) return one.operation.number - other.operation.number
  const [label, otherLabel] = [one.kind + one.label, other.kind + other.label]
  return label < otherLabel ? -1 : label > otherLabel ? 1 : 0
}

export type DeterministicScheduler = ReturnType<typeof createDeterministicScheduler>
