import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadConfig, LoadResult } from './load-generator.ts'

export const root = join(import.meta.dirname, '..')

export type ServerProcess = {
  readonly url: string
  readonly port: number
  readonly readyMs: number
  readonly readMemoryMb: () => number
  /** Reads the CPU time that was used so far. */
  readonly readCpuSeconds: () => number
  readonly stop: () => Promise<void>
}

const pollIntervalMs = 3

/**
 * Starts a script. `args` are for Node.js, paths relative to the project's root. Waits for the line `… ready … http://…`. The output goes
 * to a file, because reading it would take CPU time.
 */
export async function startScript(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-bench-log-'))
  const log = join(folder, 'log')
  const out = openSync(log, 'w')
  const from = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', out, 'inherit'],
  })
  closeSync(out)
  const url = await waitForReadyUrl(child, args, log)
  const readyMs = performance.now() - from
  return {
    url,
    port: Number(new URL(url).port),
    readyMs,
    readMemoryMb: () => readMemoryMb(child.pid),
    readCpuSeconds: () => readCpuSeconds(child.pid),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        const killTimer = setTimeout(() => child.kill('SIGKILL'), 8000)
        await once(child, 'exit')
        clearTimeout(killTimer)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitForReadyUrl(child: ChildProcess, args: readonly string[], log: string): Promise<string> {
  for (;;) {
    const output = readFileSync(log, 'utf8')
    const url = /ready (?:at )?(http:\S+)/.exec(output)?.[1]
    if (url !== undefined) return url
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${output}`)
    await sleep(pollIntervalMs)
  }
}

function readMemoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Reads the CPU time of all threads, in user mode and in the kernel. */
function readCpuSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program can contain spaces. The kernel counts 100 ticks a second for programs.
  const [user, kernel] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(kernel)) / 100
}

/** Returns requests per second; throws if a status was not 200. */
export async function measureThroughput(config: LoadConfig): Promise<number> {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'))
  const result = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message: LoadResult) => resolve(message))
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
  })
  child.send(config)
  const { perSecond, failed } = await result
  if (failed > 0) throw new Error(`${failed} responses were not 200`)
  return perSecond
}
