import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { utf8 } from '@scure/base'

import type { BeaconChain } from '../trading/beacon/beacon-chain.ts'
import type { BeaconRound } from '../trading/beacon/beacon-round.ts'
import type { PublishedSeed } from '../trading/walk/verify-prices.ts'
import { computeTreeRoot, createSubtreeReader, hashLeaf } from './merkle-tree.ts'

/** An entry of the public log, one JSON text. Times are in ms since 1970, bytes in hex. No entry is about a person. */
export type LogEntry =
  /** The beacon that simulated prices follow from. */
  | ({ readonly kind: 'beacon' } & BeaconChain)
  /** First price of a symbol, in points. */
  | { readonly kind: 'start'; readonly symbol: string; readonly atMs: number; readonly points: number }
  /** Commitment to the seeds of a day (YYYY-MM-DD). */
  | { readonly kind: 'day'; readonly date: string; readonly root: string; readonly announcedAtMs: number }
  /** Time in which simulated prices do not move. */
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number }
  /** Hash of the beacon's rounds for five minutes, and the ranges of their numbers. Both ends belong to a range. */
  | {
      readonly kind: 'rounds'
      readonly windowStartMs: number
      readonly ranges: readonly RoundRange[]
      readonly hash: string
    }
  /** The walk at the start of five minutes: price at the start of the day in points, and sum of the deviates, by symbol. */
  | { readonly kind: 'states'; readonly atMs: number; readonly states: Readonly<Partial<Record<string, StatePair>>> }
  | ({ readonly kind: 'seed' } & PublishedSeed)
  /** Root of the tree over the recorded prices of a minute of a real market. */
  | { readonly kind: 'quotes'; readonly minuteMs: number; readonly count: number; readonly root: string }
  /** Hash of the totals of a day, which the operator can open. */
  | { readonly kind: 'totals'; readonly date: string; readonly hash: string }
  /** How many trades operators have voided on a day, after these had ended. */
  | { readonly kind: 'voids'; readonly date: string; readonly count: number }
  /** The last seal of the audit trail at some time after `atMs`: its number, and its hash, which depends on all seals before it. */
  | { readonly kind: 'audit'; readonly atMs: number; readonly number: number; readonly hash: string }

export type LogEntryKind = LogEntry['kind']
export type RoundRange = readonly [first: number, last: number]
export type StatePair = readonly [startPoints: number, sum: number]

export function formatLogEntry(entry: LogEntry): string {
  return JSON.stringify(entry)
}

/** Returns what the entry is about. There is one entry of each kind about it. */
export function getLogSubject(entry: LogEntry): string {
  switch (entry.kind) {
    case 'beacon':
      return 'beacon'
    case 'start':
      return entry.symbol
    case 'day':
    case 'totals':
    case 'voids':
      return entry.date
    case 'gap':
      return toIso(entry.fromMs)
    case 'rounds':
    case 'seed':
      return toIso(entry.windowStartMs)
    case 'states':
    case 'audit':
      return toIso(entry.atMs)
    case 'quotes':
      return toIso(entry.minuteMs)
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

const lastDateMs = 253_402_300_800_000
const maxPath = 64

type Json = Readonly<Record<string, unknown>>

const isHex = (bytes: number) => (value: unknown) =>
  typeof value === 'string' && value.length === bytes * 2 && /^[0-9a-f]*$/.test(value)
const isHash = isHex(32)
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isTime = (value: unknown) => isCount(value) && Number(value) < lastDateMs
const isText = (value: unknown) => typeof value === 'string' && value.length <= 100
const isSymbol = (value: unknown) => typeof value === 'string' && /^[A-Z0-9]{3,12}$/.test(value)
const isDate = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
const isList = (isItem: (item: unknown) => boolean, maxLength: number) => (value: unknown) =>
  Array.isArray(value) && value.length <= maxLength && value.every(isItem)
const isPair = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)
const isRange = (value: unknown) =>
  isPair(value) && isCount((value as RoundRange)[0]) && (value as RoundRange)[0] <= (value as RoundRange)[1]
const isStates = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(([symbol, pair]) => isSymbol(symbol) && isPair(pair))

const fieldsOfKinds: Readonly<Record<LogEntryKind, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  beacon: { hash: isHash, publicKey: isHex(96), genesisSeconds: isCount, groupHash: isHash, beaconId: isText },
  start: { symbol: isSymbol, atMs: isTime, points: isCount },
  day: { date: isDate, root: isHash, announcedAtMs: isTime },
  gap: { fromMs: isTime, toMs: isTime },
  rounds: { windowStartMs: isTime, ranges: isList(isRange, 1000), hash: isHash },
  states: { atMs: isTime, states: isStates },
  seed: { windowStartMs: isTime, seed: isHash, path: isList(isHash, maxPath) },
  quotes: { minuteMs: isTime, count: isCount, root: isHash },
  totals: { date: isDate, hash: isHash },
  voids: { date: isDate, count: isCount },
  audit: { atMs: isTime, number: isCount, hash: isHash },
}

/** Reads an entry. `unknown`: its kind is from a later version. `malformed`: it cannot be read. */
export function parseLogEntry(bytes: Uint8Array): LogEntry | 'unknown' | 'malformed' {
  const json = readJson(bytes)
  const kind = json?.['kind']
  if (json === null || typeof kind !== 'string') return 'malformed'
  if (!Object.hasOwn(fieldsOfKinds, kind)) return 'unknown'
  const fields = Object.entries(fieldsOfKinds[kind as LogEntryKind])
  // All fields of the kind are checked.
  return fields.every(([name, isRight]) => isRight(json[name])) ? (json as LogEntry) : 'malformed'
}

function readJson(bytes: Uint8Array): Json | null {
  try {
    const json: unknown = JSON.parse(utf8.encode(bytes))
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : null
  } catch {
    return null
  }
}

/**
 * Lists the ranges of consecutive rounds.
 * @param rounds in order
 */
export function listRoundRanges(rounds: readonly BeaconRound[]): RoundRange[] {
  const ranges: [number, number][] = []
  for (const { round } of rounds) {
    const last = ranges.at(-1)
    if (last?.[1] === round - 1) last[1] = round
    else ranges.push([round, round])
  }
  return ranges
}

/**
 * Returns SHA-256 over the number of each round in eight bytes, big-endian, followed by its signature.
 * @param rounds in order
 */
export function hashRounds(rounds: readonly BeaconRound[]): string {
  const hash = sha256.create()
  const number = new DataView(new ArrayBuffer(8))
  for (const { round, signature } of rounds) {
    number.setBigUint64(0, BigInt(round))
    hash.update(new Uint8Array(number.buffer)).update(hexToBytes(signature))
  }
  return bytesToHex(hash.digest())
}

/**
 * Returns the root of the tree over lines such as `BTCUSD 1763829000000 6725010 6725020`, with all trades.
 * @param quotes by time, then by symbol
 */
export function computeQuotesRoot(
  quotes: readonly { readonly symbol: string; readonly atMs: number; readonly trades: readonly number[] }[],
): string {
  const leaves = quotes.map(({ symbol, atMs, trades }) => hashLeaf(utf8ToBytes([symbol, atMs, ...trades].join(' '))))
  return bytesToHex(computeTreeRoot(createSubtreeReader(leaves), leaves.length))
}

/** Returns SHA-256 over the salt and the text of the totals. */
export function hashTotals(salt: Uint8Array, totals: string): string {
  return bytesToHex(sha256.create().update(salt).update(utf8ToBytes(totals)).digest())
}
