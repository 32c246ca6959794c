import type { Direction } from '@tradefront/rules/trading/options'
import { quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'
import {
  computeDeviates,
  deriveEpochKey,
  deriveSymbolKey,
  findSealedEpoch,
  getEpochRound,
  getEpochStart,
} from '@tradefront/rules/trading/walk/epoch'
import { getPoints, walkEpoch, type WalkState } from '@tradefront/rules/trading/walk/price-walk'
import { deriveSeed, getWindowStart } from '@tradefront/rules/trading/walk/seed-tree'
import { toPoints, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { byteSumWalk } from './byte-sum-walk.ts'
import { evenWalk } from './faulty-walks.ts'
import { fitLeastSquares } from './least-squares.ts'
import { type CreatePath, createMinutePath, createSealedPath, type PricePath } from './sealed-walk.ts'
import { randomBytes } from './seeded-bytes.ts'
import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { getMinuteDeviation, getSymbol, stepsPerDay, stepsPerMinute } from './walk.ts'

const optionSteps = 150
/** Step of second 30 of a minute: an option of 30 s ends with the minute. */
const fadedAt = 150
/** Step of the forecast, within an epoch. */
const forecastAt = 157

function settle(symbol: TradingSymbol, path: PricePath, step: number, direction: Direction): number {
  const opened = path.getPrice(step)
  const closes = path.listCloses(step, optionSteps)
  return closes.reduce((sum, closed) => sum + computeProfit(symbol, direction, opened, closed), 0) / closes.length
}

/** Least move, in standard deviations of a minute; in those of 30 s, it is 2.8. */
const leastMove = 1.95

function playFadedMoves({ seed, runs }: Game, days: number, create: CreatePath): Gain {
  const symbol = getSymbol('EURUSD')
  const gains: number[] = []
  for (let day = 0; day < days * runs; day += 1) {
    const path = create(symbol, seed, day)
    const deviation = path.startPoints * getMinuteDeviation(symbol)
    for (let start = 0; start < stepsPerDay - stepsPerMinute; start += stepsPerMinute) {
      const move = path.getPrice(start + fadedAt) - path.getPrice(start)
      if (Math.abs(move) < leastMove * deviation) continue
      gains.push(settle(symbol, path, start + fadedAt, move > 0 ? 'down' : 'up'))
    }
  }
  return summarizeGains(gains)
}

export const fadeSealedMoves: Strategy = {
  name: 'bets for 30 s against moves of two deviations in half a minute',
  per: 'stake',
  kind: cash,
  play: (game) => playFadedMoves(game, 40, createSealedPath),
  planted: {
    fault: 'minutes end within 3.45 deviations, as on 2026-11-23',
    play: (game) => playFadedMoves(game, 250, createMinutePath(byteSumWalk)),
  },
}

const learnedDays = 12
/** Part of the moments that are played: those in which the forecast is strongest. */
const playedPart = 0.25

type Moment = { readonly path: PricePath; readonly step: number; readonly features: readonly number[] }

/** Learns how the rest of a minute follows from all that was seen of it and of its epochs, and bets on the strongest forecasts on other days. */
function playEverythingSeen({ seed, runs }: Game, days: number, create: CreatePath): Gain {
  const symbol = getSymbol('EURUSD')
  const learned = Array.from({ length: learnedDays }, (_, day) => listMoments(day)).flat()
  const weights = fitLeastSquares(
    learned.map(({ features }) => features),
    learned.map(({ path, step }) => (path.listCloses(step, optionSteps)[0] ?? 0) - path.getPrice(step)),
  )
  const getForecast = ({ features }: Moment) =>
    features.reduce((sum, feature, index) => sum + feature * (weights[index] ?? 0), 0)
  const strengths = learned.map((moment) => Math.abs(getForecast(moment))).toSorted((one, other) => other - one)
  const least = strengths[Math.floor(learned.length * playedPart)] ?? 0
  const gains: number[] = []
  for (let day = 0; day < days * runs; day += 1)
    for (const moment of listMoments(learnedDays + day)) {
      const forecast = getForecast(moment)
      if (Math.abs(forecast) < least) continue
      gains.push(settle(symbol, moment.path, moment.step, forecast > 0 ? 'up' : 'down'))
    }
  return summarizeGains(gains)

  function listMoments(day: number): Moment[] {
    const path = create(symbol, seed, day)
    const deviation = path.startPoints * getMinuteDeviation(symbol)
    const moments: Moment[] = []
    for (let start = 0; start < stepsPerDay - 2 * stepsPerMinute; start += stepsPerMinute)
      moments.push({
        path,
        step: start + forecastAt,
        features: describeMoment(path, start, start + forecastAt, deviation),
      })
    return moments
  }
}

/** Describes a moment by moves of minute and epoch, extremes, sizes, and the last digits of the price. */
function describeMoment(path: PricePath, start: number, step: number, deviation: number): number[] {
  const now = path.getPrice(step)
  const getMove = (from: number) => (now - path.getPrice(from)) / deviation
  let [highest, lowest, square, before] = [0, 0, 0, path.getPrice(start)]
  for (let at = start + 1; at <= step; at += 1) {
    const price = path.getPrice(at)
    const move = (price - path.getPrice(start)) / deviation
    highest = Math.max(highest, move)
    lowest = Math.min(lowest, move)
    square += ((price - before) / deviation) ** 2
    before = price
  }
  const [move, late, epoch] = [getMove(start), getMove(step - 50), getMove(step - (step % 15))]
  const middle = highest + lowest
  const digits = [10, 100].map((size) => (now % size) / size - 0.5)
  const last = getMove(step - 1)
  return [
    move,
    move ** 3,
    move ** 5,
    late,
    late ** 3,
    epoch,
    epoch ** 3,
    last,
    middle,
    middle ** 3,
    move * square,
  ].concat(digits)
}

export const regressEverythingSeen: Strategy = {
  name: 'learns the rest of a minute from everything seen: shape, extremes, epochs, last digits',
  per: 'stake',
  kind: cash,
  play: (game) => playEverythingSeen(game, 20, createSealedPath),
  planted: {
    fault: 'minutes lead to ends that lie within 1.73 deviations',
    play: (game) => playEverythingSeen(game, 8, createMinutePath(evenWalk)),
  },
}

const startMs = Date.parse('2026-11-26T10:00:00Z')
const optionMs = 30_000

/**
 * Plays the operator, who knows the secret of all seeds and each round that is out, and computes all prices that follow from them. Orders
 * just after a round is due, when most is known.
 * @param fill the time of the first price, given that of the order
 */
function playInsider({ seed, runs }: Game, trades: number, fill: (orderedAtMs: number) => number): Gain {
  const symbol = getSymbol('EURUSD')
  const secret = randomBytes(`insider/${seed}`, 32)
  const gains = Array.from({ length: trades * runs }, (_, trade) => {
    const orderedAtMs = startMs + trade * 60_000 + 1
    const filledAtMs = fill(orderedAtMs)
    const from = {
      epochStartMs: getEpochStart(orderedAtMs),
      startPoints: toPoints(symbol.simulated.start, symbol.digits),
      sum: 0,
    }
    // Nothing after this is known: its mirror image is as probable.
    const sealedAtMs = findSealedEpoch(quicknet, orderedAtMs)
    const closedAtMs = filledAtMs + optionMs
    const real = readPrices(from, filledAtMs, closedAtMs, sealedAtMs)
    const direction = real.known >= real.opened ? 'up' : 'down'
    const profits = real.closes.map((closed) => computeProfit(symbol, direction, real.opened, closed))
    return profits.reduce((sum, profit) => sum + profit, 0) / profits.length
  })
  return summarizeGains(gains)

  function readPrices(from: WalkState, filledAtMs: number, closedAtMs: number, sealedAtMs: number) {
    let state = from
    let [opened, closed, known] = [0, 0, 0]
    while (state.epochStartMs <= closedAtMs) {
      const { epochStartMs } = state
      if (epochStartMs === sealedAtMs) known = getPoints(symbol, state)
      const key = deriveSymbolKey(deriveSeed(secret, getWindowStart(epochStartMs)), symbol.name)
      const randomness = randomBytes(`round ${getEpochRound(quicknet, epochStartMs)}`, 32)
      const walked = walkEpoch(symbol, state, computeDeviates(deriveEpochKey(key, randomness)))
      const findPrice = (atMs: number) => walked.points[(atMs - epochStartMs) / 200]
      opened = findPrice(filledAtMs) ?? opened
      closed = findPrice(closedAtMs) ?? closed
      state = walked.next
    }
    const lastKnown = filledAtMs < sealedAtMs ? known : opened
    return { opened, known: lastKnown, closes: [closed, 2 * lastKnown - closed] }
  }
}

export const operatorWithSeeds: Strategy = {
  name: 'knows all seeds and each round that is out, as the operator does',
  per: 'stake',
  kind: cash,
  play: (game) => playInsider(game, 1500, (orderedAtMs) => findSealedEpoch(quicknet, orderedAtMs)),
  planted: {
    fault: 'purchases had the first price after their arrival',
    play: (game) => playInsider(game, 600, (orderedAtMs) => Math.ceil(orderedAtMs / 200) * 200),
  },
}

/** How many steps of the price a trader sees after the start of a trade before the order is decided. */
const seenSteps = 15

/**
 * Orders Up and Down at once, while rounds of the beacon are late. Each order is refused if its price has not come in time, so together or
 * not at all, and nobody has seen a price by then.
 * @param canCancel whether the trader can cancel an order that has not got its price yet, although later prices are known
 */
function playLateRounds({ seed, runs }: Game, days: number, canCancel: boolean): Gain {
  const symbol = getSymbol('EURUSD')
  const gains: number[] = []
  for (let day = 0; day < days * runs; day += 1) {
    const path = createSealedPath(symbol, seed, day)
    for (let start = 0; start < stepsPerDay - stepsPerMinute; start += stepsPerMinute) {
      const seen = path.getPrice(start + seenSteps) - path.getPrice(start)
      const kept: Direction[] = canCancel ? [seen > 0 ? 'up' : 'down'] : ['up', 'down']
      const closes = path.listCloses(start + seenSteps, optionSteps - seenSteps)
      const profits = kept.flatMap((direction) =>
        closes.map((closed) => computeProfit(symbol, direction, path.getPrice(start), closed)),
      )
      gains.push(profits.reduce((sum, profit) => sum + profit, 0) / profits.length)
    }
  }
  return summarizeGains(gains)
}

export const pairsDuringFreeze: Strategy = {
  name: 'orders Up and Down while the beacon is late, and hopes that the worse one is refused',
  per: 'stake',
  kind: cash,
  play: (game) => playLateRounds(game, 2, false),
  planted: {
    fault: 'an order was filled at the price of its time however late, and could be cancelled until then',
    play: (game) => playLateRounds(game, 2, true),
  },
}
