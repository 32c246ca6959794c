import { hexToBytes } from '@noble/hashes/utils.js'

import { type BeaconChain } from '../trading/beacon/beacon-chain.ts'
import { type BeaconRound, verifyRounds } from '../trading/beacon/beacon-round.ts'
import { type AuditFile, checkAuditFile } from './check-audit.ts'
import {
  checkEntries,
  checkWindow,
  listCheckableWindows,
  listLateDays,
  listRoundNumbers,
  type LogFacts,
  readLogFacts,
} from './check-log.ts'
import { findWrongTradeChecks, isLevelLogged, listRoundsBefore, tradeChecks, type TradeFile } from './check-trade.ts'
import type { Checkpoint } from './checkpoint.ts'
import { findCosignedTime } from './cosignature.ts'
import { hashTotals, type LogEntry, parseLogEntry } from './log-entry.ts'
import { areEqual, computeTreeRoot, createSubtreeReader, hashLeaf } from './merkle-tree.ts'
import { fetchCheckpoint, fetchEntries, fetchTile, type FetchFile, listTiles, mapInTurns } from './read-log.ts'
import type { VerifierKey } from './signed-note.ts'
import { tileWidth } from './tiles.ts'

export type VerifyLogInput = {
  readonly key: VerifierKey
  readonly witnessKeys: readonly VerifierKey[]
  /** State of the log when it was verified the last time. Null: it never was. */
  readonly kept: Checkpoint | null
  readonly fetchFile: FetchFile
  /** Fetches a round of the beacon from a relay. Null: no relay is known. */
  readonly fetchRound: ((chain: BeaconChain, round: number) => Promise<BeaconRound | null>) | null
  /** Prices are computed again for this many of the latest five minutes. */
  readonly windows: number
  readonly trade: TradeFile | null
  /** Totals of a day that the operator has opened. */
  readonly totals: TotalsFile | null
  /** A part of the audit trail that the operator has opened. */
  readonly audit: AuditFile | null
}

/** `salt` is in hex. */
export type TotalsFile = { readonly date: string; readonly salt: string; readonly totals: string }

/** `subject` is what it is about, e.g. the start of five minutes. */
export type Finding = { readonly what: string; readonly subject: string }

export type LogVerification = {
  readonly checks: number
  readonly failed: readonly Finding[]
  /** What was not checked, or is worth knowing. */
  readonly notes: readonly Finding[]
  /** Null: there is none that can be trusted. `text` is the signed note. */
  readonly checkpoint: (Checkpoint & { readonly text: string }) | null
}

/** Limit of entries. A log of this product grows by about 320,000 a year. */
const maxEntries = 20_000_000

/** Checks everything of a log that can be checked from outside. Throws if the log or a relay cannot be reached. */
export async function verifyLog(input: VerifyLogInput): Promise<LogVerification> {
  const { key, witnessKeys, kept, fetchFile } = input
  const failed: Finding[] = []
  const notes: Finding[] = []
  let checks = 0
  const check = (isRight: boolean, what: string, subject = '') => {
    checks += 1
    if (!isRight) failed.push({ what, subject })
    return isRight
  }
  const opened = await fetchCheckpoint(fetchFile, key)
  if (!check(opened !== null, 'checkpoint_not_signed', key.name) || opened === null)
    return { checks, failed, notes, checkpoint: null }
  const { checkpoint, note, text } = opened
  const { size, root } = checkpoint
  if (!check(size <= maxEntries, 'too_large', String(size))) return { checks, failed, notes, checkpoint: null }
  const cosigned = witnessKeys.filter((witness) => findCosignedTime(note, witness) !== null)
  notes.push(...cosigned.map(({ name }) => ({ what: 'cosigned', subject: name })))
  if (cosigned.length === 0) notes.push({ what: 'no_witness', subject: '' })

  const bytes = await fetchEntries(fetchFile, size)
  if (!check(bytes !== null, 'entries_missing') || bytes === null) return { checks, failed, notes, checkpoint: null }
  const leaves = bytes.map(hashLeaf)
  const read = createSubtreeReader(leaves)
  check(areEqual(computeTreeRoot(read, size), root), 'root_differs', String(size))
  await checkTiles()
  if (kept === null) notes.push({ what: 'first_run', subject: '' })
  else
    check(
      kept.origin === checkpoint.origin && kept.size <= size && areEqual(computeTreeRoot(read, kept.size), kept.root),
      'history_differs',
      String(kept.size),
    )

  const entries = readEntries()
  const facts = readLogFacts(entries)
  const report = checkEntries(facts)
  checks += report.checks
  failed.push(...report.problems.map(({ problem, subject }) => ({ what: problem, subject })))
  notes.push(...listLateDays(facts).map((date) => ({ what: 'late_day', subject: date })))
  await checkWindows(facts)
  if (input.trade !== null) await checkTrade(facts, input.trade)
  if (input.audit !== null) checkAudit(entries, input.audit)
  if (input.totals !== null) check(areTotalsLogged(entries, input.totals), 'totals_differ', input.totals.date)
  return { checks, failed, notes, checkpoint: { ...checkpoint, text } }

  /** Checks the tiles, because browsers read those instead of all entries. */
  async function checkTiles(): Promise<void> {
    for (let level = 0; tileWidth ** level <= size; level += 1) {
      await mapInTurns(listTiles(size, level), async (tile) => {
        const found = await fetchTile(fetchFile, tile)
        const isRight = found !== null && hasHashes(found, level, tile.index * tileWidth)
        check(isRight, 'tile_differs', `${level}/${tile.index}`)
      })
    }
  }

  function hasHashes(tile: Uint8Array, level: number, first: number): boolean {
    for (let place = 0; place * 32 < tile.length; place += 1)
      if (!areEqual(tile.subarray(place * 32, place * 32 + 32), read(level * 8, first + place))) return false
    return true
  }

  function readEntries(): LogEntry[] {
    const known: LogEntry[] = []
    let unknown = 0
    for (const [index, each] of (bytes ?? []).entries()) {
      const entry = parseLogEntry(each)
      if (entry === 'unknown') unknown += 1
      else if (check(entry !== 'malformed', 'entry_malformed', String(index)) && entry !== 'malformed')
        known.push(entry)
    }
    if (unknown > 0) notes.push({ what: 'unknown_kinds', subject: String(unknown) })
    return known
  }

  async function checkWindows(known: LogFacts): Promise<void> {
    const windows = listCheckableWindows(known)
    const chosen = windows.slice(Math.max(0, windows.length - input.windows))
    const { fetchRound } = input
    if (known.beacon === null) return
    if (fetchRound === null) {
      notes.push({ what: 'walk_not_checked', subject: '' })
      return
    }
    for (const startMs of chosen) {
      const rounds = await fetchRounds(known.beacon, listRoundNumbers(known, startMs), fetchRound)
      const walked = checkWindow(known, startMs, rounds)
      checks += walked.checks
      failed.push(...walked.problems.map(({ problem, subject }) => ({ what: problem, subject })))
    }
    if (chosen.length < windows.length)
      notes.push({ what: 'windows_not_checked', subject: String(windows.length - chosen.length) })
  }

  function checkAudit(known: readonly LogEntry[], file: AuditFile): void {
    const report = checkAuditFile(known, file)
    checks += report.checks
    failed.push(
      ...report.problems.map(({ problem, number }) => ({ what: `audit_${problem}`, subject: String(number) })),
    )
    const lastInFile = file.seals.at(-1)?.number ?? 0
    if (report.lastLogged > lastInFile)
      notes.push({ what: 'audit_ends', subject: `${lastInFile} of ${report.lastLogged}` })
    else if (report.unlogged > 0) notes.push({ what: 'audit_not_logged', subject: String(report.unlogged) })
  }

  async function checkTrade(known: LogFacts, file: TradeFile): Promise<void> {
    const wrong = findWrongTradeChecks(known, file)
    for (const name of tradeChecks) check(!wrong.includes(name), `trade_${name}`)
    const { fetchRound } = input
    if (known.beacon === null || fetchRound === null || wrong.includes('proof')) {
      notes.push({ what: 'level_not_checked', subject: '' })
      return
    }
    const rounds = await fetchRounds(known.beacon, listRoundsBefore(known, file), fetchRound)
    check(verifyRounds(known.beacon, rounds) && isLevelLogged(known, file, rounds), 'trade_level')
  }
}

function areTotalsLogged(entries: readonly LogEntry[], { date, salt, totals }: TotalsFile): boolean {
  const logged = entries.find((entry) => entry.kind === 'totals' && entry.date === date)
  return (
    logged?.kind === 'totals' && /^[0-9a-f]{64}$/.test(salt) && hashTotals(hexToBytes(salt), totals) === logged.hash
  )
}

async function fetchRounds(
  chain: BeaconChain,
  numbers: readonly number[],
  fetchRound: NonNullable<VerifyLogInput['fetchRound']>,
): Promise<BeaconRound[]> {
  const found = await mapInTurns(numbers, (round) => fetchRound(chain, round))
  return found.filter((round) => round !== null)
}
