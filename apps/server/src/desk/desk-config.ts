import { parseSettings, rejectPlainDatabase, resolveDataDir, webRoot } from '../platform/config/config.ts'
import { environmentSchema } from '../platform/config/environment.ts'
import { StartupError } from '../platform/config/startup-error.ts'

/** Settings of the desk's server. It has neither SECRET_KEY nor a secret of a processor. */
export const deskEnvironment = environmentSchema.pick({
  DESK_URL: true,
  DESK_PORT: true,
  DESK_DATABASE_URL: true,
  HOST: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  LOG_LEVEL: true,
  RATE_LIMIT: true,
  TRUSTED_PROXIES: true,
  REQUIRE_TLS: true,
  NODE_ENV: true,
})

export type DeskConfig = ReturnType<typeof readDeskConfig>

/** Reads the settings. @throws StartupError with one sentence */
export function readDeskConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const values = parseSettings(deskEnvironment, env)
  if (values.DATABASE_URL && !values.DESK_DATABASE_URL)
    throw new StartupError('DESK_DATABASE_URL must be set with DATABASE_URL: the desk has a role of its own.')
  const isProduction = values.NODE_ENV === 'production'
  if ((values.REQUIRE_TLS ?? (isProduction ? '1' : '0')) === '1')
    rejectPlainDatabase({ DESK_DATABASE_URL: values.DESK_DATABASE_URL })
  const origin = values.DESK_URL ?? `http://localhost:${values.DESK_PORT}`
  if (isProduction && !origin.startsWith('https:'))
    throw new StartupError('DESK_URL must begin with https in production: passkeys work nowhere else.')
  return {
    port: values.DESK_PORT,
    host: values.HOST,
    origin,
    isHttps: origin.startsWith('https:'),
    databaseUrl: values.DESK_DATABASE_URL,
    dataDir: resolveDataDir({ DATA_DIR: values.DATA_DIR }),
    logLevel: values.LOG_LEVEL,
    requestsPerMinute: values.RATE_LIMIT,
    trustedProxies: values.TRUSTED_PROXIES,
    webDir: `${webRoot}/dist-desk`,
  }
}
