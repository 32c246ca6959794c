import { isIP } from 'node:net'

import {
  createSharedEnvironment,
  describeSetting,
  portSetting,
  secretSetting,
  urlOrNone,
  urlSetting,
} from '@tradefront/contract/environment'
import { previewLocales } from '@tradefront/texts/locales'
import * as z from 'zod'

import { splitSecretKeys } from '../crypto/seal.ts'
import { chainEnvironment, rateEnvironment } from './chain-settings.ts'
import { logEnvironment } from './log-settings.ts'
import { marketEnvironment } from './market-settings.ts'
import { allowableParts } from './sandbox-parts.ts'

const shared = createSharedEnvironment('info')

const secretKeysSetting = z
  .string()
  .refine((keys) => splitSecretKeys(keys).every((key) => secretSetting.safeParse(key).success))

const previewLanguagesSetting = z
  .string()
  .transform((list) => list.split(',').map((tag) => tag.trim()))
  .pipe(z.array(z.enum(previewLocales)))

const allowedPartsSetting = z
  .string()
  .transform((list) =>
    list === '1' ? [...allowableParts] : list === '0' ? [] : list.split(',').map((part) => part.trim()),
  )
  .pipe(z.array(z.enum(allowableParts)))

const maxProxyHops = 10

/** Parses the setting into the type that Fastify takes. */
const trustedProxiesSetting = z
  .string()
  .transform((list) => list.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork) || isHopCount(parts))
  .transform((parts) => (isHopCount(parts) ? Number(parts[0]) : parts))

function isHopCount(parts: readonly string[]): boolean {
  return (
    parts.length === 1 && /^\d{1,2}$/.test(parts[0] ?? '') && Number(parts[0]) >= 1 && Number(parts[0]) <= maxProxyHops
  )
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

/** Variables of the environment. A new one is added here and, as a typed value, in `readConfig`; `npm run generate` documents it. */
export const environmentSchema = z.object({
  PORT: shared.PORT,
  HOST: shared.HOST,
  PUBLIC_URL: describeSetting(urlSetting(/^https?$/).optional(), {
    mustBe: 'an http or https address, such as https://trade.example',
    meaning: 'address that browsers and processors use; `https` makes the cookies secure',
    whenUnset: 'the address it listens on',
  }),
  DATA_DIR: shared.DATA_DIR,
  DATABASE_URL: describeSetting(urlSetting(/^postgres(ql)?$/).optional(), {
    mustBe: 'a PostgreSQL address, such as postgres://user:password@host:5432/tradefront',
    meaning: 'another PostgreSQL, version 18 or later',
    whenUnset: 'the embedded PostgreSQL',
  }),
  DATABASE_OWNER_URL: describeSetting(urlSetting(/^postgres(ql)?$/).optional(), {
    mustBe: 'a PostgreSQL address, such as postgres://owner:password@host:5432/tradefront',
    meaning:
      'the same database for the role that owns its tables; needed by `npm run ops -- migrate`, or else by the first server of a new version',
    whenUnset: '`DATABASE_URL`',
  }),
  DESK_URL: describeSetting(urlSetting(/^https?$/).optional(), {
    mustBe: 'an http or https address, such as https://desk.example',
    meaning: 'address of the operators’ desk in their browsers, to which their passkeys are bound',
    whenUnset: '`http://localhost` with `DESK_PORT`',
  }),
  DESK_PORT: describeSetting(portSetting.default(3200), {
    mustBe: 'a port from 0 to 65535',
    meaning: 'port the desk listens on',
  }),
  DESK_DATABASE_URL: describeSetting(urlSetting(/^postgres(ql)?$/).optional(), {
    mustBe: 'a PostgreSQL address, such as postgres://desk:password@host:5432/tradefront',
    meaning:
      'the same database for the role of the desk, which owns nothing and only reads; the desk needs it with `DATABASE_URL`, and `npm run ops -- migrate`, or the server that starts with `DATABASE_OWNER_URL`, gives that role its rights',
    whenUnset: 'the embedded PostgreSQL',
  }),
  SECRET_KEY: describeSetting(secretKeysSetting.optional(), {
    mustBe: 'at least 32 characters, or several such keys separated by commas',
    meaning:
      'encrypts card numbers and documents; at least 32 characters, the same for every server; several keys, separated by commas, while it is replaced; required with `DATABASE_URL` and in production',
    whenUnset: 'generated, kept in `DATA_DIR`',
  }),
  S3_BUCKET: describeSetting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    {
      mustBe: 'the name of a bucket, such as tradefront-documents',
      meaning: 'bucket of an S3-compatible store for new documents',
      whenUnset: 'documents are in the database',
    },
  ),
  S3_ENDPOINT: describeSetting(urlSetting(/^https?$/).optional(), {
    mustBe: 'an http or https address, such as https://s3.example',
    meaning: 'address of that store',
    whenUnset: 'Amazon’s own',
  }),
  S3_REGION: describeSetting(
    z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('us-east-1'),
    { mustBe: 'a region, such as eu-central-1', meaning: 'region of that store' },
  ),
  S3_ACCESS_KEY_ID: describeSetting(z.string().min(1).max(200).optional(), {
    mustBe: 'the id of an access key',
    meaning: 'credentials of that store; set both or neither',
    whenUnset: 'the machine’s own credentials',
  }),
  S3_SECRET_ACCESS_KEY: describeSetting(z.string().min(1).max(200).optional(), {
    mustBe: 'the secret of an access key',
    meaning: 'credentials of that store; set both or neither',
    whenUnset: 'the machine’s own credentials',
  }),
  PROCESSORS_URL: describeSetting(urlOrNone.optional(), {
    mustBe: 'an http or https address, such as https://payments.example, or none',
    meaning:
      'address of your service that takes payments by card and wallet, and speaks the [protocol](processors.md#protocol); `none` if all that you use are [connected at the desk](processors.md#connect-a-provider)',
    whenUnset: 'the sandbox',
  }),
  PAYOUTS_URL: describeSetting(urlOrNone.optional(), {
    mustBe: 'an http or https address, such as https://payments.example, or none',
    meaning:
      'address of your service that pays withdrawals, and speaks the [protocol](withdrawals.md#the-protocol-of-providers); it can be that of `PROCESSORS_URL`; `none` if all that you use are [connected at the desk](processors.md#connect-a-provider)',
    whenUnset: 'the sandbox',
  }),
  SANDBOX_PORT: shared.SANDBOX_PORT,
  SANDBOX_URL: shared.SANDBOX_URL,
  SANDBOX_SECRET: shared.SANDBOX_SECRET,
  PROCESSOR_SECRETS: shared.PROCESSOR_SECRETS,
  SANDBOX_SMTP_PORT: shared.SANDBOX_SMTP_PORT,
  SANDBOX_BLOCK_SECONDS: shared.SANDBOX_BLOCK_SECONDS,
  SANDBOX_QUOTES_URL: shared.SANDBOX_QUOTES_URL,
  SMTP_URL: describeSetting(urlSetting(/^smtps?$/).optional(), {
    mustBe: 'an smtp or smtps address',
    meaning: 'server for outgoing mail, e.g. `smtps://user:password@mail.example`',
    whenUnset: 'the sandbox’s mailbox',
  }),
  MAIL_FROM: describeSetting(
    z
      .string()
      .max(200)
      .regex(/^(?:[^<>@\r\n]* <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/)
      .default('Tradefront <no-reply@tradefront.example>'),
    {
      mustBe: 'an address, such as Tradefront <no-reply@trade.example>',
      meaning: 'sender of outgoing mail',
    },
  ),
  MAIL_IN_PORT: shared.MAIL_IN_PORT,
  MAIL_IN_ADDRESS: describeSetting(
    z
      .string()
      .regex(/^[a-z0-9._-]{1,12}@[a-z0-9.-]{1,180}$/)
      .optional(),
    {
      mustBe: 'an address, such as reply@trade.example, with up to 12 characters before the @',
      meaning:
        'where such answers go: each ticket has an address of its own, such as `reply+…@trade.example`. The mail server of the domain must forward them to `MAIL_IN_PORT`',
      whenUnset: '`reply@` and the domain of `MAIL_FROM`, if the server receives mail',
    },
  ),
  CHAT_URL: describeSetting(urlOrNone.optional(), {
    mustBe: 'an http or https address, or none',
    meaning: 'page of the chat frame, reachable by browsers; `none` for a site without chat',
    whenUnset: 'the sandbox’s',
  }),
  CHAT_SECRET: describeSetting(secretSetting.optional(), {
    mustBe: 'at least 32 characters',
    meaning: 'key shared with the chat’s vendor; required with `CHAT_URL`',
    whenUnset: 'the sandbox’s',
  }),
  ...chainEnvironment,
  ...rateEnvironment,
  ...marketEnvironment,
  ...logEnvironment,
  BACKUP_DIR: describeSetting(z.string().min(1).optional(), {
    mustBe: 'a folder',
    meaning:
      'folder in which your backups arrive, of which `npm run ops -- doctor` checks the age of the newest ([guide](run.md#check-the-installation))',
    whenUnset: 'no backup is known',
  }),
  METRICS_PORT: describeSetting(portSetting.optional(), {
    mustBe: 'a port from 0 to 65535',
    meaning:
      'port at which Prometheus reads `/metrics` ([guide](run.md#metrics)); each server on a machine needs its own',
    whenUnset: 'no metrics',
  }),
  METRICS_ADDRESS: describeSetting(z.string().min(1).max(255).default('127.0.0.1'), {
    mustBe: 'an address of this machine',
    meaning: 'address that the server listens on for Prometheus; others must not reach it',
  }),
  RATE_LIMIT: describeSetting(z.coerce.number().int().min(0).max(1_000_000).default(6000), {
    mustBe: 'a whole number of requests per minute, 0 for no limit',
    meaning: 'requests per minute and address at one server; 0 for no limit',
  }),
  TRUSTED_PROXIES: describeSetting(trustedProxiesSetting.optional(), {
    mustBe: `a list of addresses or networks, such as 10.0.0.0/8,fd00::/8, or a number of proxies from 1 to ${maxProxyHops}`,
    meaning:
      'proxies in front of the server: their addresses or networks, separated by commas, or how many there are. Their `X-Forwarded-For` then names the visitor; needed with `https`',
    whenUnset: 'none',
  }),
  COUNTRY_HEADER: describeSetting(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
      .toLowerCase()
      .optional(),
    {
      mustBe: 'the name of a header, such as cf-ipcountry',
      meaning: 'header in which a trusted proxy sends the visitor’s country; needs `TRUSTED_PROXIES`',
      whenUnset: 'none',
    },
  ),
  PREVIEW_LANGUAGES: describeSetting(previewLanguagesSetting.optional(), {
    mustBe: `a list of languages separated by commas, of these: ${previewLocales.join(', ')}`,
    meaning:
      'languages that are not complete and are offered all the same, separated by commas, e.g. `ar`; what they lack, and all mails, news and pages, is in English',
    whenUnset: 'none',
  }),
  PSEUDO_LOCALE: describeSetting(z.enum(['0', '1']).default('0'), {
    mustBe: '0 or 1',
    meaning: '1 also serves `/he-XB/`, a generated test language: longer texts, right to left',
  }),
  LOG_LEVEL: shared.LOG_LEVEL,
  WAIT_SCALE: shared.WAIT_SCALE,
  REQUIRE_TLS: describeSetting(z.enum(['0', '1']).optional(), {
    mustBe: '0 or 1',
    meaning:
      '1 sends mail only over TLS, and requires `sslmode=verify-full` (or `require`, `verify-ca`) in `DATABASE_URL`, `DATABASE_OWNER_URL` and `DESK_DATABASE_URL`, https for nodes and rates, and wss for `MARKET_STREAM_URL`; servers on this machine are exempt',
    whenUnset: '1 in production, otherwise 0',
  }),
  NODE_ENV: describeSetting(z.enum(['development', 'production', 'test']).default('development'), {
    mustBe: 'development, production or test',
    meaning: 'production does not start while a part of the site is the sandbox, unless `ALLOW_SANDBOX` names it',
  }),
  ALLOW_SANDBOX: describeSetting(allowedPartsSetting.prefault('0'), {
    mustBe: `0, 1 or a list of parts separated by commas, of these: ${allowableParts.join(', ')}`,
    meaning: `parts that can be the sandbox in production, for a test site, separated by commas: ${allowableParts.map((part) => `\`${part}\``).join(', ')}; 1 is all of them`,
    whenUnset: '`0`',
  }),
})
