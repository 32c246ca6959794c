import * as z from 'zod'

type SettingDescription = {
  /** Completes "The setting X must be …". */
  readonly mustBe: string
  /** Becomes the row of docs/install.md by `npm run generate`. */
  readonly meaning: string
  /** The effect when an optional setting is missing. */
  readonly whenUnset?: string
}

export function describeSetting<Schema extends z.ZodType>(schema: Schema, description: SettingDescription): Schema {
  return schema.meta({ ...description })
}

/** Names the first invalid setting and what it must be. */
export function describeInvalidSetting(schema: z.ZodObject, error: z.ZodError): string {
  const name = String(error.issues[0]?.path[0])
  const setting = Object.entries(schema.shape).find(([key]) => key === name)?.[1]
  return `The setting ${name} must be ${String((setting as z.ZodType | undefined)?.meta()?.['mustBe'])}.`
}

export const urlSetting = (protocol: RegExp) => z.url({ protocol }).transform((text) => text.replace(/\/+$/, ''))
/** An http or https address, or `none` for a part that the site does without. */
export const urlOrNone = z.union([z.literal('none'), urlSetting(/^https?$/)])
export const secretSetting = z.string().min(32).max(200)
const processorSecretsSetting = z
  .string()
  .regex(/^[a-z0-9-]{1,30}=[^=,\s]{32,200}(,[a-z0-9-]{1,30}=[^=,\s]{32,200})*$/)
  .transform(parseProcessorSecrets)
export const portSetting = z.coerce.number().int().min(0).max(65_535)

/** Groups the secrets by slug, in the order of the list. */
function parseProcessorSecrets(text: string): Record<string, string[]> {
  const pairs = text.split(',').map((each) => each.split('='))
  const bySlug = Map.groupBy(pairs, ([slug = '']) => slug)
  return Object.fromEntries([...bySlug].map(([slug, found]) => [slug, found.map(([, secret = '']) => secret)]))
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Environment variables of both the server and the sandbox. */
export function createSharedEnvironment(defaultLogLevel: (typeof logLevels)[number]) {
  return {
    PORT: describeSetting(portSetting.default(3000), {
      mustBe: 'a port from 0 to 65535',
      meaning: 'port the server listens on',
    }),
    HOST: describeSetting(
      z
        .string()
        .max(255)
        .refine((host) => z.url().safeParse(`http://${host.includes(':') ? `[${host}]` : host}`).success)
        .default('127.0.0.1'),
      { mustBe: 'an address or a host name', meaning: 'address that server and sandbox listen on' },
    ),
    DATA_DIR: describeSetting(z.string().min(1).default('.data'), {
      mustBe: 'a folder',
      meaning:
        'folder of the embedded PostgreSQL, generated secrets and the sandbox’s journal; started as root, PostgreSQL keeps its data in `/var/lib/tradefront` if other users cannot enter this folder',
    }),
    SANDBOX_PORT: describeSetting(portSetting.default(3100), {
      mustBe: 'a port from 0 to 65535',
      meaning: 'port of the sandbox',
    }),
    SANDBOX_URL: describeSetting(urlSetting(/^https?$/).optional(), {
      mustBe: 'an http or https address',
      meaning: 'address of the sandbox',
      whenUnset: '`SANDBOX_PORT` on this machine',
    }),
    SANDBOX_SECRET: describeSetting(secretSetting.optional(), {
      mustBe: 'at least 32 characters',
      meaning:
        'signs the messages between server and sandbox, in both directions; each processor has a secret derived from it',
      whenUnset: 'generated, kept in `DATA_DIR`',
    }),
    PROCESSOR_SECRETS: describeSetting(processorSecretsSetting.optional(), {
      mustBe: 'a list of slug=secret, separated by commas, each secret of at least 32 characters',
      meaning:
        'secrets of processors that have one of their own, e.g. `orange=…,zoom=…`; they sign the messages to and from that processor; several for one processor while its secret is replaced',
      whenUnset: 'derived from `SANDBOX_SECRET`, another one for each processor',
    }),
    SANDBOX_SMTP_PORT: describeSetting(portSetting.optional(), {
      mustBe: 'a port from 0 to 65535',
      meaning: 'port on which the sandbox receives mail',
      whenUnset: 'the port after `SANDBOX_PORT`',
    }),
    MAIL_IN_PORT: describeSetting(portSetting.optional(), {
      mustBe: 'a port from 0 to 65535',
      meaning: 'port on which the server receives answers to its mails ([guide](run.md#answers-by-mail))',
      whenUnset: 'the port after `SANDBOX_SMTP_PORT` if the sandbox gets the mails, otherwise none',
    }),
    SANDBOX_BLOCK_SECONDS: describeSetting(z.coerce.number().min(0).max(3600).default(5), {
      mustBe: 'a number of seconds up to 3600',
      meaning: 'time between two blocks of the sandbox’s test chains; 0: blocks are mined on its pages only',
    }),
    SANDBOX_QUOTES_URL: describeSetting(urlSetting(/^https?$/).optional(), {
      mustBe: 'an http or https address',
      meaning: 'address of the server whose prices the sandbox’s rates of coins and currencies follow',
      whenUnset: '`PORT` on this machine',
    }),
    LOG_LEVEL: describeSetting(z.enum(logLevels).default(defaultLogLevel), {
      mustBe: 'fatal, error, warn, info, debug, trace or silent',
      meaning: 'least severe level that is logged, from `fatal` to `trace`, or `silent`',
    }),
    WAIT_SCALE: describeSetting(z.coerce.number().positive().max(100).default(1), {
      mustBe: 'a number above 0 and up to 100',
      meaning: 'multiplies the waits of the cascade; small in tests. A call to a processor always has at least 5 s',
    }),
  }
}
