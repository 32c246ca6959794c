import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { deskEnvironment, readDeskConfig } from '../../apps/server/src/desk/desk-config.ts'
import { migrateEnvironment, readMigrateConfig } from '../../apps/server/src/ops/commands/migrate.ts'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { environmentSchema } from '../../apps/server/src/platform/config/environment.ts'
import { listProcesses, readImageEnvironment } from './list-processes.mjs'

const kinds = {
  server: { label: 'server', schema: environmentSchema, read: readConfig },
  ops: { label: 'operator’s command', schema: environmentSchema, read: readConfig },
  desk: { label: 'desk', schema: deskEnvironment, read: readDeskConfig },
  migrate: { label: 'migration', schema: migrateEnvironment, read: readMigrateConfig },
}

/** Without these a server starts all the same, and uses what is good on a test site only. */
const neededByServers = ['PUBLIC_URL', 'TRUSTED_PROXIES', 'SMTP_URL', 'MAIL_FROM', 'CHAT_URL', 'RATES_URL']

/** Gives each process the settings of the examples, as its own code reads them. @returns sentences about what is wrong */
export function checkSettings(files) {
  const processes = listProcesses(files)
  // Settings that all processes of the image have.
  const sharedNames = Object.keys(readImageEnvironment(files))
  const missing = Object.keys(kinds).filter((kind) => processes.every((each) => each.kind !== kind))
  return [
    ...missing.map((kind) => `Nothing starts the ${kinds[kind].label}.`),
    ...processes.flatMap((each) => checkProcess(each, sharedNames).map((problem) => `${each.where}: ${problem}`)),
  ]
}

function checkProcess({ kind, env }, sharedNames) {
  const { label, schema, read } = kinds[kind]
  const problems = Object.keys(env)
    .filter((name) => !(name in schema.shape) && !sharedNames.includes(name))
    .map((name) => `${name} is no setting of the ${label}.`)
  if (env.NODE_ENV !== 'production') problems.push('NODE_ENV must be production.')
  if (kind === 'server')
    problems.push(...neededByServers.filter((name) => !(name in env)).map((name) => `${name} must be set.`))
  if (kind !== 'migrate' && !('TRUSTED_PROXIES' in env)) problems.push('TRUSTED_PROXIES must be set.')
  if (kind === 'server' && 'DATABASE_OWNER_URL' in env) problems.push('A server must not know DATABASE_OWNER_URL.')
  return [...problems, ...readSettings(read, env)]
}

/** Values that a reader fills in. */
const samples = {
  DATABASE_URL: 'postgres://role:password@db.example/tradefront?sslmode=verify-full',
  DATABASE_OWNER_URL: 'postgres://owner:password@db.example/tradefront?sslmode=verify-full',
  DESK_DATABASE_URL: 'postgres://desk:password@db.example/tradefront?sslmode=verify-full',
  SMTP_URL: 'smtps://user:password@mail.example',
}

/** As the process does at its start. A secret that is missing would be made up, another one for each server. */
function readSettings(read, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-deploy-'))
  const filled = Object.entries(env).map(([name, value]) => [name, value || samples[name] || 'x'.repeat(48)])
  try {
    read({ ...Object.fromEntries(filled), DATA_DIR: dataDir })
    return readdirSync(dataDir).map((file) => `The secret in DATA_DIR/${file} would be generated: set it.`)
  } catch (error) {
    return [error.message]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}
