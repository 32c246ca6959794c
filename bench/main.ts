import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { lighthouseRows } from './rows/lighthouse.ts'
import { liveRows } from './rows/live.ts'
import { moneyRows } from './rows/money.ts'
import { readRows } from './rows/reads.ts'
import { startRows } from './rows/start.ts'
import { webRows } from './rows/web.ts'
import { type Row, tableOf } from './row.ts'
import { startWorld } from './world.ts'

/** Runs every measurement in turn, prints one table and writes `bench/latest.json`. A row that falls short is no failure. */
const world = await startWorld()
const rows: Row[] = []
try {
  for (const [what, measure] of [
    ['reads', () => readRows(world)],
    ['live socket', () => liveRows(world)],
    ['money', () => moneyRows(world)],
    ['start', () => startRows(world)],
    ['web', () => webRows(world)],
    ['lighthouse', () => lighthouseRows(world)],
  ] as const) {
    if (process.argv.length > 2 && !process.argv.includes(what)) continue
    process.stderr.write(`measuring: ${what} …\n`)
    rows.push(...(await measure()))
  }
} finally {
  await world.stop()
}
process.stdout.write(`${tableOf(rows)}\n`)
writeFileSync(join(import.meta.dirname, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`)
