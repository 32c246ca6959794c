import { computeDeviation, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { maxClosingSpanMs } from '@tradefront/rules/trading/closing-price'
import { hasClosingPrice } from '@tradefront/rules/trading/purchase-rules'
import { computeLadderPayout } from '@tradefront/rules/trading/ladder'
import { getStateWithClosedTimes, listClosedTimes } from '@tradefront/rules/trading/market-pauses'
import { toMeasured } from '@tradefront/rules/trading/measured-volatility'
import { expirySeconds } from '@tradefront/rules/trading/options'
import { computeNormalProbability, computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { computeKept, type DayMoment, findLeastDeviation, quietDay } from './exact-options.ts'
import { cash, exactly, limits, settings, type Strategy } from './strategy.ts'

const stake = 1_000_000
const stepsPerSecond = 5
/** Time left at the last sale: sales end 5 s before the expiry. */
const lastSaleSeconds = 5.2
/** Price at the start, so high that a point is small against it. */
const startPoints = 1e9

/** An option on a symbol, and the terms of its sale. */
type Market = {
  readonly seconds: number
  /** Deviation of the walk after one second, early on a day, in points. */
  readonly second: number
  /** When the option is bought. */
  readonly moment: DayMoment
  readonly payout: number
  /** How many points the price is ahead of the strike at the purchase. */
  readonly ahead: number
  readonly feePercent: number
  /** How many times as much the market really moves. */
  readonly pace?: number
  /** News: from this second on, the market moves this many times as much. */
  readonly news?: { readonly atSecond: number; readonly pace: number }
  /** What is measured on a real feed. Default: the pace of simulated prices is known. */
  readonly measured?: Pick<PriceMoves, 'volatility' | 'uncertainty'>
  /** How many points further ahead the sale assumes the price to be, in comparison with the product's rule. */
  readonly favour?: number
  /** Rule that computes the sale. */
  readonly computeDeviation?: typeof computeDeviation
}

/**
 * Computes what an option is worth to a trader who sells at the best of all moments, computed backwards from the last sale. The trader even knows
 * where between two points the walk is: nobody can do better. As a part of the stake, for the best place at the purchase.
 */
function computeBestSale(market: Market): number {
  const { seconds, payout, ahead, moment } = market
  // The steps before and after midnight, or news.
  const steps = [0, seconds - 1].map((at) => computeWalk(market, at, 1 / stepsPerSecond))
  const [least, most] = [Math.min(...steps), Math.max(...steps)]
  const cell = least > 2 ? least / 4 : 1 / Math.max(10, Math.ceil(12 / least))
  const reach = Math.ceil((5 * most) / cell)
  const middle = Math.ceil((4.5 * computeWalk(market, 0, seconds)) / cell)
  const kernels = steps.map((step) => listProbabilities(step, cell, reach))
  let values = new Float64Array(0)
  const expect = (index: number, left: number) => {
    const changesAt = market.news?.atSecond ?? moment.secondsToMidnight
    const kernel = kernels[seconds - left < changesAt - 0.1 ? 0 : 1] ?? []
    let sum = 0
    for (let from = 0; from < kernel.length; from += 1) sum += (kernel[from] ?? 0) * (values[index + from - reach] ?? 0)
    return sum
  }
  for (let count = Math.round(lastSaleSeconds * stepsPerSecond); count < seconds * stepsPerSecond; count += 1) {
    const left = count / stepsPerSecond
    const isLast = values.length === 0
    const deviation = computeWalk(market, seconds - left, left)
    values = Float64Array.from({ length: 2 * middle + 1 }, (_, index) => {
      const offset = ahead + (index - middle) * cell
      const isEdge = index < reach || index > 2 * middle - reach
      const kept = isLast || isEdge ? computeKept({ deviation, payout, offset }) : expect(index, left)
      return Math.max(kept, computeSale(market, Math.round(offset), left))
    })
  }
  const places = Array.from(values.keys()).filter((index) => Math.abs(index - middle) * cell <= 0.5)
  return Math.max(...places.map((index) => expect(index, seconds))) - 1
}

/** Computes the deviation of the walk from a time after the purchase on. */
function computeWalk({ second, moment, pace = 1, news }: Market, at: number, seconds: number): number {
  if (news !== undefined) {
    const calm = Math.max(0, Math.min(seconds, news.atSecond - at))
    return second * Math.sqrt(pace ** 2 * calm + news.pace ** 2 * (seconds - calm))
  }
  const before = Math.max(0, Math.min(seconds, moment.secondsToMidnight - at))
  return pace * second * Math.sqrt(before + (1 + moment.risen) ** 2 * (seconds - before))
}

/** Lists probabilities of changes by whole cells. */
function listProbabilities(step: number, cell: number, reach: number): number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const distance = (index - reach) * cell
    return (
      computeNormalProbability((distance + cell / 2) / step) - computeNormalProbability((distance - cell / 2) / step)
    )
  })
}

/** Computes a sale by the product's rule. */
function computeSale({ favour = 0, ...market }: Market, ahead: number, left: number): number {
  const { seconds, second, moment, payout, feePercent } = market
  const strikePoints = Math.round(startPoints * (1 + moment.risen)) - market.ahead
  const points = strikePoints + ahead + favour
  const day = { startPoints, endsAtMs: moment.secondsToMidnight * 1000 }
  const state = {
    points,
    atMs: (seconds - left) * 1000,
    volatility: second / startPoints,
    uncertainty: 1,
    ...market.measured,
    day,
    hours: 'always' as const,
  }
  const deviation = (market.computeDeviation ?? computeDeviation)(state, seconds * 1000)
  const facts = { direction: 'up', stake, payoutPercent: Math.round(payout * 100), strikePoints } as const
  return computeSaleValue({ ...facts, points, deviation, uncertainty: state.uncertainty, feePercent }) / stake
}

/** Deviation of EUR/USD or gold, whose points are small. */
const fineSecond = 20
const payout = settings.payout_percents.currency / 100
const fine: Market = {
  seconds: 30,
  second: fineSecond,
  moment: quietDay,
  payout,
  ahead: 0,
  feePercent: settings.sale_fee_percent,
}

export const bestSale: Strategy = {
  name: 'sells early at the best of all moments',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale(fine)),
  planted: {
    fault: 'the market moves half as much as the volatility of its symbol',
    play: () => exactly(computeBestSale({ ...fine, pace: 0.5 })),
  },
}

/** Changes a market to points that are as large as they can be. */
const toCoarse = (market: Market): Market => ({
  ...market,
  second: findLeastDeviation(market.payout) / Math.sqrt(30),
})

export const saleNearStrike: Strategy = {
  name: 'sells near the strike and the expiry when the price was rounded up, where points are as large as they may be',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale(toCoarse(fine))),
  planted: {
    fault: 'a sale did not take half a point off',
    play: () => exactly(computeBestSale({ ...toCoarse(fine), favour: 0.5 })),
  },
}

const limitedFine: Market = { ...fine, payout: 0.95, feePercent: limits.sale_fee_percent }

export const saleNearStrikeAtLimits: Strategy = {
  name: 'sells near the strike and the expiry at the highest payout and the lowest fee that can be set',
  per: 'stake',
  kind: cash,
  play: () => exactly(computeBestSale(toCoarse(limitedFine))),
  planted: {
    fault: 'a sale did not take half a point off',
    play: () => exactly(computeBestSale({ ...toCoarse(limitedFine), favour: 0.5 })),
  },
}

/** Moves of the price since the start of the day: four deviations of a day of SOL/USD. */
const moves = [0.16, -0.16]
/** Distances of a likely strike and a far one, in deviations. */
const aheads = [0.9, -0.9]

/** Lists Up/Down, and strikes of the ladder a minute before its expiry, on a day on which the price has moved. */
function listMovedMarkets(terms: Pick<Market, 'payout' | 'feePercent'>, marginPercent: number): Market[] {
  return moves.flatMap((risen) => {
    const moment = { ...quietDay, risen }
    const deviation = fineSecond * Math.sqrt(60)
    const ladder = aheads.flatMap((part): Market[] => {
      const ahead = Math.round(part * deviation)
      const facts = { direction: 'up', strike: startPoints - ahead, points: startPoints } as const
      const percent = computeLadderPayout({ ...facts, deviation, marginPercent })
      return percent === null ? [] : [{ ...fine, ...terms, seconds: 60, moment, ahead, payout: percent / 100 }]
    })
    return [{ ...fine, ...terms, moment }, ...ladder]
  })
}

const byCurrentPrice: typeof computeDeviation = (state, untilMs) => computeDeviation({ ...state, day: null }, untilMs)

const findBestSale = (markets: readonly Market[], changed: Partial<Market> = {}) =>
  exactly(Math.max(...markets.map((market) => computeBestSale({ ...market, ...changed }))))

const movedMarkets = listMovedMarkets(fine, settings.ladder_margin_percent)

export const saleOnMovedDay: Strategy = {
  name: 'sells at the best of all moments, Up/Down or a strike of the ladder, on a day on which a price has moved by four deviations',
  per: 'stake',
  kind: cash,
  play: () => findBestSale(movedMarkets),
  planted: {
    fault: 'sales took the price to move in proportion to the current price',
    play: () => findBestSale(movedMarkets, { computeDeviation: byCurrentPrice }),
  },
}

const limitedMoved = listMovedMarkets(limitedFine, limits.ladder_margin_percent)

export const saleOnMovedDayAtLimits: Strategy = {
  name: 'does the same at the highest payout, the lowest margin and the lowest fee that can be set',
  per: 'stake',
  kind: cash,
  play: () => findBestSale(limitedMoved),
  planted: {
    fault: 'sales took the price to move in proportion to the current price',
    play: () => findBestSale(limitedMoved, { computeDeviation: byCurrentPrice }),
  },
}

/** Options with midnight in their middle. */
const acrossMidnight = [0.3, -0.3].map((risen) => ({ ...limitedFine, moment: { risen, secondsToMidnight: 15 } }))
const byOldStart: typeof computeDeviation = ({ day, ...state }, untilMs) =>
  computeDeviation(
    { ...state, day: day && (day.endsAtMs > state.atMs ? { ...day, endsAtMs: Infinity } : null) },
    untilMs,
  )

export const saleAcrossMidnight: Strategy = {
  name: 'buys Up/Down just before midnight, on a day on which a price has moved by 30 %, and sells at the best of all moments, at these limits',
  per: 'stake',
  kind: cash,
  play: () => findBestSale(acrossMidnight),
  planted: {
    fault: 'sales took the price to move in proportion to the start of the old day also after midnight',
    play: () => findBestSale(acrossMidnight, { computeDeviation: byOldStart }),
  },
}

/** A pace that is measured at that of `fine`, and the paces that it is offered for. */
const measured = toMeasured(fineSecond / startPoints)
const paces = [measured.volatility, measured.volatility * measured.uncertainty].map(
  (volatility) => volatility / (fineSecond / startPoints),
)

export const saleAtAnyPace: Strategy = {
  name: 'on a real feed whose pace has fallen to half of the measured one, or grown to three times, sells at the best of all moments',
  per: 'stake',
  kind: cash,
  play: () => exactly(Math.max(...paces.map((pace) => computeBestSale({ ...fine, pace, measured })))),
  planted: {
    fault: 'sales took the measured pace for the present one',
    play: () => exactly(Math.max(...paces.map((pace) => computeBestSale({ ...fine, pace })))),
  },
}

/** Seconds from the purchase to news that make the market move five times as fast, for a quarter of an hour. */
const newsSeconds = [10, 15, 45]
const newsPace = 5
const calmMs = 15 * 60_000

/** Finds the best of the options that can be bought before the news. */
function findBestBeforeNews(isAnnounced: boolean, times: readonly number[]): number {
  return Math.max(
    ...times.flatMap((atSecond) => {
      const newsMs = atSecond * 1000
      const pauses = isAnnounced ? [{ symbol: null, fromMs: newsMs, toMs: newsMs + calmMs }] : []
      const closed = listClosedTimes(pauses, 'BTCUSD', 0)
      const getState = (atMs: number) => getStateWithClosedTimes((ms) => getMarketState('always', ms), closed, atMs)
      return expirySeconds
        .filter((seconds) => seconds <= 60 && hasClosingPrice(getState, seconds * 1000, maxClosingSpanMs))
        .map((seconds) => computeBestSale({ ...fine, seconds, measured, news: { atSecond, pace: newsPace } }))
    }),
  )
}

export const newsAtKnownTime: Strategy = {
  name: 'on a real feed, knows when news will make the market move five times as fast, which the operator has announced, and sells at the best of all moments',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestBeforeNews(true, newsSeconds)),
  planted: { fault: 'the time of the news was not announced', play: () => exactly(findBestBeforeNews(false, [15])) },
}
