import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'

import { symbols } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { startScript } from '../processes.ts'
import { type ReportRow, toMaximumRow, toRatioRow } from '../report.ts'
import type { BenchEnvironment } from '../environment.ts'
import type { LiveClientsConfig, LiveClientsEvent, LiveClientsResult } from '../live-clients.ts'

/** With more sockets than this, the server closes the oldest one. */
const socketsPerTrader = 10
const watchedSymbols = 20
const maxDelayMs = 100
const times = { warmUpMs: 5000, measureMs: 20_000 }

type Client = LiveClientsConfig['clients'][number]
type Process = { readonly port: number; readonly readCpuSeconds: () => number }

/**
 * Measures live connections. Each one watches two of twenty symbols, five quotes a second. The reference is a bare `ws` server that sends
 * the same bytes.
 */
export async function measureLiveConnections(
  environment: BenchEnvironment,
  { connections }: { readonly connections: number },
): Promise<ReportRow[]> {
  const { server } = environment
  const memoryBefore = server.readMemoryMb()
  const clients = await createClients(environment, connections)
  const ours = await measure(server, '/api/live', clients, () => server.readMemoryMb())
  const reference = await startScript(['bench/live-reference.ts'], { FRAME_BYTES: String(Math.round(ours.bytes)) })
  const bare = clients.map(() => ({ cookie: '', message: '' }))
  const theirs = await measure(reference, '/', bare, () => 0)
  await reference.stop()
  const kbPerConnection = ((ours.memoryMb - memoryBefore) * 1024) / connections
  const sorted = ours.delaysMs.toSorted((a, b) => a - b)
  const delay = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
  return [
    toMaximumRow(`delay of quotes to ${connections} connections, 95th percentile`, 'ms', delay, maxDelayMs),
    toRatioRow(
      'quotes sent per CPU second, against a bare ws server',
      '/s',
      ours.perCpuSecond,
      theirs.perCpuSecond,
      0.6,
    ),
    toMaximumRow('memory of a live connection', 'KB', kbPerConnection, 100),
  ]
}

async function createClients({ pool, insertTraders }: BenchEnvironment, connections: number): Promise<Client[]> {
  const now = Date.now()
  const open = symbols.filter(({ hours }) => getMarketState(hours, now).isOpen).slice(0, watchedSymbols)
  const traders = await insertTraders(Math.ceil(connections / socketsPerTrader), 'ORANGE', 'Lovelace')
  const tokens = traders.map(() => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into sessions (id_hash, user_id, practice, created_at, expires_at)
     select hash, user_id, false, now(), now() + interval '1 hour' from unnest($1::bytea[], $2::bigint[]) as s (hash, user_id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), traders],
  )
  return Array.from({ length: connections }, (_, index) => {
    const watch = [open[index % open.length], open[(index * 7 + 1) % open.length]].map((symbol) => symbol?.name)
    return { cookie: `session=${tokens[Math.floor(index / socketsPerTrader)]}`, message: JSON.stringify({ watch }) }
  })
}

async function measure(
  { port, readCpuSeconds }: Process,
  path: string,
  clients: readonly Client[],
  readMemoryMb: () => number,
): Promise<LiveClientsResult & { readonly perCpuSecond: number; readonly memoryMb: number }> {
  const child = fork(join(import.meta.dirname, '../live-clients.ts'))
  let cpuBefore = 0
  let memoryMb = 0
  const result = new Promise<LiveClientsResult>((resolve, reject) => {
    child.on('message', (event: LiveClientsEvent) => {
      if (event.kind === 'measuring') {
        cpuBefore = readCpuSeconds()
        memoryMb = readMemoryMb()
      }
      if (event.kind === 'done') resolve(event.result)
    })
    once(child, 'exit').then(([code]) => reject(new Error(`the clients ended with ${code}`)), reject)
  })
  child.send({ port, path, clients, ...times } satisfies LiveClientsConfig)
  const received = await result
  return { ...received, perCpuSecond: received.frames / (readCpuSeconds() - cpuBefore), memoryMb }
}
