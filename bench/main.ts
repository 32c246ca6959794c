import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { measureLighthouse } from './measurements/lighthouse.ts'
import { measureLiveSocket } from './measurements/live-socket.ts'
import { measureDeposits } from './measurements/deposits.ts'
import { measureReads } from './measurements/reads.ts'
import { measureStartup } from './measurements/startup.ts'
import { measureWebBundle } from './measurements/web-bundle.ts'
import { type ReportRow, formatTable } from './report.ts'
import { startBenchEnvironment } from './environment.ts'

/** Runs every measurement in turn, prints one table and writes `bench/latest.json`. A row that falls short is no failure. */
const environment = await startBenchEnvironment()
const rows: ReportRow[] = []
try {
  for (const [name, measure] of [
    ['reads', () => measureReads(environment)],
    ['live socket', () => measureLiveSocket(environment)],
    ['money', () => measureDeposits(environment)],
    ['start', () => measureStartup(environment)],
    ['web', () => measureWebBundle(environment)],
    ['lighthouse', () => measureLighthouse(environment)],
  ] as const) {
    if (process.argv.length > 2 && !process.argv.includes(name)) continue
    process.stderr.write(`measuring: ${name} …\n`)
    rows.push(...(await measure()))
  }
} finally {
  await environment.stop()
}
process.stdout.write(`${formatTable(rows)}\n`)
writeFileSync(join(import.meta.dirname, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`)
