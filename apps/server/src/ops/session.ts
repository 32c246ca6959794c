import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { createMailGateway } from '../gateways/mail.ts'
import { createProcessorGateway } from '../gateways/processors.ts'
import { createS3Blobs } from '../gateways/s3.ts'
import { type CardsOperator } from '../modules/cards/operator.ts'
import { createCardsService } from '../modules/cards/service.ts'
import { cascadeSettings } from '../modules/cards/settings.ts'
import { viewDeposit } from '../modules/cards/view.ts'
import { type ContactReader, createContactReader } from '../modules/contact/service.ts'
import { createDocumentsService, type DocumentsService } from '../modules/documents/service.ts'
import { createMailService } from '../modules/mail/service.ts'
import { createPagesService, type PagesService } from '../modules/pages/service.ts'
import { createProfileService } from '../modules/profile/service.ts'
import { createSettingsService, type SettingsService } from '../modules/settings/service.ts'
import { createTelemetryService, type TelemetryService } from '../modules/telemetry/service.ts'
import { createBlobs } from '../platform/blobs.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Config, dataDirOf, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db.ts'
import { createJobs } from '../platform/jobs.ts'
import { createLive } from '../platform/live.ts'
import { isUpToDate, migrate } from '../platform/migrate.ts'
import { findRunning, startEmbeddedPostgres } from '../platform/postgres.ts'
import { createSeal } from '../platform/seal.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The product's own services on the server's database. */
export type Session = {
  readonly cards: CardsOperator
  readonly documents: DocumentsService['operator']
  readonly settings: SettingsService
  readonly pages: PagesService
  readonly telemetry: TelemetryService
  readonly contact: ContactReader
  readonly clock: Clock
  readonly close: () => Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** How long the database that this command started waits for another command that has joined it. */
const othersLimitMs = 60_000

/**
 * Opens the database as the server with this environment does: `DATABASE_URL`, or the embedded one of `DATA_DIR`, beside the
 * server that runs on it or, where none does, started for this command and stopped by `close`.
 * @throws StartupError with one sentence
 */
export async function openSession(env: Environment, tell: (sentence: string) => void): Promise<Session> {
  const joined = env['DATABASE_URL'] || (await findRunning(dataDirOf(env)))
  const config = readConfig(env)
  if (joined !== null) {
    if (!(await isUpToDate(joined)))
      throw new StartupError('The database is older than this command: restart the server with this version first.')
    return serve(config, joined, () => Promise.resolve())
  }
  tell(`No server runs on ${config.dataDir}: its database is started for this command and stopped again.`)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  const stop = async () => {
    await othersGone(postgres.url)
    await postgres.stop()
  }
  try {
    await migrate(postgres.url)
    return serve(config, postgres.url, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** No command of an operator changes a trader's address. */
const noMail = { send: () => Promise.reject(new Error('invariant: an operator sends no mail')) }

function serve(config: Config, databaseUrl: string, stop: () => Promise<void>): Session {
  const clock = systemClock
  const database = openDatabase(databaseUrl, { maxConnections: 4 })
  const { db, pool } = database
  // Pushes go out by the servers that listen; this one only notifies them.
  const live = createLive({ pool, connectionString: databaseUrl, onError: () => undefined })
  const settings = createSettingsService({ db, clock })
  const profile = createProfileService({ db, clock, live, settings, mail: noMail })
  const seal = createSeal(config.secretKey)
  const blobs = createBlobs(db, config.s3 ? createS3Blobs(config.s3) : null)
  // Its jobs are never started: the servers' own look for mails every minute.
  const mail = createMailService({
    db,
    clock,
    seal,
    jobs: createJobs({ connectionString: databaseUrl, onError: () => undefined }),
    gateway: createMailGateway({ smtpUrl: config.smtpUrl, from: config.mailFrom }),
    waitScale: config.waitScale,
    onError: () => undefined,
  })
  const documents = createDocumentsService({
    db,
    seal,
    clock,
    blobs,
    newId: randomUUID,
    mail,
    publicUrl: config.publicUrl ?? '',
    tell: (userId) => profile.tell(userId),
    onError: () => undefined,
  })
  const gateway = createProcessorGateway({
    baseUrl: config.sandboxUrl,
    secret: config.sandboxSecret,
    clock,
    waitScale: config.waitScale,
  })
  const cards = createCardsService({
    db,
    seal,
    clock,
    gateway,
    newId: randomUUID,
    settings: async () => cascadeSettings(await settings.all()),
    tell: async (userId, deposit) => {
      await live.publish(userId, { type: 'deposit', deposit: viewDeposit(deposit, deposit.language) })
      await profile.tell(userId)
    },
    publicUrl: config.publicUrl ?? '',
    waitScale: config.waitScale,
  })
  let closing: Promise<void> | null = null
  const closeAll = async () => {
    gateway.close()
    blobs.close()
    await database.close()
    await stop()
  }
  return {
    cards: cards.operator,
    documents: documents.operator,
    settings,
    pages: createPagesService({ db, clock }),
    telemetry: createTelemetryService({ db, clock }),
    contact: createContactReader({ db, seal }),
    clock,
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

/** Waits until nobody else works in the database, so that another command is not cut off in the middle. */
async function othersGone(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const until = Date.now() + othersLimitMs; Date.now() < until; await sleep(50)) {
      const { rows } = await client.query<{ others: boolean }>(
        `select exists (select 1 from pg_stat_activity where datname = current_database()
          and backend_type = 'client backend' and pid <> pg_backend_pid()) as others`,
      )
      if (rows[0]?.others !== true) break
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
