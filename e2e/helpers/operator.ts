import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { e2eSecretKey } from './secret-key.ts'

const main = join(import.meta.dirname, '../../apps/server/src/ops/main.ts')

/**
 * Runs a command as an operator. The page of the trader gets a push.
 * @param args e.g. `withdrawals`, `approve`, id
 */
export async function runAsOperator(...args: readonly string[]): Promise<void> {
  await runCommand([...args, '--why', 'looked at it'])
}

/**
 * Invites an operator. Returns the link that the operator opens.
 * @param roles separated by commas
 */
export async function inviteOperator(operator: string, roles: string): Promise<string> {
  const out = await runCommand(['operators', 'invite', operator, '--roles', roles, '--why', 'tests', '--json'])
  return (JSON.parse(out) as { link: string }).link
}

/**
 * Runs a command in a process of its own: Playwright would first translate all files of the server for this one. Throws if the command
 * fails.
 */
async function runCommand(args: readonly string[]): Promise<string> {
  const env = {
    DATABASE_URL: process.env['E2E_DATABASE_URL'],
    DATABASE_OWNER_URL: process.env['E2E_OWNER_URL'],
    SECRET_KEY: e2eSecretKey,
    DESK_URL: process.env['DESK_URL'],
    SANDBOX_SECRET: 'a sandbox secret that is not used here',
  }
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--yes'], { env })
  return stdout
}
