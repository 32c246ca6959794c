import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import * as z from 'zod'

const root = resolve(import.meta.dirname, '../../..')

/** docs/operating.md lists the same. */
export const environmentSchema = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3100).describe('a port from 0 to 65535'),
  SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).optional().describe('a port from 0 to 65535'),
  HOST: z
    .string()
    .max(255)
    .refine((host) => URL.canParse(`http://${host.includes(':') ? `[${host}]` : host}`))
    .default('127.0.0.1')
    .describe('an address or a host name'),
  SANDBOX_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('an http or https address'),
  SANDBOX_SECRET: z.string().min(32).max(200).optional().describe('at least 32 characters'),
  DATA_DIR: z.string().min(1).default('.data').describe('a folder'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .describe('fatal, error, warn, info, debug, trace or silent'),
  WAIT_SCALE: z.coerce.number().positive().max(100).default(1).describe('a number above 0 and up to 100'),
})

export type SandboxConfig = {
  readonly port: number
  /** Default: the port after `port`. */
  readonly smtpPort: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly secret: string
  readonly dataDir: string
  readonly logLevel: string
  readonly waitScale: number
}

/** @throws Error that names the invalid setting */
export function readSandboxConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const provided = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in environmentSchema.shape && value !== ''),
  )
  const parsed = environmentSchema.safeParse(provided)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    const requirement = Object.entries(environmentSchema.shape).find(([key]) => key === name)?.[1].description
    throw new Error(`The setting ${name} must be ${requirement}.`)
  }
  const values = parsed.data
  const dataDir = resolve(root, values.DATA_DIR)
  return {
    port: values.SANDBOX_PORT,
    smtpPort: values.SANDBOX_SMTP_PORT ?? (values.SANDBOX_PORT === 0 ? 0 : values.SANDBOX_PORT + 1),
    host: values.HOST,
    publicUrl: values.SANDBOX_URL?.replace(/\/+$/, ''),
    secret: values.SANDBOX_SECRET ?? readOrCreateSecret(dataDir),
    dataDir,
    logLevel: values.LOG_LEVEL,
    waitScale: values.WAIT_SCALE,
  }
}

/** The first process to start creates it atomically. */
function readOrCreateSecret(dataDir: string): string {
  const file = join(dataDir, 'sandbox-secret')
  const temporaryFile = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`The data folder ${dataDir} cannot be written (${code}): set DATA_DIR to a folder that you own.`, {
      cause: error,
    })
  }
  try {
    writeFileSync(temporaryFile, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    linkSync(temporaryFile, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporaryFile, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
