import { hashRounds, listRoundRanges, type LogEntry } from '@tradefront/rules/log/log-entry'
import { getWindowStart, windowMs } from '@tradefront/rules/trading/walk/seed-tree'

import type { AppContext } from '../../context.ts'
import type { MarketRecord, PublishedWindow } from '../../gateways/market/market-feed.ts'
import { dayMs } from '../../platform/clock.ts'
import { findLastSubject } from './log-store.ts'

/** How many windows of five minutes are appended at once: those of a day. */
const maxWindows = 288
/** For how many past days roots are read, the first time. */
const maxDays = 36_600

/** Lists what is known of simulated prices and may not be logged yet, in the order in which it is logged: commitments first. */
export async function collectMarketEntries(context: AppContext): Promise<LogEntry[]> {
  const record = await context.market.findMarketRecord()
  if (record === null) return []
  const { chain, starts, gaps } = record
  return [
    { kind: 'beacon', ...chain },
    ...(await listDays(context)),
    ...starts.map(({ symbol, atMs, points }) => ({ kind: 'start', symbol, atMs, points }) as const),
    ...gaps.map(({ fromMs, toMs }) => ({ kind: 'gap', fromMs, toMs }) as const),
    ...(await listWindows(context, record)),
  ]
}

async function listDays({ db, market, clock }: AppContext): Promise<LogEntry[]> {
  const last = await findLastSubject(db, 'day')
  const pastDays = last === null ? maxDays : Math.max(0, Math.ceil((clock.now().getTime() - Date.parse(last)) / dayMs))
  const days = (await market.listDays(pastDays)).toReversed()
  return days
    .filter(({ date }) => last === null || date > last)
    .map(({ date, root, announcedAt }) => ({
      kind: 'day',
      date,
      root: root.toString('hex'),
      announcedAtMs: announcedAt.getTime(),
    }))
}

async function listWindows({ db, market }: AppContext, { starts }: MarketRecord): Promise<LogEntry[]> {
  const last = await findLastSubject(db, 'seed')
  const beganMs = getWindowStart(Math.min(...starts.map(({ atMs }) => atMs)))
  const firstMs = last === null ? beganMs : Date.parse(last) + windowMs
  const entries: LogEntry[] = []
  for (let index = 0; index < maxWindows; index += 1) {
    const startMs = firstMs + index * windowMs
    const window = await market.findPublishedWindow(startMs)
    if (window === null) break
    entries.push(...toEntries(startMs, window))
  }
  return entries
}

function toEntries(startMs: number, { seed, rounds, states }: PublishedWindow): LogEntry[] {
  const { windowStartMs, seed: text, path } = seed
  const pairs = states.map(({ symbol, state }) => [symbol, [state.startPoints, state.sum]] as const)
  return [
    { kind: 'rounds', windowStartMs, ranges: listRoundRanges(rounds), hash: hashRounds(rounds) },
    ...(pairs.length === 0 ? [] : [{ kind: 'states', atMs: startMs, states: Object.fromEntries(pairs) } as const]),
    { kind: 'seed', windowStartMs, seed: text, path },
  ]
}
