import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describeInvalidSetting } from '@tradefront/contract/environment'
import type { ProcessorSecrets } from '@tradefront/processors/signature'
import { writeFileIfAbsent } from '@tradefront/local-postgres/write-file-if-absent'
import { pseudoLocale } from '@tradefront/texts/locale-info'
import { type Locale, locales } from '@tradefront/texts/locales'
import type * as z from 'zod'
import { getErrorCode } from '../error-code.ts'
import { type RateFields, type NodeConfig, readNodeConfig, rejectPlainHttp } from './chain-settings.ts'
import { environmentSchema } from './environment.ts'
import type { LogWitness } from './log-settings.ts'
import { type MarketStreamConfig, readMarketStream } from './market-settings.ts'
import { isLoopback } from './loopback.ts'
import { listSandboxParts, listSandboxRefusals, type SandboxPart, sandboxParts } from './sandbox-parts.ts'
import { StartupError } from './startup-error.ts'

const root = resolve(import.meta.dirname, '../../../../..')
/** Folder that contains the folders of the built pages. */
export const webRoot = resolve(root, 'apps/web')

/** `endpoint` is undefined for Amazon S3, `credentials` for those of the machine. */
type S3Config = {
  bucket: string
  endpoint: string | undefined
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** URLs have no trailing slash. */
export type Config = {
  port: number
  host: string
  /** Address in browsers. Undefined: the address that the server listens on. */
  publicUrl: string | undefined
  dataDir: string
  /** Undefined: the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl: string | undefined
  /** Undefined: the role of `databaseUrl` migrates the database, or another server has done it. */
  databaseOwnerUrl: string | undefined
  /** Undefined: the desk has its role in the embedded PostgreSQL. */
  deskDatabaseUrl: string | undefined
  /** Address of the desk in the operators' browsers. */
  deskUrl: string
  sandboxPort: number
  /** An address that no machine has if no part is the sandbox. */
  sandboxUrl: string
  /** With one of them, the site is a test site. */
  sandboxParts: ReadonlySet<SandboxPart>
  /** Address of the processors. Undefined for the sandbox, null if all processors are connected at the desk. */
  processorsUrl: string | null | undefined
  /** Address of the payout providers. Undefined and null mean the same as in `processorsUrl`. */
  payoutsUrl: string | null | undefined
  sandboxSecret: string
  /** Secrets by the slug of the processor. */
  processorSecrets: ProcessorSecrets
  /** Null: no chat. */
  chatUrl: string | null
  chatSecret: string
  /** Undefined: the sandbox's chain. Null: the coin is not taken. */
  bitcoinNode: NodeConfig | null | undefined
  /** Undefined: the sandbox's chain. Null: the coin is not taken. */
  ethereumNode: NodeConfig | null | undefined
  /** Undefined: the sandbox's rates. */
  ratesUrl: string | undefined
  coinFields: RateFields
  /** Null: only USD is open. */
  currencyRatesUrl: string | null
  currencyFields: RateFields
  /** Addresses of relays of quicknet. Null: the beacon of the sandbox. */
  beaconUrls: readonly string[] | null
  /** Undefined: prices are simulated. */
  marketStream: MarketStreamConfig | undefined
  logWitnesses: readonly LogWitness[]
  smtpUrl: string
  /** True if mail is sent only over TLS. */
  smtpRequiresTls: boolean
  mailFrom: string
  /** Null: the server receives no mail. */
  mailInPort: number | null
  /** False for the default port, because another server can use it. */
  mustReceiveMail: boolean
  /** Address of answers without the token of the ticket. Null: mails cannot be answered. */
  mailInAddress: string | null
  secretKey: string
  /** Undefined: documents are stored in the database. */
  s3: S3Config | undefined
  logLevel: SettingValues['LOG_LEVEL']
  /** Demo passwords are public: embedded database only, never in production. */
  usesDemoData: boolean
  waitScale: number
  /** Limit of requests from one address to one server. 0: no limit. */
  requestsPerMinute: number
  /** Addresses or networks of trusted proxies, or the number of proxies. */
  trustedProxies: readonly string[] | number | undefined
  /** Name, in lower case, of the header in which a trusted proxy sends the country. */
  countryHeader: string | undefined
  /** The offered languages, and those that the environment adds. */
  servedLocales: readonly Locale[]
  /** Folder of the built pages. */
  webDir: string
  /** Null: nothing is measured. */
  metricsAt: { readonly address: string; readonly port: number } | null
  /** Undefined: no backup is known. */
  backupDir: string | undefined
  isProduction: boolean
}

/** Never resolved (RFC 2606): nothing on this machine is trusted in place of a sandbox. */
const noSandbox = 'http://sandbox.invalid'

type SettingValues = z.output<typeof environmentSchema>

/** The parts of the site for which no setting names something real. */
function listUnsetParts(values: SettingValues): SandboxPart[] {
  const isSet: Readonly<Record<SandboxPart, boolean>> = {
    processors: values.PROCESSORS_URL !== undefined,
    payouts: values.PAYOUTS_URL !== undefined,
    mail: values.SMTP_URL !== undefined,
    chat: values.CHAT_URL !== undefined,
    bitcoin: (values.BTC_RPC_URL ?? values.BTC_XPUB) !== undefined,
    ethereum: (values.ETH_RPC_URL ?? values.ETH_XPUB) !== undefined,
    rates: values.RATES_URL !== undefined,
    // A setting of the operator names real ones.
    news: false,
    beacon: (values.BEACON_URLS ?? values.MARKET_STREAM_URL) !== undefined,
    currency_rates: values.CURRENCY_RATES_URL !== undefined,
    demo: values.DATABASE_URL !== undefined,
  }
  return sandboxParts.filter((part) => !isSet[part])
}

/** An empty variable counts as not set. @throws StartupError that names the first invalid setting */
export function parseSettings<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in schema.shape && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw new StartupError(describeInvalidSetting(schema, parsed.error))
  return parsed.data
}

/** Missing secrets are generated and stored (mode 0600). @throws StartupError */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values = parseSettings(environmentSchema, env)
  const isProduction = values.NODE_ENV === 'production'
  const sandboxUse = { unset: listUnsetParts(values), isProduction, allowed: values.ALLOW_SANDBOX }
  const refusals = listSandboxRefusals(sandboxUse)
  if (!values.SECRET_KEY && (isProduction || values.DATABASE_URL))
    refusals.push(
      `SECRET_KEY must be set ${isProduction ? 'in production' : 'with DATABASE_URL'} (at least 32 characters, the same for every server): it encrypts card numbers in the database.`,
    )
  const usesOwnService = [values.PROCESSORS_URL, values.PAYOUTS_URL].some((url) => url && url !== 'none')
  if (isProduction && usesOwnService && !values.SANDBOX_SECRET)
    refusals.push(
      'SANDBOX_SECRET must be set in production with PROCESSORS_URL or PAYOUTS_URL: messages to and from that service are signed with it, or with PROCESSOR_SECRETS.',
    )
  if (refusals.length > 0) throw new StartupError(refusals.join('\n'))
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    throw new StartupError('DATABASE_OWNER_URL is set without DATABASE_URL: set the address for the running server.')
  if (values.DESK_DATABASE_URL && !values.DESK_URL)
    throw new StartupError(
      'DESK_URL must be set with DESK_DATABASE_URL, the same for servers and desk: passkeys are bound to that address.',
    )
  if (values.COUNTRY_HEADER && values.TRUSTED_PROXIES === undefined)
    throw new StartupError('COUNTRY_HEADER is set without TRUSTED_PROXIES: anyone could send that header.')
  const dataDir = resolveDataDir({ DATA_DIR: values.DATA_DIR })
  const parts = new Set(listSandboxParts(sandboxUse))
  const sandboxUrl = parts.size === 0 ? noSandbox : (values.SANDBOX_URL ?? `http://127.0.0.1:${values.SANDBOX_PORT}`)
  const { PROCESSORS_URL, PAYOUTS_URL, SANDBOX_URL } = values
  for (const [name, url] of Object.entries({ PROCESSORS_URL, PAYOUTS_URL, SANDBOX_URL }))
    if (url?.startsWith('http:') === true && !isLoopback(new URL(url).hostname))
      throw new StartupError(
        `${name} must begin with https unless it is on this machine: card numbers, codes or accounts are sent there.`,
      )
  const requiresTls = (values.REQUIRE_TLS ?? (isProduction ? '1' : '0')) === '1'
  if (requiresTls) {
    const { DATABASE_URL, DATABASE_OWNER_URL, DESK_DATABASE_URL } = values
    rejectPlainDatabase({ DATABASE_URL, DATABASE_OWNER_URL, DESK_DATABASE_URL })
  }
  for (const name of ['RATES_URL', 'CURRENCY_RATES_URL'] as const) {
    const url = values[name]
    if (requiresTls && url) rejectPlainHttp(name, url, 'the source of rates')
  }
  const nodeRules = {
    requiresTls,
    allowsTestNetwork: (values.ALLOW_TEST_NETWORKS ?? (isProduction ? '0' : '1')) === '1',
    ratesUrl: values.RATES_URL,
    coinFields: values.RATES_FIELDS,
  }
  const smtpUrl =
    values.SMTP_URL ?? `smtp://${new URL(sandboxUrl).hostname}:${values.SANDBOX_SMTP_PORT ?? values.SANDBOX_PORT + 1}`
  const sandboxSmtpPort = values.SANDBOX_SMTP_PORT ?? values.SANDBOX_PORT + 1
  const hasSandboxMail = values.SMTP_URL === undefined && values.SANDBOX_PORT !== 0
  const mailInPort = values.MAIL_IN_PORT ?? (hasSandboxMail ? sandboxSmtpPort + 1 : null)
  const sandboxSecret = values.SANDBOX_SECRET ?? readOrCreateSecret(dataDir, 'sandbox-secret')
  if (values.CHAT_URL && values.CHAT_URL !== 'none' && !values.CHAT_SECRET)
    throw new StartupError(
      'CHAT_SECRET must be set with CHAT_URL (at least 32 characters): it proves to the vendor who the trader is.',
    )
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    deskDatabaseUrl: values.DESK_DATABASE_URL,
    deskUrl: values.DESK_URL ?? `http://localhost:${values.DESK_PORT}`,
    sandboxPort: values.SANDBOX_PORT,
    sandboxUrl,
    sandboxParts: parts,
    processorsUrl: PROCESSORS_URL === 'none' ? null : PROCESSORS_URL,
    payoutsUrl: PAYOUTS_URL === 'none' ? null : PAYOUTS_URL,
    sandboxSecret,
    processorSecrets: values.PROCESSOR_SECRETS ?? {},
    chatUrl: values.CHAT_URL === 'none' ? null : (values.CHAT_URL ?? `${sandboxUrl}/chat`),
    chatSecret: values.CHAT_SECRET ?? sandboxSecret,
    bitcoinNode: readNodeConfig('BTC', values.BTC_RPC_URL, values.BTC_XPUB, nodeRules),
    ethereumNode: readNodeConfig('ETH', values.ETH_RPC_URL, values.ETH_XPUB, nodeRules),
    ratesUrl: values.RATES_URL,
    coinFields: values.RATES_FIELDS,
    currencyRatesUrl: values.CURRENCY_RATES_URL ?? (isProduction ? null : `${sandboxUrl}/rates/currencies`),
    currencyFields: values.CURRENCY_RATES_FIELDS,
    beaconUrls: values.BEACON_URLS ?? null,
    marketStream: readMarketStream(values.MARKET_STREAM_URL, values.MARKET_STREAM_SYMBOLS, { requiresTls }),
    logWitnesses: values.LOG_WITNESSES ?? [],
    smtpUrl,
    smtpRequiresTls: requiresTls && !isLoopback(new URL(smtpUrl).hostname),
    mailFrom: values.MAIL_FROM,
    mailInPort,
    mailInAddress: values.MAIL_IN_ADDRESS ?? (mailInPort === null ? null : toReplyAddress(values.MAIL_FROM)),
    mustReceiveMail: values.MAIL_IN_PORT !== undefined,
    secretKey: values.SECRET_KEY ?? readOrCreateSecret(dataDir, 'secret-key'),
    s3: readS3Config(values),
    logLevel: values.LOG_LEVEL,
    usesDemoData: parts.has('demo'),
    waitScale: values.WAIT_SCALE,
    requestsPerMinute: values.RATE_LIMIT,
    trustedProxies: values.TRUSTED_PROXIES,
    countryHeader: values.COUNTRY_HEADER,
    servedLocales: [
      ...locales,
      ...(values.PREVIEW_LANGUAGES ?? []),
      ...(values.PSEUDO_LOCALE === '1' ? ([pseudoLocale] as const) : []),
    ],
    webDir: resolve(webRoot, 'dist'),
    backupDir: values.BACKUP_DIR,
    metricsAt:
      values.METRICS_PORT === undefined ? null : { address: values.METRICS_ADDRESS, port: values.METRICS_PORT },
    isProduction,
  }
}

/** The driver checks the certificate in each of these modes. */
const tlsModes = ['require', 'verify-ca', 'verify-full']

/** Rejects databases without TLS. @param urls by the name of their setting @throws StartupError */
export function rejectPlainDatabase(urls: Readonly<Record<string, string | undefined>>): void {
  for (const [name, url] of Object.entries(urls)) {
    if (!url || isLoopback(new URL(url).hostname)) continue
    if (!tlsModes.includes(new URL(url).searchParams.get('sslmode') ?? ''))
      throw new StartupError(
        `${name} must have sslmode=verify-full: the connection would not be encrypted. Set REQUIRE_TLS=0 only for a network that nobody else can read.`,
      )
  }
}

export function resolveDataDir(env: Record<string, string | undefined>): string {
  return resolve(root, env['DATA_DIR'] || '.data')
}

function toReplyAddress(mailFrom: string): string {
  const host = /@([^@>\s]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'tradefront.example'
  return `reply@${host.toLowerCase()}`
}

function readS3Config(values: SettingValues): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!bucket) {
    const strayName = endpoint
      ? 'S3_ENDPOINT'
      : accessKeyId
        ? 'S3_ACCESS_KEY_ID'
        : secretAccessKey
          ? 'S3_SECRET_ACCESS_KEY'
          : null
    if (strayName) throw new StartupError(`${strayName} is set without S3_BUCKET: set the bucket for documents.`)
    return undefined
  }
  if (!accessKeyId !== !secretAccessKey)
    throw new StartupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither.')
  const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  return { bucket, endpoint, region, credentials }
}

function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  try {
    writeFileIfAbsent(file, `${randomBytes(32).toString('base64url')}\n`)
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be written (${getErrorCode(error) ?? 'unknown'}): set DATA_DIR to a folder that you own.`,
    )
  }
  const stored = readFileSync(file, 'utf8').trim()
  if (stored.length < 32)
    throw new StartupError(`${file} does not contain a key of at least 32 characters: restore it from a backup.`)
  return stored
}
