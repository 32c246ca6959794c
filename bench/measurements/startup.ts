import { setTimeout as sleep } from 'node:timers/promises'

import { semiSpaceOption, serverArgs } from '../../scripts/server-args.mjs'
import { startScript } from '../processes.ts'
import { type ReportRow, toMaximumRow, median } from '../report.ts'
import type { BenchEnvironment } from '../environment.ts'

const rounds = 5
/** After this time, realtime and jobs have started. */
const warmUpMs = 2500

/** Compares the start with that of a bare Fastify server under the same options of Node.js, on an existing database. */
export async function measureStartup(environment: BenchEnvironment): Promise<ReportRow[]> {
  const ours = await measureServer(serverArgs, { ...environment.serverEnv, PORT: '0' })
  const reference = await measureServer([semiSpaceOption, 'bench/reference-server.ts'], {
    DATABASE_URL: environment.superuserUrl,
  })
  return [
    toMaximumRow('server ready on an existing database', 'ms', ours.readyMs, 600, reference.readyMs),
    toMaximumRow('memory of the server above a bare one', 'MB', ours.memoryMb - reference.memoryMb, 89),
  ]
}

async function measureServer(args: readonly string[], env: Readonly<Record<string, string>>) {
  const ready: number[] = []
  const memory: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const running = await startScript(args, env)
    ready.push(running.readyMs)
    if (round === rounds) {
      await sleep(warmUpMs)
      memory.push(running.readMemoryMb())
    }
    await running.stop()
  }
  // The first start fills the compile cache.
  return { readyMs: median(ready.slice(1)), memoryMb: median(memory) }
}
