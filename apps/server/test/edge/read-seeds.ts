import { computeRandomness } from '@tradefront/rules/trading/beacon/beacon-round'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import type { FillMode } from '@tradefront/rules/trading/options'
import { deriveSymbolKey, epochMs, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getPoints } from '@tradefront/rules/trading/walk/price-walk'
import { extendWindow } from '@tradefront/rules/trading/walk/price-window'
import type { PriceProof } from '@tradefront/rules/trading/walk/verify-prices'

import { openMarket, type SealedMarket } from './sealed-market.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createDesk, type DeskTrade } from './trading-desk.ts'
import { getFirstPoints, getMinuteDeviation } from './walk.ts'

const startMs = Date.parse('2026-11-18T10:00:00Z')
const expiry = 30
const everyMs = 42_000
/** Least move that is worth a bet, in standard deviations of a minute: after a smaller one the option is not worth its price. */
const worthwhileMove = 0.2
/** Time after which a trade has ended: a sealed price comes up to 6 s after the order. */
const expiryPassedMs = 6000 + expiry * 1000 + stepMs
/** Symbols that are played. Their prices are independent, and all are walked together. */
const played = symbols.filter(({ kind }) => kind === 'currency')

/**
 * Looks for the seed of the present five minutes, and computes all prices whose rounds are out. Bets if they move enough, and on Up and Down in equal
 * parts if the seed is not published.
 * @param earlyMs how much too early seeds are published
 */
async function playSeeds({ seed, runs }: Game, moments: number, earlyMs: number, fill: FillMode): Promise<Gain> {
  const market = openMarket(`seeds/${seed}`, startMs)
  const desk = createDesk(market.openFeed(market.clock), market.clock, fill)
  const list = market.openFeed({ now: () => new Date(market.clock.now().getTime() + earlyMs) })
  const gains: number[] = []
  for (let index = 0; index < moments * runs; index += 1) {
    const nowMs = startMs + index * everyMs + 18_199
    await market.passTo(nowMs)
    const bets: { readonly part: number; readonly up: DeskTrade; readonly down: DeskTrade }[] = []
    for (const symbol of played) {
      const leastMove = worthwhileMove * getMinuteDeviation(symbol) * getFirstPoints(symbol)
      const proof = await list.proveQuotes(symbol.name, [nowMs - (nowMs % stepMs)])
      const known = await readAhead(market, symbol, proof, nowMs)
      const up = await desk.buy(symbol, 'up', expiry)
      const down = await desk.buy(symbol, 'down', expiry)
      if (up === null || down === null) continue
      if (known === null) bets.push({ part: 0.5, up, down })
      else if (Math.abs(known - up.shownPoints) > leastMove)
        bets.push({ part: known > up.shownPoints ? 1 : 0, up, down })
    }
    await market.passTo(nowMs + expiryPassedMs)
    for (const { part, up, down } of bets)
      gains.push(part * (await desk.close(up)) + (1 - part) * (await desk.close(down)) - 1)
  }
  return summarizeGains(gains)
}

/** Returns the last price that can be computed. Null: the seed is not published. */
async function readAhead(
  { store, beacon }: SealedMarket,
  symbol: TradingSymbol,
  proof: PriceProof | null,
  nowMs: number,
): Promise<number | null> {
  const seed = proof?.seeds[0]
  if (proof === null || seed === undefined) return null
  const first = getEpochRound(beacon.chain, proof.from.epochStartMs)
  const rounds = await store.readRounds(first, first + (nowMs - proof.from.epochStartMs) / epochMs + 2)
  const signatures = new Map(rounds.map(({ round, signature }) => [round, signature]))
  const window = { startMs: seed.windowStartMs, points: new Float64Array(1500), state: proof.from }
  const key = deriveSymbolKey(Buffer.from(seed.seed, 'hex'), symbol.name)
  const walked = extendWindow({ symbol, gaps: [] }, window, key, (epochStartMs) => {
    const signature = signatures.get(getEpochRound(beacon.chain, epochStartMs))
    return signature === undefined ? undefined : computeRandomness(signature)
  })
  return getPoints(symbol, walked.state)
}

export const readSeeds: Strategy = {
  name: 'computes prices from the seed of five minutes before they are over',
  per: 'stake',
  kind: cash,
  play: (game) => playSeeds(game, 6, 0, 'sealed'),
  planted: {
    fault: 'seeds were published five minutes too early, and purchases had the first price after their arrival',
    play: (game) => playSeeds(game, 45, 300_000, 'next_step'),
  },
}
