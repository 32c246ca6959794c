import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'

import type { BeaconRound } from '../trading/beacon/beacon-round.ts'
import { hashSeal } from './check-audit.ts'
import {
  computeQuotesRoot,
  getLogSubject,
  hashTotals,
  type LogEntry,
  listRoundRanges,
  parseLogEntry,
} from './log-entry.ts'
import { createMemoryLog } from './memory-log.ts'
import { buildMarketEntries, getTestRound } from './memory-market.ts'
import { type FetchFile, isContinuation } from './read-log.ts'
import { verifyLog, type VerifyLogInput } from './verify-log.ts'

const startMs = Date.parse('2026-11-26T10:00:00Z')
const entries = buildMarketEntries(startMs, 3)
const log = createMemoryLog(entries)
const fetchRound = async (_chain: unknown, round: number): Promise<BeaconRound | null> => getTestRound(round)

const verify = (change: Partial<VerifyLogInput> = {}, changed: readonly (LogEntry | string)[] = entries) =>
  verifyLog({
    key: log.key,
    witnessKeys: [],
    kept: null,
    windows: 1,
    trade: null,
    totals: null,
    audit: null,
    fetchRound: null,
    fetchFile: createMemoryLog(changed).fetchFile,
    ...change,
  })
const listFailed = async (change: Partial<VerifyLogInput> = {}, changed?: readonly (LogEntry | string)[]) =>
  (await verify(change, changed)).failed.map(({ what }) => what)
const replace = <Kind extends LogEntry['kind']>(
  kind: Kind,
  change: (entry: Extract<LogEntry, { kind: Kind }>) => LogEntry,
) => entries.map((entry) => (entry.kind === kind ? change(entry as Extract<LogEntry, { kind: Kind }>) : entry))
const replaceBytes =
  (from: FetchFile, changedPath: RegExp): FetchFile =>
  async (path, maxBytes) => {
    const bytes = await from(path, maxBytes)
    return bytes && changedPath.test(path) ? bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte)) : bytes
  }

test('a true log is verified, and what was not checked is said', async () => {
  const { checks, failed, notes, checkpoint } = await verify({ windows: 2, fetchRound })
  expect(failed).toEqual([])
  expect(checks).toBeGreaterThan(entries.length)
  expect(notes.map(({ what }) => what)).toEqual(['no_witness', 'first_run'])
  expect(checkpoint).toMatchObject({ size: entries.length, text: log.note })
  const without = await verify({ kept: log.checkpoint })
  expect(without.failed).toEqual([])
  expect(without.notes.map(({ what }) => what)).toEqual(['no_witness', 'walk_not_checked'])
  expect((await verify({ fetchRound })).notes).toContainEqual({ what: 'windows_not_checked', subject: '1' })
})

test('a log that has grown continues the one before', async () => {
  const before = createMemoryLog(entries.slice(0, -2))
  expect(await listFailed({ kept: before.checkpoint })).toEqual([])
  expect(await isContinuation(log.fetchFile, before.checkpoint, log.checkpoint)).toBe(true)
  expect(await isContinuation(log.fetchFile, log.checkpoint, log.checkpoint)).toBe(true)
})

const createMinute = (minute: number): LogEntry => ({
  ...({ kind: 'quotes', minuteMs: minute * 60_000, count: 0, root: '00'.repeat(32) } as const),
})
const other = { kind: 'totals', date: '2026-11-25', hash: 'ab'.repeat(32) } as const
test.each<[string, LogEntry[]]>([
  ['a changed entry', entries.with(3, { ...other })],
  ['a removed entry', entries.toSpliced(3, 1)],
  ['an exchanged entry', entries.with(1, entries[2] ?? other).with(2, entries[1] ?? other)],
  ['fewer entries', entries.slice(0, -1)],
])('%s in another history is found by who has seen the one before', async (_what, changed) => {
  const fork = createMemoryLog([...changed, other])
  const kept = log.checkpoint
  expect(await listFailed({ kept }, [...changed, other])).toContain('history_differs')
  expect(await isContinuation(fork.fetchFile, kept, fork.checkpoint)).toBe(false)
})

describe('the audit trail', () => {
  const texts = ['1\nfirst', '2\nsecond', '3\nthird']
  const hashes = texts.reduce<Uint8Array[]>(
    (all, text) => [...all, hashSeal(all.at(-1) ?? new Uint8Array(32), text)],
    [],
  )
  const seals = texts.map((text, index) => ({
    number: index + 1,
    text,
    hash: bytesToHex(hashes[index] ?? new Uint8Array()),
  }))
  const audit = { previous: '00'.repeat(32), seals }
  const buildHead = (number: number, atMs: number): LogEntry => ({
    ...({ kind: 'audit', atMs, number, hash: seals[number - 1]?.hash ?? '' } as const),
  })
  const withHeads = [...entries, buildHead(1, startMs), buildHead(2, startMs + 300_000)]

  test('a part of it is checked with the heads in the log', async () => {
    const { failed, notes } = await verify({ audit }, withHeads)
    expect(failed).toEqual([])
    expect(notes).toContainEqual({ what: 'audit_not_logged', subject: '1' })
    const shortened = { ...audit, seals: seals.slice(0, 1) }
    expect((await verify({ audit: shortened }, withHeads)).notes).toContainEqual({
      what: 'audit_ends',
      subject: '1 of 2',
    })
    const changed = { ...audit, seals: seals.map((seal) => ({ ...seal, text: seal.text.replace('second', 'other') })) }
    expect(await listFailed({ audit: changed }, withHeads)).toEqual(['audit_seal_differs', 'audit_seal_differs'])
    const other = { ...audit, seals: seals.with(1, { ...seals[1], hash: 'ab'.repeat(32) } as never) }
    expect(await listFailed({ audit: other }, withHeads)).toContain('audit_head_differs')
  })

  test('a head that is not after the one before is found', async () => {
    const shrunk = [...entries, buildHead(2, startMs), buildHead(2, startMs + 300_000)]
    expect(await listFailed({}, shrunk)).toEqual(['audit_shrinks'])
    expect(await listFailed({}, [...entries, buildHead(1, startMs + 300_000), buildHead(2, startMs)])).toEqual([
      'out_of_order',
    ])
  })
})

test('a smaller log than before is found', async () => {
  const fork = createMemoryLog(entries.slice(0, 5))
  expect(await listFailed({ kept: log.checkpoint }, entries.slice(0, 5))).toContain('history_differs')
  expect(await isContinuation(fork.fetchFile, log.checkpoint, fork.checkpoint)).toBe(false)
  const renamed = { ...log.checkpoint, origin: 'other.example/log' }
  expect(await isContinuation(log.fetchFile, renamed, log.checkpoint)).toBe(false)
})

test.each<[string, RegExp, string[]]>([
  ['an entry', /^tile\/entries/, ['root_differs', 'tile_differs', 'beacon_differs']],
  ['a hash', /^tile\/0/, ['tile_differs']],
  ['the checkpoint', /^checkpoint/, ['checkpoint_not_signed']],
])('%s that is served with a changed bit is found', async (_what, path, failed) => {
  expect(await listFailed({ fetchFile: replaceBytes(log.fetchFile, path) })).toEqual(expect.arrayContaining(failed))
})

test('missing files are found', async () => {
  const without =
    (path: RegExp): FetchFile =>
    async (name, max) =>
      path.test(name) ? null : log.fetchFile(name, max)
  expect(await listFailed({ fetchFile: without(/entries/) })).toEqual(['entries_missing'])
  expect(await listFailed({ fetchFile: without(/checkpoint/) })).toEqual(['checkpoint_not_signed'])
  expect(await listFailed({ fetchFile: without(/tile\/0/) })).toEqual(['tile_differs'])
  expect(await isContinuation(without(/tile/), createMemoryLog(entries.slice(0, 3)).checkpoint, log.checkpoint)).toBe(
    false,
  )
})

test.each<[string, readonly (LogEntry | string)[], string[]]>([
  ['another root', replace('day', (entry) => ({ ...entry, root: '00'.repeat(32) })), ['seed_not_committed']],
  ['no root', entries.filter(({ kind }) => kind !== 'day'), ['root_missing']],
  [
    'a root after the seeds',
    [...entries.filter(({ kind }) => kind !== 'day'), ...entries.filter(({ kind }) => kind === 'day')],
    ['root_after_seed'],
  ],
  [
    'another seed',
    replace('seed', (entry) => ({ ...entry, seed: '11'.repeat(32) })),
    ['seed_not_committed', 'state_differs'],
  ],
  [
    'a seed less',
    entries.filter((entry) => entry.kind !== 'seed' || entry.windowStartMs !== startMs + 300_000),
    ['seed_missing'],
  ],
  ['a minute that was logged later', [...entries, createMinute(5), createMinute(4)], ['out_of_order']],
  ['an entry twice', [...entries, ...entries.slice(0, 1)], ['logged_twice']],
  ['another beacon', replace('beacon', (entry) => ({ ...entry, groupHash: '00'.repeat(32) })), ['beacon_differs']],
  ['other rounds', replace('rounds', (entry) => ({ ...entry, hash: '00'.repeat(32) })), ['rounds_differ']],
  [
    'fewer rounds',
    replace('rounds', (entry) => ({ ...entry, ranges: entry.ranges.map(([from, to]) => [from, to - 1]) })),
    ['rounds_differ'],
  ],
  [
    'another state',
    replace('states', (entry) => ({ ...entry, states: { BTCUSD: [5_000_000, 12_345] } })),
    ['state_differs'],
  ],
  ['an entry that is no JSON', [...entries, '{"kind":'], ['entry_malformed']],
  [
    'an entry with a wrong value',
    [...entries, '{"kind":"seed","windowStartMs":-1,"seed":"","path":[]}'],
    ['entry_malformed'],
  ],
])('%s is found', async (_what, changed, failed) => {
  const isWalked = failed.some((what) => /^round|^state/.test(what))
  const found = new Set(await listFailed({ fetchRound: isWalked ? fetchRound : null }, changed))
  for (const each of failed) expect(found).toContain(each)
})

test('rounds that the beacon has not signed are found', async () => {
  const wrong = async (_chain: unknown, round: number) => ({ round, signature: getTestRound(round + 1).signature })
  expect(await listFailed({ fetchRound: wrong })).toEqual(['rounds_differ', 'round_not_signed', 'state_differs'])
  expect(await listFailed({ fetchRound: async () => null })).toContain('rounds_differ')
})

test('a day whose root came late is listed, and is no fault', async () => {
  const late = replace('day', (entry) => ({ ...entry, announcedAtMs: startMs }))
  expect((await verify({}, late)).notes).toContainEqual({ what: 'late_day', subject: '2026-11-26' })
  expect(await listFailed({}, late)).toEqual([])
})

test('entries of kinds of later versions are counted', async () => {
  const { failed, notes } = await verify({}, [...entries, '{"kind":"solvency"}'])
  expect(failed).toEqual([])
  expect(notes).toContainEqual({ what: 'unknown_kinds', subject: '1' })
})

test('the log of another key is not taken for this one', async () => {
  const key = { ...log.key, publicKey: log.key.publicKey.with(0, 1) }
  expect(await listFailed({ key })).toEqual(['checkpoint_not_signed'])
})

test('each entry is read as it was written', () => {
  const more: LogEntry[] = [
    { kind: 'gap', fromMs: startMs, toMs: startMs + 600_000 },
    { kind: 'quotes', minuteMs: startMs, count: 0, root: computeQuotesRoot([]) },
    other,
  ]
  for (const entry of [...entries, ...more]) expect(parseLogEntry(utf8ToBytes(JSON.stringify(entry)))).toEqual(entry)
  expect(new Set([...entries, ...more].map((entry) => `${entry.kind} ${getLogSubject(entry)}`)).size).toBe(
    entries.length + more.length,
  )
})

test('prices and totals have other hashes when they change', () => {
  const quote = { symbol: 'BTCUSD', atMs: startMs, trades: [5] }
  const others = [
    { symbol: 'EURUSD' },
    { atMs: startMs + 1 },
    ...[[6], [5, 6], [6, 5], [56]].map((trades) => ({ trades })),
  ]
  const roots = [quote, ...others.map((other) => ({ ...quote, ...other }))].map((each) => computeQuotesRoot([each]))
  expect(new Set(roots).size).toBe(7)
  expect(computeQuotesRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hashTotals(new Uint8Array(32), '{}')).not.toBe(hashTotals(new Uint8Array(32).fill(1), '{}'))
})

test('opened totals are those that were logged', async () => {
  const opened = { date: '2026-11-25', salt: '05'.repeat(32), totals: '{"ledger":[]}' }
  const hash = hashTotals(new Uint8Array(32).fill(5), opened.totals)
  const logged = [...entries, { ...other, hash }]
  expect(await listFailed({ totals: opened }, logged)).toEqual([])
  for (const change of [{ totals: '{}' }, { salt: '06'.repeat(32) }, { salt: 'x' }, { date: '2026-11-24' }])
    expect(await listFailed({ totals: { ...opened, ...change } }, logged)).toEqual(['totals_differ'])
})

test('ranges of rounds end where one is missing', () => {
  const rounds = [5, 6, 7, 9, 11, 12].map((round) => ({ round, signature: '' }))
  expect(listRoundRanges(rounds)).toEqual([
    [5, 7],
    [9, 9],
    [11, 12],
  ])
})
