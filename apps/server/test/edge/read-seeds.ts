import { computeRandomness } from '@tradefront/rules/trading/beacon/beacon-round'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import type { FillMode } from '@tradefront/rules/trading/options'
import { deriveSymbolKey, epochMs, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { getPoints } from '@tradefront/rules/trading/walk/price-walk'
import { extendWindow } from '@tradefront/rules/trading/walk/price-window'
import type { PriceProof } from '@tradefront/rules/trading/walk/verify-prices'

import { openMarket, type SealedMarket } from './sealed-market.ts'
import { cash, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { createDesk } from './trading-desk.ts'
import { getSymbol } from './walk.ts'

const startMs = Date.parse('2026-11-18T10:00:00Z')
const expiry = 30
const everyMs = 42_000
const symbol = getSymbol('EURUSD')

/**
 * Looks for the seed of the present five minutes, and computes all prices whose rounds are out. Bets on Up and Down in equal parts if the seed is
 * not published.
 * @param earlyMs by how much too early seeds are published
 */
async function playSeeds({ seed, runs }: Game, chances: number, earlyMs: number, fill: FillMode): Promise<Gain> {
  const market = openMarket(`seeds/${seed}`, startMs)
  const desk = createDesk(market.openFeed(market.clock), market.clock, fill)
  const list = market.openFeed({ now: () => new Date(market.clock.now().getTime() + earlyMs) })
  const gains: number[] = []
  for (let index = 0; index < chances * runs; index += 1) {
    const nowMs = startMs + index * everyMs + 18_199
    await market.passTo(nowMs)
    const known = await readAhead(market, await list.proveQuotes(symbol.name, [nowMs - (nowMs % stepMs)]), nowMs)
    const up = await desk.buy(symbol, 'up', expiry)
    const down = await desk.buy(symbol, 'down', expiry)
    if (up === null || down === null) continue
    await market.passTo(up.expiresAt.getTime() + stepMs)
    const [wonUp, wonDown] = [await desk.close(up), await desk.close(down)]
    const part = known === null ? 0.5 : known > up.shownPoints ? 1 : 0
    gains.push(part * wonUp + (1 - part) * wonDown - 1)
  }
  return summarizeGains(gains)
}

/** The last price that can be computed. Null: the seed is not published. */
async function readAhead(
  { store, beacon }: SealedMarket,
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
  play: (game) => playSeeds(game, 60, 0, 'sealed'),
  planted: {
    fault: 'seeds were published five minutes too early, and purchases had the first price after their arrival',
    play: (game) => playSeeds(game, 500, 300_000, 'next_step'),
  },
}
