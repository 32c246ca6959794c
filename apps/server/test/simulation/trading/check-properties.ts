import { computeLadderPayout } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { findSymbol, getSecondVolatility } from '@tradefront/rules/trading/symbols'
import { computeSaleValue } from '@tradefront/rules/trading/sale-value'

import { compareScores } from '../../fixtures/tournaments/compare-scores.ts'
import { findHistoryDifferences } from '../../fixtures/history/find-history-differences.ts'
import { conversionRates, limitFactors } from '../../fixtures/rates/test-rates.ts'
import { fakeStepMs } from '../../fixtures/market/fake-feed.ts'
import { hasStarted, type StartedTrade } from '../../../src/modules/trading/trade.ts'
import { toTradeView } from '../../../src/modules/trading/trade-view.ts'
import { dayMs } from '../../../src/platform/clock.ts'
import type { Property } from './properties.ts'
import { type AccountRow, readAccounts, readExposures, readTrades, type TradeRow } from './read-trades.ts'
import { type Purchase, simulatedSettings, type SimulatedTrader, type TradingWorld } from './trading-world.ts'

export type Violation = { readonly property: Property; readonly detail: string }

type Check = (property: Property, isSatisfied: boolean, detail: unknown) => void

function createCheck() {
  const violations: Violation[] = []
  const must: Check = (property, isSatisfied, detail) => {
    if (!isSatisfied) violations.push({ property, detail: JSON.stringify(detail) })
  }
  return { violations, must }
}

/** Checks properties that hold at any moment. */
export async function checkExposures(world: TradingWorld): Promise<Violation[]> {
  const { violations, must } = createCheck()
  const [exposures, trades] = await Promise.all([readExposures(world), readTrades(world)])
  const open = trades.filter(({ state }) => state === 'open')
  const real = open.filter(({ isPractice }) => !isPractice)
  const key = ({ symbol, direction, expiresAt }: TradeRow) =>
    `${symbol} ${direction} ${Math.floor(expiresAt.getTime() / 60_000) * 60_000}`
  const expected = new Map<string, number>()
  for (const trade of real) expected.set(key(trade), (expected.get(key(trade)) ?? 0) + computeHouseLoss(trade))
  const listSorted = (losses: ReadonlyMap<string, number>) =>
    [...losses].map(([where, loss]) => `${where}: ${loss}`).toSorted()
  const [stored, computed] = [listSorted(exposures), listSorted(expected)]
  must('exposure', stored.join() === computed.join(), { stored, computed })
  for (const [where, loss] of expected) must('exposure', loss <= simulatedSettings.houseLossMax * 100, { where, loss })
  for (const trader of world.traders) {
    const own = open.filter(({ userId }) => userId === trader.id)
    const factor = limitFactors[trader.currency] * 100
    const bySymbol = Map.groupBy(own, ({ symbol }) => symbol)
    const sum = (trades: readonly TradeRow[]) => trades.reduce((total, { stake }) => total + stake, 0)
    must('stakeLimits', sum(own) <= simulatedSettings.openStakesMax * factor, own)
    for (const trades of bySymbol.values())
      must('stakeLimits', sum(trades) <= simulatedSettings.symbolStakesMax * factor, trades)
  }
  return violations

  function computeHouseLoss({ stake, payoutPercent, userId }: TradeRow): number {
    const currency = world.traders.find(({ id }) => id === userId)?.currency ?? 'USD'
    return Math.ceil(Math.floor((stake * payoutPercent) / 100) / conversionRates[currency] - 1e-9)
  }
}

/**
 * Checks properties that hold at the end. What has happened is compared with the market, the requests and the rules, by arithmetic of its
 * own.
 */
export async function checkProperties(world: TradingWorld) {
  const { violations, must } = createCheck()
  const [trades, accounts] = await Promise.all([readTrades(world), readAccounts(world)])
  for (const trade of trades) {
    must('settles', trade.state !== 'open', trade)
    must('neverVoid', trade.state !== 'void' || world.hasOutages, trade)
    checkPrices(world, trade, must)
    checkReturn(world, trade, must)
    const closings = trade.returned === null || trade.returned === 0 ? 0 : 1
    must('bookedOnce', trade.openings === 1 && trade.closings === closings, trade)
    must('turnover', trade.turnover === computeTurnover(trade), trade)
    checkOpposite(trade, trades, must)
  }
  for (const trader of world.traders) {
    const account = accounts.find(({ userId }) => userId === trader.id)
    if (account === undefined) throw new Error('a trader has an account')
    const own = trades.filter(({ userId }) => userId === trader.id)
    checkAccount(trader, account, own, must)
  }
  checkAnswers(world, trades, must)
  const userIds = world.traders.map(({ id }) => id)
  const differences = await findHistoryDifferences(world.database.pool, userIds)
  must('history', differences.length === 0, differences)
  const findPrice = (symbol: string, fromMs: number) => {
    const closing = findClosing(world, symbol, fromMs)
    return closing === null ? null : { points: closing.points, startPoints: world.market.getDayStart(symbol, fromMs) }
  }
  const scores = await compareScores(world.database.reports, userIds, findPrice)
  must('scores', scores.length === 0, scores)
  must('noFault', world.scheduler.unexpectedErrors.length === 0, world.scheduler.unexpectedErrors.map(String))
  const ends = [...trades, ...accounts].map((row) => JSON.stringify(row))
  return { violations, outcomes: listOutcomes(world, trades, accounts), ends }
}

/** Computes turnover, for which bonus money counts nothing. */
function computeTurnover({ isPractice, isOpposite, state, stake, bonusStake }: TradeRow): number {
  const isCounted = state === 'won' || state === 'lost' || state === 'sold'
  return isPractice || isOpposite || !isCounted ? 0 : stake - bonusStake
}

/** Tolerance for clocks of servers, which differ, and go back: trades that nearly touch can be either. */
const clockToleranceMs = 12_000

/** Checks opposite trades. All real traders are linked. */
function checkOpposite(trade: TradeRow, trades: readonly TradeRow[], must: Check): void {
  if (trade.closedAt === null || trade.state === 'refused') return
  const { symbol, direction, openedAt, closedAt } = trade
  const overlaps = trades
    .filter(
      (other) =>
        other.state !== 'refused' && !other.isPractice && other.symbol === symbol && other.direction !== direction,
    )
    .map(
      (other) =>
        Math.min(Number(other.closedAt), Number(closedAt)) - Math.max(Number(other.openedAt), Number(openedAt)),
    )
  const longest = trade.isPractice ? -Infinity : Math.max(...overlaps)
  // A trade is open until it is closed, up to a minute after the price that ends it.
  if (trade.isOpposite) must('opposite', longest > -clockToleranceMs - 60_000 - closingDelayMs, { trade, longest })
  else must('opposite', longest <= clockToleranceMs, { trade, longest })
}

/** Time between the end of a trade and the round in which a server closes it. */
const closingDelayMs = 20 * 60_000

/** Finds the first price of the market from a time on. Returns null if there is none within a minute. */
function findMarketQuote(world: TradingWorld, symbol: string, fromMs: number) {
  for (let atMs = Math.ceil(fromMs / fakeStepMs) * fakeStepMs; atMs <= fromMs + 60_000; atMs += fakeStepMs) {
    const points = world.market.readPoints(symbol, atMs)
    if (points !== null) return { atMs, points }
  }
  return null
}

/** Finds the price at which options end. Returns null if there is none. */
function findClosing(world: TradingWorld, symbol: string, atMs: number) {
  if (!world.hasTrades) return findMarketQuote(world, symbol, atMs)
  const lastMs = atMs - (atMs % fakeStepMs)
  const listTrades = (spanMs: number) => {
    const times = Array.from({ length: spanMs / fakeStepMs + 1 }, (_, index) => lastMs - index * fakeStepMs)
    const points = times.filter((ms) => ms > atMs - spanMs).map((ms) => world.market.readPoints(symbol, ms))
    return points.filter((each) => each !== null)
  }
  const trades = [listTrades(1000), listTrades(5000)].find(({ length }) => length >= 5)
  if (trades === undefined) return null
  // The oldest of an even number does not count.
  const odd = trades.length % 2 === 0 ? trades.slice(0, -1) : trades
  return { atMs, points: odd.toSorted((one, other) => one - other)[(odd.length - 1) / 2] ?? 0 }
}

function checkPrices(world: TradingWorld, trade: TradeRow, must: Check): void {
  if (!hasStarted(trade)) return must('rightQuote', trade.state === 'refused', trade)
  const { symbol, openPoints, quotedAt, openedAt, expiresAt, state, closePoints, closedAt } = trade
  const quotedMs = quotedAt.getTime()
  const isLatest = findMarketQuote(world, symbol, quotedMs + 1)?.atMs ?? Infinity
  must('rightQuote', world.market.readPoints(symbol, quotedMs) === openPoints, trade)
  must('rightQuote', quotedMs <= openedAt.getTime() && isLatest > openedAt.getTime(), { trade, isLatest })
  must('rightQuote', openedAt.getTime() - quotedMs <= 2000, trade)
  if (state === 'open' || closedAt === null) return
  if (state === 'sold') {
    const isPrice = world.market.readPoints(symbol, closedAt.getTime()) === closePoints
    must('rightQuote', isPrice && closedAt >= quotedAt && closedAt < expiresAt, trade)
    return
  }
  const expected = findClosing(world, symbol, expiresAt.getTime())
  const isRight =
    expected === null
      ? state === 'void'
      : state !== 'void' && closePoints === expected.points && closedAt.getTime() === expected.atMs
  must('rightQuote', isRight, { trade, expected })
}

function checkReturn(world: TradingWorld, trade: TradeRow, must: Check): void {
  if (!hasStarted(trade)) return must('rightReturn', trade.returned === trade.stake, trade)
  const { state, stake, payoutPercent, returned, direction, strikePoints, closePoints } = trade
  const percents: Readonly<Record<string, number>> = {
    GBPUSD: 77,
    BTCUSD: 78,
    DE40: 80,
    US500: 80,
    JP225: 80,
    XAUUSD: 80,
  }
  const percent = trade.isLadder ? decideLadderPayout(world, trade) : (percents[trade.symbol] ?? 82)
  must('rightReturn', payoutPercent === percent, { trade, percent })
  const win = stake + Math.floor((stake * payoutPercent) / 100)
  switch (state) {
    case 'open':
      return
    case 'sold': {
      const points = closePoints ?? 0
      const deviation = computeSpread(world, trade, points, trade.closedAt ?? trade.openedAt)
      const value = computeSaleValue({
        direction,
        stake,
        payoutPercent,
        strikePoints,
        points,
        deviation,
        feePercent: 3,
      })
      return must('rightReturn', returned === value, { trade, value })
    }
    case 'void':
      return must('rightReturn', returned === stake, trade)
    default:
      return must('rightReturn', returned === decideReturn(direction, strikePoints, closePoints ?? 0), trade)
  }

  function decideReturn(side: Direction, strike: number, close: number): number {
    const gained = side === 'up' ? close - strike : strike - close
    return gained > 0 ? win : gained < 0 ? 0 : stake
  }
}

/** Decides the payout by the price and the time of the purchase. */
function decideLadderPayout(world: TradingWorld, trade: TradeRow & StartedTrade): number | null {
  const { direction, openPoints: points, strikePoints: strike, openedAt } = trade
  const deviation = computeSpread(world, trade, points, openedAt)
  return computeLadderPayout({ direction, strike, points, deviation, marginPercent: 9 })
}

/** Computes the deviation of the price until the expiry: in proportion to the start of the day, after midnight to the price. */
function computeSpread({ market }: TradingWorld, trade: TradeRow, points: number, at: Date): number {
  const [atMs, expiresAtMs] = [at.getTime(), trade.expiresAt.getTime()]
  const symbol = findSymbol(trade.symbol)
  if (symbol === undefined) return 0
  const midnightMs = (Math.floor(atMs / dayMs) + 1) * dayMs
  const todayMs = Math.min(midnightMs, expiresAtMs) - atMs
  const start = market.getDayStart(trade.symbol, atMs) ?? points
  const squares = start * start * todayMs + points * points * (expiresAtMs - atMs - todayMs)
  return getSecondVolatility(symbol) * Math.sqrt(squares / 1000)
}

function checkAccount(trader: SimulatedTrader, account: AccountRow, trades: readonly TradeRow[], must: Check): void {
  const expected = { ...trader.start }
  for (const { isPractice, stake, bonusStake, returned } of trades) {
    const back = returned ?? 0
    if (isPractice) expected.practice += back - stake
    else {
      const bonus = Number((BigInt(back) * BigInt(bonusStake)) / BigInt(stake))
      expected.cash += back - bonus - (stake - bonusStake)
      expected.bonus += bonus - bonusStake
    }
  }
  expected.cash += account.gained
  const { cash, bonus, practice, taken } = account
  const isAccounted = cash === expected.cash && bonus === expected.bonus - taken && practice === expected.practice
  must('accounted', isAccounted, { account, expected })
  must('notNegative', account.lowest >= 0, account)
  must('ledgerBalances', account.differences === 0, account)
  const made = trades.filter(({ state }) => state !== 'refused').length
  must('counted', account.tradeCount === made, { account, made })
  const turnover = trades.reduce((sum, trade) => sum + computeTurnover(trade), 0)
  must('turnover', account.turnover === turnover, { account, turnover })
  const { requirements } = account
  const isFull = ({ done, required }: AccountRow['requirements'][number]) => done >= required
  const counted = requirements.reduce((sum, { done }) => sum + done, 0)
  const released = requirements.reduce((sum, each) => sum + (each.released ?? 0), 0)
  must('released', account.gained === released, account)
  for (const each of requirements) {
    const isDone = each.done >= each.required
    must('released', (each.released ?? 0) <= each.releaseMax && (each.released === null || isDone), each)
    must('released', each.released !== null || each.isCancelled || !isDone, each)
  }
  must('bound', bonus === 0 || requirements.some((each) => each.released === null && !each.isCancelled), account)
  const areAllOver = requirements.every((each) => isFull(each) || each.isCancelled)
  must('oldestFirst', areAllOver ? counted <= turnover : counted === turnover, { requirements, turnover })
  requirements.forEach((each, index) => {
    const older = requirements.slice(0, index)
    must('oldestFirst', each.done <= each.required, requirements)
    must('oldestFirst', each.done === 0 || older.every((one) => isFull(one) || one.isCancelled), requirements)
  })
}

/** Checks answers. A lost commit takes back what was answered. */
function checkAnswers(world: TradingWorld, trades: readonly TradeRow[], must: Check): void {
  const { purchases, sales, events, scheduler } = world
  const byId = new Map(trades.map((trade) => [trade.id, trade]))
  const ids = new Set<string>()
  for (const { answers, request } of purchases)
    for (const answer of answers) {
      ids.add(answer.id)
      const row = byId.get(answer.id)
      if (scheduler.hasLost(answer.id)) continue
      const isSame =
        row !== undefined &&
        (answer.openPoints === null || row.openPoints === answer.openPoints) &&
        row.openedAt.getTime() === answer.openedAt.getTime() &&
        row.stake === answer.stake &&
        row.stake === Math.round(request.stake * 100)
      must('sameAnswer', isSame && new Set(answers.map(({ id }) => id)).size === 1, { answer, row })
      if (row !== undefined) checkTolerance(row, request, must)
    }
  must('sameAnswer', trades.length <= purchases.length, { trades: trades.length, purchases: purchases.length })
  for (const { id, answers } of sales) {
    if (scheduler.hasLost(id)) continue
    // The other sales are ordered, and carried out later.
    for (const sold of answers.filter(({ state }) => state !== 'open'))
      must('sameAnswer', byId.get(id)?.returned === sold.returned && sold.state === 'sold', { sold, row: byId.get(id) })
  }
  for (const trade of trades.filter(({ state }) => state === 'sold'))
    // A trade that is sold already is the answer to later requests, whatever they want.
    must(
      'tolerance',
      sales.some(({ id, shown }) => id === trade.id && (trade.returned ?? 0) >= shown * 100),
      trade,
    )
  for (const event of events) {
    const row = byId.get(event.id)
    if (scheduler.hasLost(event.id) || event.state === 'open') continue
    must('told', row !== undefined && JSON.stringify(toTradeView(row)) === JSON.stringify(event), { event, row })
  }
}

function checkTolerance(
  { symbol, direction, openPoints, entryRound, payoutPercent }: TradeRow,
  request: Purchase['request'],
  must: Check,
): void {
  if ('strike' in request) {
    const least = Math.round((request.payout - request.tolerance) * 100)
    return must('tolerance', payoutPercent >= least, { payoutPercent, request })
  }
  const factor = 10 ** (findSymbol(symbol)?.digits ?? 0)
  const { price = 0, tolerance: part = 0 } = request
  const [seen, tolerance] = [Math.round(price * factor), Math.round(part * factor)]
  if (openPoints === null || entryRound !== null) return
  const worse = direction === 'up' ? openPoints - seen : seen - openPoints
  must('tolerance', worse <= tolerance, { openPoints, request })
}

function isOpenAt({ openedAt, closedAt }: TradeRow, atMs: number | null): boolean {
  return atMs !== null && openedAt.getTime() < atMs && closedAt !== null && closedAt.getTime() > atMs
}

function listOutcomes(world: TradingWorld, trades: readonly TradeRow[], accounts: readonly AccountRow[]): Set<string> {
  return new Set([
    ...trades.map(({ state }) => (state === 'refused' ? 'refused at its start' : state)),
    ...(trades.some(({ entryRound, openPoints }) => entryRound !== null && openPoints !== null) ? ['sealed'] : []),
    ...trades.filter(({ isPractice }) => !isPractice).map(({ currency }) => currency),
    ...(trades.some((trade) => isOpenAt(trade, world.turnsAtMs)) ? [`turn ${world.turn?.at}`] : []),
    ...(trades.some(({ isValued }) => isValued) ? ['valued at an end'] : []),
    ...trades.flatMap(({ bonusStake, isPractice, isLadder }) => [
      ...(bonusStake > 0 ? ['bonus staked'] : []),
      ...(isPractice ? ['practice'] : []),
      ...(isLadder ? ['ladder'] : []),
    ]),
    ...(world.purchases.some(({ answers }) => answers.length > 1) ? ['repeated'] : []),
    ...(world.givenUp.length > 0 ? ['given up'] : []),
    ...(trades.some(({ isOpposite }) => isOpposite) ? ['opposite'] : []),
    ...(accounts.some(({ gained }) => gained > 0) ? ['released'] : []),
    ...(world.purchases.some(({ answers }) => answers.length === 0) ? ['refused'] : []),
  ])
}
