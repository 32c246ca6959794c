import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

/** The real server as a separate process. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** Without any clean-up. */
  readonly kill: () => Promise<void>
  /** With its whole log written. */
  readonly stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../main.mjs')

/** Output goes to the file `log`. */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  log = '/dev/null',
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', RATE_LIMIT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const file = createWriteStream(log, { flags: 'a' })
  child.stdout.pipe(file)
  return {
    url: await waitForReadyUrl(child),
    pid: child.pid ?? 0,
    kill: () => killAndWait(child, 'SIGKILL'),
    stop: async () => {
      const isWritten = once(file, 'close')
      await killAndWait(child, 'SIGTERM')
      await isWritten
    },
  }
}

function waitForReadyUrl(child: ChildProcess): Promise<string> {
  return new Promise((ready, failed) => {
    let output = ''
    child.stdout?.on('data', (part: Buffer) => {
      if (output.length < 10_000) output += part.toString()
      const url = /ready at (\S+)/.exec(output)?.[1]
      if (url !== undefined) ready(url)
    })
    child.once('exit', (code) => failed(new Error(`the server ended early with ${code}: ${output}`)))
  })
}

async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
