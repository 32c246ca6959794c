import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import type { AlertsService } from '../modules/alerts/service.ts'
import type { OperatorService } from '../modules/deposits/operator/operator-service.ts'
import { type ContactReader, createContactReader } from '../modules/contact/service.ts'
import { type AccountOperator, createAccountOperator } from '../modules/auth/account-operator.ts'
import type { CardsService } from '../modules/cards/service.ts'
import type { DocumentsService } from '../modules/documents/service.ts'
import { systemAccounts } from '../modules/ledger/system-accounts.ts'
import type { MarksService } from '../modules/marks/service.ts'
import { createOperatorsService, type OperatorsService } from '../modules/operators/service.ts'
import type { PagesService } from '../modules/pages/service.ts'
import { createPromoCodeOperator, type PromoCodeOperator } from '../modules/promo/service.ts'
import type { TicketDesk } from '../modules/support/service.ts'
import type { RatesService } from '../modules/rates/service.ts'
import type { SettingsService } from '../modules/settings/service.ts'
import type { WithdrawalOperator } from '../modules/withdrawal/service.ts'
import type { TradingService } from '../modules/trading/service.ts'
import type { TournamentsService } from '../modules/tournaments/service.ts'
import type { TelemetryService } from '../modules/telemetry/service.ts'
import { createUserOperator, type UserOperator } from '../modules/users/user-operator.ts'
import { createStatementCodeOperator, type StatementCodeOperator } from '../modules/validation/service.ts'
import { type AuditRow, insertAuditEntry, listAuditEntries, type Operator } from '../platform/audit.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Config, resolveDataDir, readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { isSchemaUpToDate } from '../platform/database/migrate.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { findRunningLocalDatabase, startLocalPostgres } from '../platform/database/local-postgres.ts'
import type { ResealCount } from '../platform/crypto/reseal.ts'
import { createSeal } from '../platform/crypto/seal.ts'
import { StartupError } from '../platform/config/startup-error.ts'
import { createServices } from '../services.ts'

/** The services that operator commands use, on the server's database. */
export type OperatorServices = {
  readonly deposits: OperatorService
  readonly withdrawals: WithdrawalOperator
  readonly alerts: AlertsService
  readonly documents: DocumentsService['operator']
  readonly tickets: TicketDesk
  readonly settings: SettingsService
  readonly rates: Pick<RatesService, 'listRates' | 'confirmHeldRate'>
  readonly operators: OperatorsService
  readonly pages: PagesService
  readonly telemetry: TelemetryService
  readonly contact: ContactReader
  readonly accounts: AccountOperator
  readonly users: UserOperator
  readonly marks: MarksService['operator']
  readonly promo: PromoCodeOperator
  readonly statementCodes: StatementCodeOperator
  readonly cards: Pick<CardsService, 'listClientLogs'>
  readonly tournaments: TournamentsService['operator']
  readonly auditTrades: TradingService['auditTrades']
  /** Empty if `PUBLIC_URL` is not set. */
  readonly publicUrl: string
  readonly listAuditEntries: (limit: number) => Promise<AuditRow[]>
  /** Encrypts old values again with the first key of `SECRET_KEY`. */
  readonly reseal: (by: Operator) => Promise<(ResealCount & { readonly kind: string })[]>
  readonly clock: Clock
  readonly close: () => Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Limit of the wait for other commands that use the database that this one has started. */
const otherClientsLimitMs = 60_000

/**
 * Opens the same database as a server with this environment: `DATABASE_URL`, or the local one of `DATA_DIR`. If no server is
 * running on the local database, it is started for this command and stopped by `close`.
 * @throws StartupError with one sentence
 */
export async function openOperatorServices(
  env: Environment,
  printLine: (sentence: string) => void,
  findRunningDatabase = findRunningLocalDatabase,
): Promise<OperatorServices> {
  const running = env['DATABASE_URL']
    ? { url: env['DATABASE_URL'], leave: () => Promise.resolve() }
    : await joinLocalDatabase(await findRunningDatabase(resolveDataDir(env)))
  if (running !== null) {
    try {
      const config = readConfig(env)
      if (!(await isSchemaUpToDate(running.url)))
        throw new StartupError('The database is older than this command: restart the server with this version first.')
      return createOperatorServices(config, running.url, running.leave)
    } catch (error) {
      await running.leave()
      throw error
    }
  }
  const config = readConfig(env)
  printLine(`No server runs on ${config.dataDir}: its database is started for this command and stopped again.`)
  const postgres = await startLocalPostgres({ dataDir: config.dataDir })
  const stop = async () => {
    const lock = await lockOutOtherCommands(postgres.url)
    await postgres.stop()
    await lock.end().catch(() => undefined)
  }
  try {
    await prepareDatabase(postgres, systemAccounts)
    return createOperatorServices(config, postgres.url, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function createOperatorServices(config: Config, databaseUrl: string, stop: () => Promise<void>): OperatorServices {
  const clock = systemClock
  const seal = createSeal(config.secretKey)
  const database = openDatabase(databaseUrl, { maxConnections: 4 })
  // Jobs are not started: the servers send the pushes and mails.
  const services = createServices({
    config: { ...config, publicUrl: config.publicUrl ?? '' },
    database,
    databaseUrl,
    clock,
    seal,
    onError: () => undefined,
    onAlert: () => undefined,
  })
  const contact = createContactReader({ db: database.db, seal })
  let closing: Promise<void> | null = null
  const closeAll = async () => {
    await services.close()
    await database.close()
    await stop()
  }
  return {
    deposits: services.deposits.operator,
    withdrawals: services.withdrawal.operator,
    alerts: services.alerts,
    documents: services.documents.operator,
    tickets: services.support.desk,
    settings: services.settings,
    rates: services.rates,
    operators: createOperatorsService({ db: database.db, clock }),
    pages: services.pages,
    telemetry: services.telemetry,
    contact,
    publicUrl: config.publicUrl ?? '',
    accounts: createAccountOperator({ db: database.db, clock, live: services.live }),
    users: createUserOperator({ db: database.db, clock, publishUser: services.profile.publishUserChanged }),
    marks: services.marks.operator,
    promo: createPromoCodeOperator({ db: database.db, clock }),
    statementCodes: createStatementCodeOperator({
      db: database.db,
      clock,
      publishUser: services.profile.publishUserChanged,
      alerts: services.alerts,
    }),
    cards: services.cards,
    tournaments: services.tournaments.operator,
    auditTrades: services.trading.auditTrades,
    reseal: async (by) => {
      const counts = [
        { kind: 'card numbers', ...(await services.cards.resealNumbers()) },
        { kind: 'documents', ...(await services.documents.operator.reseal()) },
        { kind: 'tickets', ...(await services.support.reseal()) },
        { kind: 'contact requests', ...(await contact.reseal()) },
        { kind: 'secret of the market', ...(await services.marketDays.resealSecret()) },
      ]
      await insertAuditEntry(database.db, {
        by,
        action: 'keys.reseal',
        subject: 'keys',
        before: null,
        after: counts,
        at: clock.now(),
      })
      return counts
    },
    listAuditEntries: (limit) => listAuditEntries(database.reports, limit),
    clock,
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

/** Advisory lock: shared by commands that use the local database, exclusive for the one that stops it. */
const localDatabaseLock = 7_403_127

/**
 * Connects to the local database if it is running. The lock is held until `leave`, so that another command which started the
 * database does not stop it in between.
 */
async function joinLocalDatabase(url: string | null): Promise<{ url: string; leave: () => Promise<void> } | null> {
  if (url === null) return null
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const leave = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ joined: boolean }>('select pg_try_advisory_lock_shared($1) as joined', [
      localDatabaseLock,
    ])
    if (rows[0]?.joined === true) return { url, leave }
  } catch {
    // It was just stopped.
  }
  await leave()
  return null
}

/** Waits until no other client is connected, and lets no other command join. The lock ends with the connection. */
async function lockOutOtherCommands(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  for (const until = Date.now() + otherClientsLimitMs; Date.now() < until; await sleep(50)) {
    const { rows } = await client.query<{ alone: boolean }>(
      `select pg_try_advisory_lock($1) and not exists (
         select 1 from pg_stat_activity where datname = current_database()
            and backend_type = 'client backend' and pid <> pg_backend_pid()) as alone`,
      [localDatabaseLock],
    )
    if (rows[0]?.alone === true) break
  }
  return client
}
