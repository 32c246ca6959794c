import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { createSharedEnvironment, describeInvalidSetting } from '@tradefront/contract/environment'
import type { ProcessorSecrets } from '@tradefront/processors/signature'
import * as z from 'zod'

const root = resolve(import.meta.dirname, '../../..')

export const environmentSchema = z.object(createSharedEnvironment('warn'))

/** A program that listens there listens on all addresses. */
const anyAddress = ['0.0.0.0', '::']

export type SandboxConfig = {
  readonly port: number
  /** Port of the sandbox's SMTP server. The default is the port after `port`. */
  readonly smtpPort: number
  /** Port on which the server receives mail. */
  readonly mailInPort: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly secret: string
  readonly processorSecrets: ProcessorSecrets
  readonly dataDir: string
  readonly logLevel: string
  readonly waitScale: number
  readonly blockSeconds: number
  /** Address of the product, whose quotes the rates follow. */
  readonly serverUrl: string
}

/**
 * Reads the settings.
 * @throws Error that names the invalid setting
 */
export function readSandboxConfig(env: Readonly<Record<string, string | undefined>>): SandboxConfig {
  const provided = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in environmentSchema.shape && value !== ''),
  )
  const parsed = environmentSchema.safeParse(provided)
  if (!parsed.success) throw new Error(describeInvalidSetting(environmentSchema, parsed.error))
  const values = parsed.data
  const dataDir = resolve(root, values.DATA_DIR)
  const smtpPort = values.SANDBOX_SMTP_PORT ?? (values.SANDBOX_PORT === 0 ? 0 : values.SANDBOX_PORT + 1)
  return {
    port: values.SANDBOX_PORT,
    smtpPort,
    mailInPort: values.MAIL_IN_PORT ?? smtpPort + 1,
    host: values.HOST,
    publicUrl: values.SANDBOX_URL,
    secret: values.SANDBOX_SECRET ?? readOrCreateSecret(dataDir),
    processorSecrets: values.PROCESSOR_SECRETS ?? {},
    dataDir,
    logLevel: values.LOG_LEVEL,
    waitScale: values.WAIT_SCALE,
    blockSeconds: values.SANDBOX_BLOCK_SECONDS,
    serverUrl:
      values.SANDBOX_QUOTES_URL ??
      `http://${anyAddress.includes(values.HOST) ? '127.0.0.1' : values.HOST}:${values.PORT}`,
  }
}

/** Reads the secret. The first process to start creates it atomically. */
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
