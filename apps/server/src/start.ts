import type { EmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { findFreePort } from '@tradefront/local-postgres/free-port'

import { type App, buildApp } from './app.ts'
import { seedDemoCases } from './demo-cases.ts'
import { demoCaseTrader, seedDemoDeposits } from './demo-deposits.ts'
import { seedDemoStatements } from './demo-statements.ts'
import { hasDemoData, seedDemoAccounts, seedDemoCodes, seedDemoData, seedDemoHeldRate } from './demo-seed.ts'
import { seedDemoTrades } from './modules/trading/demo-trades.ts'
import { seedDemoPrizes } from './modules/tournaments/demo-prizes.ts'
import { demoOperators, seedDemoOperators } from './modules/operators/demo-operators.ts'
import { demoLogins } from './demo-data.ts'
import { checkChains, type ChainCheckResult } from './gateways/chains/check-chains.ts'
import { createMailReceiver } from './gateways/mail-in/mail-receiver.ts'
import { checkS3Access, type S3CheckResult } from './gateways/check-s3.ts'
import { acceptsMail, receiveMail } from './modules/support/receive-mail.ts'
import { loadCommonPasswords } from './modules/auth/password-policy.ts'
import { systemAccounts } from './modules/ledger/system-accounts.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { createSeal } from './platform/crypto/seal.ts'
import { openDatabase } from './platform/database/database.ts'
import { openInstallation } from './platform/database/installation.ts'
import { describeError } from './platform/http/errors.ts'
import { listen } from './platform/http/listen.ts'
import { openLog } from './platform/logging/log.ts'
import { createMetrics, type MetricsRegistry } from './platform/metrics/metrics.ts'
import { startMetricsServer } from './platform/metrics/metrics-server.ts'
import { prepareDatabase } from './platform/database/prepare-database.ts'
import { startLocalPostgres } from './platform/database/local-postgres.ts'
import { type Closable, closeAll } from './platform/lifecycle/shutdown.ts'
import { tellParent } from './platform/lifecycle/tell-parent.ts'
import { getErrorCode } from './platform/error-code.ts'
import { StartupError } from './platform/config/startup-error.ts'

/** Delay of jobs, which leaves the machine to the first requests. */
const jobsDelayMs = 1000

/** Starts the server. If it cannot start, prints one sentence and exits with code 1. */
export async function start(): Promise<void> {
  const closables: Closable[] = []
  let isEnding = false
  const shutDown = async (code: number, message?: string) => {
    if (isEnding) return
    isEnding = true
    if (message !== undefined) process.stderr.write(`${message}\n`)
    const unclosed = await closeAll(closables.toReversed())
    if (unclosed.length > 0) process.stderr.write(`Did not close in time: ${unclosed.join(', ')}.\n`)
    process.exit(code)
  }
  // Output that cannot be written, e.g. on a full disk, must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void shutDown(0))
  // The parent was killed while this was loading.
  if (process.send && !process.connected) return shutDown(0)
  try {
    await startServer(readConfig(), closables, (error) => void shutDown(1, error.message))
  } catch (error) {
    // The server was stopped while it started: the error is only that its database was closed.
    if (isEnding) return
    if (!(error instanceof StartupError)) process.stderr.write(`${JSON.stringify(describeError(error))}\n`)
    await shutDown(1, error instanceof StartupError ? error.message : 'The server could not start.')
  }
}

async function startServer(config: Config, closables: Closable[], onLost: (error: Error) => void): Promise<void> {
  reportMissingProxies(config)
  const log = openLog()
  closables.push({ name: 'log', close: log.close, limitMs: 3000 })
  const s3Check = config.s3 ? checkS3Access(config.s3) : null
  const chainChecks = checkChains(config)
  const {
    url: databaseUrl,
    ownerUrl,
    deskUrl,
  } = config.databaseUrl === undefined
    ? await startOwnPostgres(config.dataDir, closables, onLost)
    : { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl, deskUrl: config.deskDatabaseUrl }
  const desk = { url: deskUrl, origin: new URL(config.deskUrl).origin, isTestSite: config.usesDemoData }
  const prepared = await prepareDatabase({ url: databaseUrl, ownerUrl }, systemAccounts, { desk })
  if (prepared.canChangeLedger) reportLedgerRole(config)
  const database = openDatabase(databaseUrl)
  closables.push({ name: 'database', close: database.close, limitMs: 2000 })
  await openInstallation(database.db, createSeal(config.secretKey), config.sandboxParts)

  if (s3Check) reportS3Check(await s3Check)
  const chains = reportChainChecks(await chainChecks)

  const port = config.port === 0 ? await findFreePort() : config.port
  const publicUrl = config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const metrics = config.metricsAt === null ? undefined : await createMetrics()
  const app = await buildApp({
    config: { ...config, publicUrl, hasApiDocs: !config.isProduction },
    secretKey: config.secretKey,
    database,
    databaseUrl,
    clock: systemClock,
    logStream: log.stream,
    metrics,
  })
  closables.push({ name: 'server', close: app.close, limitMs: 12_000 })
  const isNewDemo = config.usesDemoData && !(await hasDemoData(database.db))
  if (isNewDemo) await seedDemo(ownerUrl ?? databaseUrl)
  // Must run before anything can move money.
  await app.context.beats.writeFirst()
  await listen(app.http, { host: config.host, port, setting: 'PORT' })
  await startMailReceiver(app, config, closables)
  if (metrics !== undefined) await startMetrics(app, metrics, config, closables)
  printReady(publicUrl, config, chains)
  // Pages do not wait for pushes and jobs.
  const { live, jobs, market } = app.context
  await live.start()
  if (isNewDemo) void seedDemoCases(app.context).catch(app.context.onError)
  setTimeout(() => void Promise.all([jobs.start(), market.start(), loadLargeModules()]), jobsDelayMs)
}

/** Adds demo data as the owner: a server by itself changes no settings, and makes no operators. */
async function seedDemo(ownerUrl: string): Promise<void> {
  const owner = openDatabase(ownerUrl, { maxConnections: 1 })
  try {
    await seedDemoCodes(owner.db, systemClock)
    await seedDemoAccounts(owner.db, systemClock)
    await seedDemoOperators(owner.db)
    await seedDemoDeposits(owner.db, systemClock)
    await seedDemoStatements(owner.db, systemClock)
    // This comes last, because it shows that there are demo data.
    await seedDemoData(owner.db, systemClock)
    await seedDemoPrizes(owner.db, systemClock)
    await seedDemoTrades(owner.db, demoCaseTrader, systemClock)
    await seedDemoHeldRate(owner.db, systemClock)
  } finally {
    await owner.close()
  }
}

/** Loads modules that take up to 70 ms to read, for which no request should wait. */
async function loadLargeModules(): Promise<void> {
  await import('@tradefront/rules/auth/phone-number')
  await loadCommonPasswords()
}

/** Reports the check of the store. A wrong bucket or key ends the start. A silent store does not: only documents need it. */
function reportS3Check(result: S3CheckResult): void {
  if (result.kind === 'misconfigured') throw new StartupError(result.message)
  if (result.kind === 'unreachable') process.stderr.write(`${result.message}\n`)
}

/**
 * Reports the checks of nodes. A wrong node or key ends the start. A silent node does not: payments are found when it is back. Returns the
 * sentences to print.
 */
function reportChainChecks(results: readonly ChainCheckResult[]): string[] {
  for (const { kind, message } of results) {
    if (kind === 'misconfigured') throw new StartupError(message)
    if (kind === 'unreachable') process.stderr.write(`${message}\n`)
  }
  return results.flatMap(({ kind, message }) => (kind === 'ok' ? [message] : []))
}

/** Reports that a proxy is missing, because the server itself does not speak https. */
function reportMissingProxies({ publicUrl, trustedProxies }: Config): void {
  if (publicUrl?.startsWith('https:') !== true || trustedProxies !== undefined) return
  process.stderr.write(
    'PUBLIC_URL is https, so a proxy is in front of the server, but TRUSTED_PROXIES is not set: all visitors count as one address, and one of them can use up the limits of all.\n',
  )
}

function reportLedgerRole({ isProduction }: Config): void {
  const message =
    'The role of DATABASE_URL can change posted ledger entries: set DATABASE_OWNER_URL to the role that owns the tables, and DATABASE_URL to one that owns nothing.'
  if (isProduction) throw new StartupError(message)
  process.stderr.write(`${message}\n`)
}

async function startOwnPostgres(
  dataDir: string,
  closables: Closable[],
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  const starting = startLocalPostgres({ dataDir, onLost, onDiskFull: reportDiskFull })
  // This is registered before PostgreSQL has started, so that a signal during its start stops it.
  const stop = () =>
    starting.then(
      async (postgres) => {
        await postgres.stop()
        // Without the parent, the pipe to it is broken.
        if (!process.send || process.connected) process.stdout.write(`Stopped PostgreSQL in ${dataDir}\n`)
      },
      () => undefined,
    )
  // The stop kills PostgreSQL after 20 s.
  closables.push({ name: 'PostgreSQL', close: stop, limitMs: 22_000 })
  const postgres = await starting
  const done =
    postgres.origin === 'joined' ? 'Joined the PostgreSQL that a killed server left running' : 'Started PostgreSQL'
  process.stdout.write(`${done} in ${dataDir}\n`)
  return postgres
}

async function startMailReceiver(app: App, config: Config, closables: Closable[]): Promise<void> {
  const { mailInPort: port, mustReceiveMail, host } = config
  if (port === null) return
  const { context } = app
  const receiver = createMailReceiver({
    accepts: (recipient) => acceptsMail(context, recipient),
    receive: (recipient, mail) => receiveMail(context, recipient, mail),
    onError: context.onError,
  })
  closables.push({ name: 'mail', close: receiver.close, limitMs: 3000 })
  try {
    await receiver.listen(host, port)
  } catch (error) {
    const code = getErrorCode(error) ?? 'unknown'
    const message = `Port ${port} for answers to mails cannot be used (${code}): set MAIL_IN_PORT to another port.`
    // With two servers beside one sandbox, only the first receives mail.
    if (mustReceiveMail || code !== 'EADDRINUSE') throw new StartupError(message)
  }
}

async function startMetrics(
  { readSamples, context }: App,
  metrics: MetricsRegistry,
  { metricsAt }: Config,
  closables: Closable[],
): Promise<void> {
  if (metricsAt === null) return
  const server = await startMetricsServer(metrics, readSamples, metricsAt, context.onError)
  closables.push({ name: 'metrics', close: server.close, limitMs: 1000 })
  process.stdout.write(`Metrics are at http://${metricsAt.address}:${server.port}/metrics\n`)
}

function reportDiskFull(isFull: boolean): void {
  const sentence = isFull
    ? 'The disk is full: PostgreSQL has stopped, and requests fail. Make room: the server goes on by itself.'
    : 'The disk has room again: PostgreSQL runs.'
  process.stderr.write(`${sentence}\n`)
}

/** Also informs the parent process. */
function printReady(publicUrl: string, config: Config, chains: readonly string[]): void {
  const { sandboxUrl, sandboxParts: parts, deskUrl, usesDemoData } = config
  const logins = demoLogins.map(({ email, password, about }) => `  ${email}  ${password}  (${about})`)
  const operators = demoOperators.map(
    ({ name, password, totpKey, roles }) => `  ${name}  ${password}  ${totpKey}  (${roles.join(', ')})`,
  )
  const lines = [
    `Tradefront is ready at ${publicUrl}`,
    ...(usesDemoData ? ['Log in as one of these:', ...logins] : []),
    ...(usesDemoData ? [`Operators, at ${deskUrl}, with one-time codes of the key:`, ...operators] : []),
    ...(parts.size > 0 ? [`This is a test site. The sandbox at ${sandboxUrl} is its: ${[...parts].join(', ')}`] : []),
    ...chains,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  tellParent({ ready: publicUrl })
}
