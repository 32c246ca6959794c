import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A server in a process of its own, as it runs in life. */
export type ServerProcess = {
  readonly url: string
  /** Ends it the way a broken machine does: nothing is finished, nothing is closed. */
  readonly kill: () => Promise<void>
}

const main = join(import.meta.dirname, '../main.ts')

/** Starts the real entry with this environment and waits until it is ready. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { url: await readyUrl(child), kill: () => killed(child) }
}

async function readyUrl(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const part of child.stdout ?? []) {
    said += String(part)
    const url = /ready at (\S+)/.exec(said)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the server ended early: ${said}`)
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
