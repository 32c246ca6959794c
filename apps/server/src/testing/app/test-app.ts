import type { Currency } from '@tradefront/rules/ledger/money'

import { type App, type AppConfig, type AppDeps, buildApp } from '../../app.ts'
import { createPasswordHasher } from '../../modules/auth/password-hashing.ts'
import { type ManualClock, createManualClock, systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { type TestClient, type TestReply, createClient } from './test-client.ts'
import { insertTestRates, testCurrencyRates } from '../rates/test-rates.ts'
import { createTestDatabase } from '../database/test-database.ts'

export type { TestClient, TestReply }

export type TestApp = App & {
  readonly database: Database
  readonly databaseUrl: string
  /** As the role that owns the tables. */
  readonly runAsOwner: (sql: string) => Promise<void>
  readonly secretKey: string
  readonly clock: ManualClock
  readonly logs: string[]
  /** Delays that log-ins would have, in milliseconds. */
  readonly sleptMs: number[]
  readonly openClient: (address?: string) => Promise<TestClient>
  /** By default with a proved address, as if its link had been opened. */
  readonly registerTrader: (
    form?: Partial<TraderForm>,
    options?: { readonly isEmailProved?: boolean; readonly address?: string },
  ) => Promise<{ client: TestClient; form: TraderForm; userId: number }>
  readonly stop: () => Promise<void>
}

export type TraderForm = {
  login: string
  password: string
  firstName: string
  lastName: string
  country: string
  currency: string
  phone: string
  phone_prefix: string
  adult: true
  terms: true
  promo?: string
  practice?: boolean
}

export type TestAppOptions = {
  readonly clock?: ManualClock
  readonly config?: Partial<AppConfig>
  readonly pingMs?: number
  readonly connectionLimits?: AppDeps['connectionLimits']
  /** By default of a low cost, because most tests register traders. */
  readonly passwordHasher?: AppDeps['passwordHasher']
  readonly chains?: AppDeps['chains']
  readonly rateSources?: AppDeps['rateSources']
  /** Stored as fresh without end. `null`: none, as in production without a source. */
  readonly currencyRates?: Readonly<Partial<Record<Currency, number>>> | null
  readonly marketFeed?: AppDeps['marketFeed']
  readonly payoutChannels?: AppDeps['payoutChannels']
}

const secretKey = 'a secret key that is only good for tests'
const lowPasswordCost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const start = new Date('2026-11-18T10:00:00Z')

/** Cannot be moved. */
export const runningClock: ManualClock = { ...systemClock, advance: () => undefined, set: () => undefined }

/** By default no limits, no outside systems, and a clock that only the test moves. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.url, { maxConnections: 10 })
  const clock = options.clock ?? createManualClock(start)
  const logs: string[] = []
  const sleptMs: number[] = []
  const app = await buildApp({
    config: {
      publicUrl: 'http://localhost',
      s3: undefined,
      secretKey,
      sandboxUrl: 'http://127.0.0.1:1',
      sandboxSecret: 'a sandbox secret that is only good for tests',
      processorSecrets: {},
      bitcoinNode: undefined,
      ethereumNode: undefined,
      ratesUrl: undefined,
      coinFields: { BTC: ['bitcoin', 'usd'], LTC: ['litecoin', 'usd'], ETH: ['ethereum', 'usd'], DSH: ['dash', 'usd'] },
      currencyRatesUrl: null,
      currencyFields: {},
      marketStream: undefined,
      chatUrl: 'http://127.0.0.1:1/chat',
      chatSecret: 'a chat secret that is only good for tests',
      smtpUrl: 'smtp://127.0.0.1:1',
      smtpRequiresTls: false,
      mailFrom: 'Tradefront <no-reply@tradefront.example>',
      mailInAddress: null,
      logLevel: 'info',
      trustedProxies: undefined,
      countryHeader: undefined,
      waitScale: 1,
      requestsPerMinute: 0,
      webDir: '/nowhere',
      ...options.config,
    },
    database,
    databaseUrl: testDatabase.url,
    clock,
    chains: options.chains,
    rateSources: options.rateSources,
    marketFeed: options.marketFeed,
    passwordHasher: options.passwordHasher ?? createPasswordHasher(lowPasswordCost),
    payoutChannels: options.payoutChannels,
    sleep: async (ms) => void sleptMs.push(ms),
    logStream: { write: (line) => void logs.push(line) },
    ...(options.pingMs === undefined ? {} : { pingMs: options.pingMs }),
    ...(options.connectionLimits === undefined ? {} : { connectionLimits: options.connectionLimits }),
  })
  await app.http.ready()
  const rates = options.currencyRates === undefined ? testCurrencyRates : (options.currencyRates ?? {})
  await insertTestRates(database, rates)

  const openClient = (address?: string) => createClient(app.http, address)
  let traders = 0
  return {
    ...app,
    database,
    databaseUrl: testDatabase.url,
    runAsOwner: testDatabase.runAsOwner,
    secretKey,
    clock,
    logs,
    sleptMs,
    openClient,
    registerTrader: async (overrides = {}, { isEmailProved = true, address } = {}) => {
      traders += 1
      const form: TraderForm = {
        login: `trader${traders}@example.com`,
        password: 'correct horse',
        firstName: 'Test',
        lastName: 'Trader',
        country: 'AU',
        currency: 'USD',
        // Accounts with the same phone are taken for one person.
        phone: String(412_345_677 + traders),
        phone_prefix: '61',
        adult: true,
        terms: true,
        ...overrides,
      }
      const browser = await openClient(address)
      await expectOk(await browser.post('/api/register', form))
      await expectOk(await browser.login(form.login, form.password))
      const { id } = await database.db
        .updateTable('users')
        .set({ email_proved_at: isEmailProved ? clock.now() : null })
        .where('email', '=', form.login.toLowerCase())
        .returning('id')
        .executeTakeFirstOrThrow()
      return { client: browser, form, userId: id }
    },
    stop: async () => {
      await app.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}

async function expectOk(reply: TestReply): Promise<void> {
  if (reply.status !== 200 || !reply.text.includes('"return":true')) throw new Error(`expected a yes: ${reply.text}`)
}
