import { hexToBytes } from '@noble/hashes/utils.js'

import { computeChainHash } from '../trading/beacon/beacon-chain.ts'
import { type BeaconRound, verifyRounds } from '../trading/beacon/beacon-round.ts'
import { findSymbol } from '../trading/symbols.ts'
import type { WalkState } from '../trading/walk/price-walk.ts'
import { getWindowIndex, isCommitted, windowMs } from '../trading/walk/seed-tree.ts'
import { findPriceProblem, type KnownFacts, type PriceProof } from '../trading/walk/verify-prices.ts'
import { walkVersion } from '../trading/walk/epoch.ts'
import { getLogSubject, hashRounds, listRoundRanges, type LogEntry, type LogEntryKind } from './log-entry.ts'

/** `subject` is that of the entry with the problem. */
export type LogProblem = {
  readonly problem:
    | 'logged_twice'
    | 'out_of_order'
    | 'beacon_differs'
    | 'root_missing'
    | 'root_after_seed'
    | 'seed_not_committed'
    | 'seed_missing'
    | 'window_missing'
    | 'rounds_differ'
    | 'round_not_signed'
    | 'state_missing'
    | 'state_differs'
    | 'audit_shrinks'
  readonly subject: string
}

/** Number of checks that were made, and the problems that they found. */
export type LogReport = { readonly checks: number; readonly problems: readonly LogProblem[] }

type Of<Kind extends LogEntryKind> = Extract<LogEntry, { readonly kind: Kind }>

/** Facts of the log about simulated prices. */
export type LogFacts = {
  readonly entries: readonly LogEntry[]
  readonly beacon: Of<'beacon'> | null
  readonly days: ReadonlyMap<string, Of<'day'>>
  readonly seeds: ReadonlyMap<number, Of<'seed'>>
  readonly rounds: ReadonlyMap<number, Of<'rounds'>>
  readonly states: ReadonlyMap<number, Of<'states'>>
  readonly starts: ReadonlyMap<string, Of<'start'>>
  readonly gaps: readonly Of<'gap'>[]
}

/**
 * Collects the facts of a log.
 * @param entries in the order of the log
 */
export function readLogFacts(entries: readonly LogEntry[]): LogFacts {
  const list = <Kind extends LogEntryKind>(kind: Kind) =>
    entries.filter((entry): entry is Of<Kind> => entry.kind === kind)
  return {
    entries,
    beacon: list('beacon')[0] ?? null,
    days: new Map(list('day').map((entry) => [entry.date, entry])),
    seeds: new Map(list('seed').map((entry) => [entry.windowStartMs, entry])),
    rounds: new Map(list('rounds').map((entry) => [entry.windowStartMs, entry])),
    states: new Map(list('states').map((entry) => [entry.atMs, entry])),
    starts: new Map(list('start').map((entry) => [entry.symbol, entry])),
    gaps: list('gap'),
  }
}

/** Checks what needs nothing but the log: commitments, the seeds that belong to them, and their order. */
export function checkEntries(facts: LogFacts): LogReport {
  const { entries, beacon, days, seeds } = facts
  const problems: LogProblem[] = []
  let checks = 0
  const check = (isRight: boolean, problem: LogProblem['problem'], subject: string) => {
    checks += 1
    if (!isRight) problems.push({ problem, subject })
  }
  const places = new Map<string, number>()
  for (const [place, entry] of entries.entries()) {
    const key = `${entry.kind} ${getLogSubject(entry)}`
    check(!places.has(key), 'logged_twice', key)
    places.set(key, place)
  }
  if (beacon !== null) check(computeChainHash(beacon) === beacon.hash, 'beacon_differs', beacon.hash)
  for (const [startMs, { seed, path }] of seeds) {
    const subject = toIso(startMs)
    const day = days.get(toDate(startMs))
    check(day !== undefined, 'root_missing', subject)
    if (day === undefined) continue
    const place = { index: getWindowIndex(startMs), seed: hexToBytes(seed), path: path.map(hexToBytes) }
    check(isCommitted({ root: hexToBytes(day.root), ...place }), 'seed_not_committed', subject)
    check(getPlace(places, day) < getPlace(places, facts.seeds.get(startMs)), 'root_after_seed', subject)
  }
  // Times must follow the order of the log, so that nothing is added to the past.
  const latest = new Map<string, number>()
  for (const entry of entries) {
    const atMs = getTimeInOrder(entry)
    if (atMs === null) continue
    check(atMs > (latest.get(entry.kind) ?? -1), 'out_of_order', `${entry.kind} ${getLogSubject(entry)}`)
    latest.set(entry.kind, atMs)
  }
  let sealed = 0
  for (const entry of entries) {
    if (entry.kind !== 'audit') continue
    check(entry.number > sealed, 'audit_shrinks', getLogSubject(entry))
    sealed = entry.number
  }
  const times = [...seeds.keys()].toSorted((a, b) => a - b)
  for (const [index, startMs] of times.entries())
    check(index === 0 || startMs - (times[index - 1] ?? 0) === windowMs, 'seed_missing', toIso(startMs - windowMs))
  return { checks, problems }
}

/** Returns the time of an entry. Null: entries of this kind have no order of times. */
function getTimeInOrder(entry: LogEntry): number | null {
  switch (entry.kind) {
    case 'rounds':
    case 'seed':
      return entry.windowStartMs
    case 'states':
    case 'audit':
      return entry.atMs
    case 'quotes':
      return entry.minuteMs
    case 'totals':
    case 'voids':
      return Date.parse(entry.date)
    case 'beacon':
    case 'day':
    case 'gap':
    case 'start':
      return null
  }
}

function getPlace(places: ReadonlyMap<string, number>, entry: LogEntry | undefined): number {
  return (entry && places.get(`${entry.kind} ${getLogSubject(entry)}`)) ?? Infinity
}

/** Lists days whose root was not logged before they began: by the time in the log, or because prices of the day were logged before it. */
export function listLateDays({ entries, days }: LogFacts): string[] {
  const roots = new Set<string>()
  const late = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'day') roots.add(entry.date)
    if (entry.kind === 'rounds' || entry.kind === 'seed') {
      const date = toDate(entry.windowStartMs)
      if (!roots.has(date)) late.add(date)
    }
  }
  for (const { date, announcedAtMs } of days.values()) if (announcedAtMs >= Date.parse(date)) late.add(date)
  return [...late].toSorted()
}

/** Lists the rounds of the beacon that the log names for five minutes, in order. */
export function listRoundNumbers(facts: LogFacts, windowStartMs: number): number[] {
  const ranges = facts.rounds.get(windowStartMs)?.ranges ?? []
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

/** Lists the starts of five minutes whose walk can be checked, oldest first: the log has their seed and rounds, and the walk after them. */
export function listCheckableWindows({ seeds, rounds, states }: LogFacts): number[] {
  return [...seeds.keys()]
    .filter((startMs) => rounds.has(startMs) && states.has(startMs + windowMs))
    .toSorted((a, b) => a - b)
}

/**
 * Checks that the walk of all symbols in five minutes follows from their seed and from rounds that the beacon has signed.
 * @param rounds the rounds that the log names, as the beacon has published them
 */
export function checkWindow(facts: LogFacts, windowStartMs: number, rounds: readonly BeaconRound[]): LogReport {
  const { beacon, seeds, states } = facts
  const subject = toIso(windowStartMs)
  const seed = seeds.get(windowStartMs)
  const logged = facts.rounds.get(windowStartMs)
  const after = states.get(windowStartMs + windowMs)
  if (beacon === null || seed === undefined || logged === undefined || after === undefined)
    return { checks: 1, problems: [{ problem: 'window_missing', subject }] }
  const areLogged =
    hashRounds(rounds) === logged.hash && JSON.stringify(listRoundRanges(rounds)) === JSON.stringify(logged.ranges)
  const problems: LogProblem[] = []
  if (!areLogged) problems.push({ problem: 'rounds_differ', subject })
  if (!verifyRounds(beacon, rounds)) problems.push({ problem: 'round_not_signed', subject })
  let checks = 2
  for (const [symbol, pair] of Object.entries(after.states)) {
    const known = findSymbol(symbol)
    if (known === undefined || pair === undefined) continue
    checks += 1
    const from = findStateAt(facts, symbol, windowStartMs)
    const to = toState(windowStartMs + windowMs, pair)
    if (from === null) {
      problems.push({ problem: 'state_missing', subject: `${symbol} ${subject}` })
      continue
    }
    const proof: PriceProof = { version: walkVersion, from, seeds: [seed], rounds, prices: [], to }
    const problem = findPriceProblem(proof, toKnownFacts(facts, known, beacon), () => true)
    if (problem !== null) problems.push({ problem: 'state_differs', subject: `${symbol} ${subject}` })
  }
  return { checks, problems }
}

/** Finds the walk of a symbol at the start of five minutes. Null: the log does not have it. */
export function findStateAt({ states, starts }: LogFacts, symbol: string, atMs: number): WalkState | null {
  const pair = states.get(atMs)?.states[symbol]
  if (pair !== undefined) return toState(atMs, pair)
  const start = starts.get(symbol)
  return start !== undefined && atMs <= start.atMs ? { epochStartMs: atMs, startPoints: start.points, sum: 0 } : null
}

function toState(epochStartMs: number, [startPoints, sum]: readonly [number, number]): WalkState {
  return { epochStartMs, startPoints, sum }
}

export function toKnownFacts(
  { days, starts, gaps }: LogFacts,
  symbol: KnownFacts['symbol'],
  chain: KnownFacts['chain'],
): KnownFacts {
  const startMs = starts.get(symbol.name)?.atMs ?? 0
  return { symbol, chain, gaps: [{ fromMs: 0, toMs: startMs }, ...gaps], findRoot: (date) => days.get(date)?.root }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

function toDate(ms: number): string {
  return toIso(ms).slice(0, 10)
}
