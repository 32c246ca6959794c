import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

/** The real server as a separate process. */
export type ServerProcess = {
  readonly url: string
  /** Without any clean-up. */
  readonly kill: () => Promise<void>
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
  child.stdout.pipe(createWriteStream(log, { flags: 'a' }))
  return { url: await waitForReadyUrl(child), kill: () => killAndWait(child) }
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

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
