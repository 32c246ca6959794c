import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { type BenchEnvironment, startBenchEnvironment } from './environment.ts'
import { measureDesk } from './measurements/desk.ts'
import { measureDeposits } from './measurements/deposits.ts'
import { measureHistory } from './measurements/history.ts'
import { measureInvoices } from './measurements/invoices.ts'
import { measureLeaderboard } from './measurements/leaderboard.ts'
import { measureLighthouse } from './measurements/lighthouse.ts'
import { measureLiveSocket } from './measurements/live-socket.ts'
import { measurePages } from './measurements/pages.ts'
import { measureReads } from './measurements/reads.ts'
import { measureLiveConnections } from './measurements/live-connections.ts'
import { measureMarket } from './measurements/market.ts'
import { measureScale } from './measurements/scale.ts'
import { measureStartup } from './measurements/startup.ts'
import { measureTickets } from './measurements/tickets.ts'
import { measureTradingScreen } from './measurements/trading-screen.ts'
import { measureTrading } from './measurements/trading.ts'
import { measureWithdrawals } from './measurements/withdrawals.ts'
import { type ReportRow, formatHeader, formatRow, toMedianRows } from './report.ts'

// Prints each row when it is measured, and writes bench/latest.json. A missed goal is not an error.

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    connections: { type: 'string', default: '5000' },
    'history-rows': { type: 'string', default: '10000000' },
    'heap-minutes': { type: 'string', default: '10' },
  },
})

const parts: Record<string, (environment: BenchEnvironment) => Promise<ReportRow[]>> = {
  reads: measureReads,
  'live-socket': measureLiveSocket,
  'live-connections': (environment) => measureLiveConnections(environment, { connections: Number(values.connections) }),
  deposits: measureDeposits,
  invoices: measureInvoices,
  trading: measureTrading,
  market: measureMarket,
  withdrawals: measureWithdrawals,
  leaderboard: measureLeaderboard,
  scale: measureScale,
  history: () => measureHistory({ rows: Number(values['history-rows']) }),
  tickets: measureTickets,
  desk: measureDesk,
  startup: measureStartup,
  pages: measurePages,
  'trading-screen': (environment) => measureTradingScreen(environment, { heapMinutes: Number(values['heap-minutes']) }),
  lighthouse: measureLighthouse,
}

const runs = Number(values.runs)
const names = Object.keys(parts).filter((name) => values.only === undefined || name === values.only)

const rowsPerRun: ReportRow[][] = []
for (let run = 1; run <= runs; run += 1) {
  if (runs > 1) process.stdout.write(`Run ${run} of ${runs}\n`)
  rowsPerRun.push(await measureOnce())
}
const rows = toMedianRows(rowsPerRun)
if (runs > 1) printRows('Median of all runs', rows)
writeFileSync(join(import.meta.dirname, 'latest.json'), `${JSON.stringify(rows, null, 2)}\n`)

async function measureOnce(): Promise<ReportRow[]> {
  const environment = await startBenchEnvironment()
  const measured: ReportRow[] = []
  process.stdout.write(`${formatHeader()}\n`)
  try {
    for (const name of names) {
      for (const row of (await parts[name]?.(environment)) ?? []) {
        measured.push(row)
        process.stdout.write(`${formatRow(row)}\n`)
      }
    }
  } finally {
    await environment.stop()
  }
  return measured
}

function printRows(title: string, medianRows: readonly ReportRow[]): void {
  process.stdout.write(`${[title, formatHeader(), ...medianRows.map(formatRow)].join('\n')}\n`)
}
