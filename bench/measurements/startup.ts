import { setTimeout as sleep } from 'node:timers/promises'

import { startScript } from '../processes.ts'
import { type ReportRow, toMaximumRow, median } from '../report.ts'
import type { BenchEnvironment } from '../environment.ts'

const rounds = 5
/** By then pushes and jobs have started too. */
const warmUpMs = 2500

/** Start of a server on an existing database, and its memory once everything in it runs; beside a bare Fastify server. */
export async function measureStartup(world: BenchEnvironment): Promise<ReportRow[]> {
  const ours = await measureServer('apps/server/src/main.mjs', { ...world.serverEnv, PORT: '0' })
  const reference = await measureServer('bench/reference-server.ts', { DATABASE_URL: world.databaseUrl })
  return [
    toMaximumRow('server ready on an existing database', 'ms', ours.readyMs, 600, reference.readyMs),
    toMaximumRow("the server's memory", 'MB', ours.memoryMb, 150, reference.memoryMb),
  ]
}

async function measureServer(path: string, env: Readonly<Record<string, string>>) {
  const ready: number[] = []
  const memory: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const running = await startScript(path, env)
    ready.push(running.readyMs)
    if (round === rounds) {
      await sleep(warmUpMs)
      memory.push(running.memoryMb())
    }
    await running.stop()
  }
  // The first start fills the cache of compiled code.
  return { readyMs: median(ready.slice(1)), memoryMb: median(memory) }
}
