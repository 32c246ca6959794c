import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'

import { computeRandomness } from '../beacon/beacon-round.ts'
import { createBeaconSigner } from '../beacon/beacon-signer.ts'
import { findSymbol } from '../symbols.ts'
import { computeDeviates, deriveEpochKey, deriveSymbolKey, epochMs, getEpochRound, walkVersion } from './epoch.ts'
import { isMoving, walkEpoch, type WalkState } from './price-walk.ts'
import { computePath, computeRoot, getWindowIndex, getWindowStart, windowsPerDay } from './seed-tree.ts'
import { findPriceProblem, type KnownFacts, type PriceProof, toPublishedSeed } from './verify-prices.ts'

const signer = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
const other = createBeaconSigner(new Uint8Array(32).fill(8), 1_700_000_001, 'test')
const bitcoin = findSymbol('BTCUSD')
const euro = findSymbol('EURUSD')
if (bitcoin === undefined || euro === undefined) throw new Error('no symbols')

const at = (time: string) => Date.parse(`2026-11-27T${time}Z`)
const seeds = Array.from({ length: windowsPerDay }, (_, index) => sha256(Uint8Array.of(index >> 8, index & 255)))
const root = bytesToHex(computeRoot(seeds))
const known: KnownFacts = {
  symbol: bitcoin,
  gaps: [],
  chain: signer.chain,
  findRoot: (date) => (date === '2026-11-27' ? root : undefined),
}

/** Computes all prices of some epochs as a server does, with their proof. */
function prove(facts: KnownFacts, fromMs: number, epochs: number): PriceProof {
  const from: WalkState = { epochStartMs: fromMs, startPoints: 6_725_000, sum: 123_456_789_012 }
  const starts = Array.from({ length: epochs }, (_, epoch) => fromMs + epoch * epochMs)
  const moving = starts.filter((startMs) => isMoving(facts, startMs))
  const rounds = moving.map((startMs) => signer.signRound(getEpochRound(facts.chain, startMs)))
  const prices: { atMs: number; points: number }[] = []
  let state = from
  for (const startMs of starts) {
    const round = rounds[moving.indexOf(startMs)]
    const symbolKey = deriveSymbolKey(seeds[getWindowIndex(startMs)] ?? new Uint8Array(32), facts.symbol.name)
    const deviates =
      round === undefined ? null : computeDeviates(deriveEpochKey(symbolKey, computeRandomness(round.signature)))
    const walked = walkEpoch(facts.symbol, state, deviates)
    for (const [step, points] of walked.points.entries()) prices.push({ atMs: startMs + step * 200, points })
    state = walked.next
  }
  const windows = [...new Set(starts.map(getWindowStart))]
  return {
    version: walkVersion,
    from,
    seeds: windows.map((startMs) => {
      const index = getWindowIndex(startMs)
      return toPublishedSeed(startMs, seeds[index] ?? new Uint8Array(32), computePath(seeds, index))
    }),
    rounds,
    prices,
    to: state,
  }
}

/** This trade of 30 s uses two seeds. */
const trade = prove(known, at('10:04:48'), 11)
const [firstPrice = { atMs: 0, points: 0 }] = trade.prices
const lastPrice = trade.prices.at(-1) ?? firstPrice
const [seed = toPublishedSeed(0, new Uint8Array(32), [])] = trade.seeds
const [firstRound = { round: 0, signature: '' }, secondRound = firstRound] = trade.rounds
const problemOf = (change: Partial<PriceProof>, facts: Partial<KnownFacts> = {}) =>
  findPriceProblem({ ...trade, ...change }, { ...known, ...facts })

describe('a proof', () => {
  test('fits, with all prices and with those of entry and expiry only', () => {
    expect(trade.rounds).toHaveLength(11)
    expect(trade.seeds).toHaveLength(2)
    expect(problemOf({})).toBeNull()
    expect(problemOf({ prices: [firstPrice, lastPrice] })).toBeNull()
    expect(problemOf({ prices: [lastPrice], to: null })).toBeNull()
    expect(problemOf({ prices: [] })).toBeNull()
  })

  test('needs no round while the market is closed', () => {
    const facts = { ...known, symbol: euro }
    const proof = prove(facts, at('20:59:57'), 3)
    expect(proof.rounds).toHaveLength(1)
    expect(findPriceProblem(proof, facts)).toBeNull()
  })

  test('needs no round in a gap, and none of its prices can be used', () => {
    const facts = { ...known, gaps: [{ fromMs: at('10:04:54'), toMs: at('10:05:06') }] }
    const proof = prove(facts, at('10:04:48'), 11)
    expect(proof.rounds).toHaveLength(7)
    expect(findPriceProblem({ ...proof, prices: [firstPrice] }, facts)).toBeNull()
    const after = proof.prices.filter(({ atMs }) => atMs >= at('10:05:06'))
    expect(findPriceProblem({ ...proof, prices: after }, facts)).toBeNull()
    expect(findPriceProblem(proof, facts)).toEqual({ problem: 'in_gap', atMs: at('10:04:54') })
  })
})

describe('a proof does not fit', () => {
  test.each([0, 3, 80, 164])('if price %d is another one', (index) => {
    const prices = trade.prices.map((price, place) =>
      place === index ? { ...price, points: price.points + 1 } : price,
    )
    expect(problemOf({ prices })).toEqual({ problem: 'price_differs', atMs: prices[index]?.atMs })
  })

  test('if the walk before it is another one', () => {
    expect(problemOf({ from: { ...trade.from, sum: trade.from.sum + 1e9 } })).toMatchObject({
      problem: 'price_differs',
    })
    expect(problemOf({ from: { ...trade.from, startPoints: 6_725_001 } })).toMatchObject({ problem: 'price_differs' })
  })

  test('if it leads to another state of the walk', () => {
    const { to } = trade
    if (to === null) throw new Error('no state')
    const problem = { problem: 'state_differs', atMs: at('10:05:21') }
    expect(problemOf({ to: { ...to, sum: to.sum + 1 } })).toEqual(problem)
    expect(problemOf({ to: { ...to, startPoints: to.startPoints + 1 }, prices: [] })).toEqual(problem)
    expect(problemOf({ to: { ...to, epochStartMs: to.epochStartMs - epochMs } })).toMatchObject({
      problem: 'state_differs',
    })
    // The walk has to go on until then.
    expect(problemOf({ to: { ...to, epochStartMs: to.epochStartMs + epochMs } })).toMatchObject({
      problem: 'round_missing',
    })
  })

  test('if it is about another symbol', () => {
    expect(problemOf({}, { symbol: { ...bitcoin, name: 'ETHUSD' } })).toMatchObject({ problem: 'price_differs' })
  })

  test('if a seed is not the committed one, or at another place', () => {
    const problem = { problem: 'seed_not_committed', atMs: seed.windowStartMs }
    expect(problemOf({ seeds: [{ ...seed, seed: bytesToHex(seeds[1] ?? new Uint8Array()) }] })).toEqual(problem)
    expect(problemOf({ seeds: [{ ...seed, path: seed.path.slice(1) }] })).toEqual(problem)
    const [, next = seed] = trade.seeds
    const moved = { ...next, windowStartMs: seed.windowStartMs }
    expect(problemOf({ seeds: [moved, next] })).toEqual(problem)
  })

  test('if the day has no root, or another one', () => {
    expect(problemOf({}, { findRoot: () => undefined })).toEqual({ problem: 'root_missing', atMs: seed.windowStartMs })
    expect(problemOf({}, { findRoot: () => 'ab'.repeat(32) })).toMatchObject({ problem: 'seed_not_committed' })
  })

  test('if a seed or a round is missing', () => {
    expect(problemOf({ seeds: [seed] })).toEqual({ problem: 'seed_missing', atMs: at('10:05:00') })
    expect(problemOf({ rounds: trade.rounds.slice(1) })).toEqual({ problem: 'round_missing', atMs: at('10:04:48') })
    expect(problemOf({ rounds: trade.rounds.slice(0, -1) })).toEqual({ problem: 'round_missing', atMs: at('10:05:18') })
  })

  test('if rounds are exchanged', () => {
    const rounds = [
      { ...firstRound, signature: secondRound.signature },
      { ...secondRound, signature: firstRound.signature },
      ...trade.rounds.slice(2),
    ]
    expect(problemOf({ rounds })).toMatchObject({ problem: 'price_differs' })
  })

  test('if the beacon is another one, although prices follow from its rounds', () => {
    expect(problemOf({}, { chain: other.chain })).toEqual({ problem: 'round_not_signed', atMs: at('10:04:48') })
  })

  test('if it is of another version of the walk', () => {
    expect(problemOf({ version: 'walk-0' })).toMatchObject({ problem: 'version' })
  })

  test.each<[string, Partial<PriceProof>]>([
    ['neither a price nor a state', { prices: [], to: null }],
    ['a state that is not later', { to: trade.from }],
    ['a state between two epochs', { to: { ...trade.from, epochStartMs: at('10:05:21') + 200 } }],
    ['a price before the walk', { prices: [{ ...firstPrice, atMs: firstPrice.atMs - 200 }] }],
    ['a price between two steps', { prices: [{ ...firstPrice, atMs: firstPrice.atMs + 100 }] }],
    ['prices in another order', { prices: [lastPrice, firstPrice] }],
    ['no time', { prices: [{ ...firstPrice, atMs: Number.NaN }] }],
    ['a time after all years', { prices: [{ ...firstPrice, atMs: 8.64e15 }] }],
    ['a walk between two epochs', { from: { ...trade.from, epochStartMs: trade.from.epochStartMs + 200 } }],
    ['a broken sum', { from: { ...trade.from, sum: 0.5 } }],
    ['a start below one point', { from: { ...trade.from, startPoints: 0 } }],
    ['a seed that is no hex', { seeds: [{ ...seed, seed: 'x'.repeat(64) }] }],
    ['a path that is no hex', { seeds: [{ ...seed, path: ['12'] }] }],
    ['five minutes that start at another time', { seeds: [{ ...seed, windowStartMs: seed.windowStartMs + 3000 }] }],
    ['a signature that is no hex', { rounds: [{ ...firstRound, signature: 'ff' }] }],
  ])('if it has %s', (_what, change) => {
    expect(problemOf(change)).toMatchObject({ problem: 'malformed' })
  })
})
