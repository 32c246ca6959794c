import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LoadOrder, LoadResult } from './load.ts'

export const root = join(import.meta.dirname, '..')

/** A server that said it is ready. `readyMs` counts from the moment it was started. */
export type Running = {
  readonly url: string
  readonly port: number
  readonly readyMs: number
  /** Memory of the process now, MB. */
  readonly memoryMb: () => number
  readonly stop: () => Promise<void>
}

const lookMs = 3

/**
 * Starts a script under this Node and waits for its line `… ready … http://…`. What it prints goes to a file, as it would in
 * life: a reader of its log would take time from it. Paths are from the root of the project.
 */
export async function startScript(path: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-bench-log-'))
  const log = join(folder, 'log')
  const out = openSync(log, 'w')
  const from = performance.now()
  const child = spawn(process.execPath, [join(root, path)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', out, 'inherit'],
  })
  closeSync(out)
  const url = await readyUrl(child, path, log)
  const readyMs = performance.now() - from
  return {
    url,
    port: Number(new URL(url).port),
    readyMs,
    memoryMb: () => memoryMb(child.pid),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        const cut = setTimeout(() => child.kill('SIGKILL'), 8000)
        await once(child, 'exit')
        clearTimeout(cut)
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function readyUrl(child: ChildProcess, path: string, log: string): Promise<string> {
  for (;;) {
    const said = readFileSync(log, 'utf8')
    const url = /ready (?:at )?(http:\S+)/.exec(said)?.[1]
    if (url !== undefined) return url
    if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}: ${said}`)
    await sleep(lookMs)
  }
}

function memoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

/** Puts load on a server from a process of its own. Throws when an answer was not 200. */
export async function putLoad(order: LoadOrder): Promise<number> {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  const result = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message: LoadResult) => resolve(message))
    child.once('exit', (code) => reject(new Error(`the load generator ended with ${code}`)))
  })
  child.send(order)
  const { perSecond, failed } = await result
  if (failed > 0) throw new Error(`${failed} answers were not 200`)
  return perSecond
}
