import { maxClosingSpanMs } from '@tradefront/rules/trading/closing-price'
import { findLadderExpiry } from '@tradefront/rules/trading/ladder'
import { expirySeconds } from '@tradefront/rules/trading/options'
import { maxFillDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { Database } from '../../../src/platform/database/database.ts'
import type { SimulatedRun } from '../test-simulation.ts'
import { createRandom } from '../../fixtures/seeded-random.ts'
import { limitFactors } from '../../fixtures/rates/test-rates.ts'
import { fakeStepMs } from '../../fixtures/market/fake-feed.ts'
import { checkExposures, checkProperties, type Violation } from './check-properties.ts'
import type { Property } from './properties.ts'
import {
  createTradingWorld,
  drawPoints,
  type Purchase,
  type Sale,
  type TradingMutant,
  type TradingWorld,
} from './trading-world.ts'
import { giveUpBonus, listOpenBonuses } from '../../../src/modules/ledger/service.ts'

const rounds = 8
/** Longest time after which an order is filled. */
const sealedMs = 6000
const shortExpiries = expirySeconds.slice(0, 4)

/** Runs a scenario, which the seed determines. */
export async function runScenario(
  database: Database,
  seed: number,
  mutant: TradingMutant = {},
): Promise<SimulatedRun<Property>> {
  const random = createRandom(seed)
  const world = await createTradingWorld(database, seed, random, mutant)
  const { scheduler, clock, servers } = world
  const violations: Violation[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (random.chance(0.4)) startLastPurchase(world, seed)
    for (let count = 1 + random.below(4); count > 0; count -= 1) startOperation(world, seed)
    // A server dies in the middle of its work.
    if (random.chance(0.2)) await scheduler.runUntilIdle(random.below(25), random.pick(servers).process)
    else await scheduler.runUntilIdle()
    violations.push(...(await checkExposures(world)))
    if (world.isSealed) violations.push(...(await fillOrders(world)))
    // The clock mostly moves forwards.
    if (random.chance(0.1)) clock.advance(-random.below(5000))
    else clock.advance(random.pick([150, 2500, 20_000, 35_000, 61_000, 130_000]) + random.below(fakeStepMs))
  }
  world.stopFaults()
  for (let time = 0; time < 3; time += 1) {
    for (const { trading, process } of servers) {
      if (world.isSealed) scheduler.startOperation(() => trading.fillOrders(), { server: process })
      scheduler.startOperation(() => trading.closeTrades(), { server: process })
    }
    await scheduler.runUntilIdle()
    clock.advance(600_000)
  }
  const checked = await checkProperties(world)
  const log = [...scheduler.log, ...checked.ends]
  return { violations: [...violations, ...checked.violations], outcomes: checked.outcomes, log }
}

/** Passes the time until the orders start, and fills them on both servers at once. Those of a server whose clock is ahead wait longer. */
async function fillOrders(world: TradingWorld): Promise<Violation[]> {
  const { scheduler, clock, servers } = world
  const filled: Violation[] = []
  for (const passedMs of [sealedMs, maxFillDelayMs]) {
    clock.advance(passedMs)
    for (const { trading, process } of servers)
      scheduler.startOperation(() => trading.fillOrders(), { server: process })
    await scheduler.runUntilIdle()
    filled.push(...(await checkExposures(world)))
  }
  return filled
}

/** Before a market closes, or an announced pause, the clock is set so that the purchase expires about the last price, or when it is not sure to have one. */
function startLastPurchase(world: TradingWorld, seed: number): void {
  const { random, clock, lastPrice, servers, scheduler, traders, purchases } = world
  const [{ trading, process, clock: serverClock }] = servers
  if (lastPrice === null) return
  const expiry = random.pick(shortExpiries)
  const lastMs = lastPrice.atMs - random.pick([0, world.hasTrades ? maxClosingSpanMs : 0])
  const atMs = lastMs - expiry * 1000 - random.below(3 * fakeStepMs) + fakeStepMs
  if (atMs < clock.now().getTime()) return
  clock.set(new Date(atMs))
  const trader = random.pick(traders)
  const { symbol } = lastPrice
  const price = drawPoints(seed, symbol, serverClock.now().getTime()) / getDigitFactor(symbol)
  const request = {
    symbol,
    direction: random.pick(['up', 'down'] as const),
    stake: limitFactors[trader.currency],
    expiry,
    price,
    tolerance: 0,
  }
  const order: Purchase = { trader, key: world.createKey(), request, answers: [] }
  purchases.push(order)
  const work = async () => {
    const bought = await trading.buyTrade(trader, request, order.key)
    if (bought.ok) order.answers.push(bought.value)
  }
  scheduler.startOperation(work, { server: process })
}

function startOperation(world: TradingWorld, seed: number): void {
  const { random, scheduler, servers, purchases } = world
  const server = random.pick(servers)
  const options = { server: server.process, ...(random.chance(0.08) && { crashAt: 1 + random.below(12) }) }
  const work = drawOperation()
  scheduler.startOperation(work, options)

  function drawOperation(): () => Promise<unknown> {
    switch (random.below(10)) {
      case 0:
      case 1:
        return () => server.trading.closeTrades()
      case 2:
        return purchases.length === 0 ? drawPurchase() : drawSale()
      case 3:
        // A browser that got no answer sends the purchase again.
        return purchases.length === 0 ? drawPurchase() : buy(random.pick(purchases))
      case 4:
        return purchases.length === 0 ? drawPurchase() : drawReusedKey(random.pick(purchases))
      case 5:
        return random.chance(0.3) ? drawGiveUp() : drawPurchase()
      case 6:
        return drawLadderPurchase()
      default:
        return drawPurchase()
    }
  }

  function drawPurchase() {
    const { trader, symbol, ...order } = drawOrder()
    const seenMs = server.clock.now().getTime() - random.pick([0, 0, 1000])
    return addPurchase(trader, {
      symbol,
      ...order,
      expiry: random.pick(shortExpiries),
      price: drawPoints(seed, symbol, seenMs) / getDigitFactor(symbol),
      tolerance: random.below(5) / getDigitFactor(symbol),
    })
  }

  function drawLadderPurchase() {
    const { trader, symbol, ...order } = drawOrder()
    return addPurchase(trader, {
      symbol,
      ...order,
      strike: (99_990 + random.below(21)) / getDigitFactor(symbol),
      expiresAtMs: findLadderExpiry(server.clock.now().getTime()),
      payout: random.pick([0.5, 0.8, 1.2]),
      tolerance: random.pick([0, 0.4]),
    })
  }

  function drawOrder() {
    const trader = random.pick(world.traders)
    const symbol = random.pick(world.symbols)
    const stake = (1 + random.below(9000) / 100) * limitFactors[trader.currency]
    return { trader, symbol, direction: random.pick(['up', 'down'] as const), stake: Math.round(stake * 100) / 100 }
  }

  function addPurchase(trader: Purchase['trader'], request: Purchase['request']) {
    const purchase: Purchase = { trader, key: world.createKey(), request, answers: [] }
    purchases.push(purchase)
    return buy(purchase)
  }

  function buy({ trader, key, request, answers }: Purchase) {
    return async () => {
      const { trading } = server
      const bought = await ('strike' in request
        ? trading.buyLadder(trader, request, key)
        : trading.buyTrade(trader, request, key))
      if (bought.ok) answers.push(bought.value)
    }
  }

  /** Draws another request under the key of an earlier one. */
  function drawReusedKey(earlier: Purchase) {
    return buy({ ...earlier, request: { ...earlier.request, stake: earlier.request.stake + 1 }, answers: [] })
  }

  function drawSale() {
    const { trader, answers, request } = random.pick(purchases)
    const [trade] = answers
    const shown = random.pick([0, 0, request.stake])
    return async () => {
      if (trade === undefined) return
      const sale: Sale = { id: trade.id, shown, answers: [] }
      world.sales.push(sale)
      const sold = await server.trading.sellTrade(trader, trade.id, shown)
      if (sold.ok) sale.answers.push(sold.value)
    }
  }

  function drawGiveUp() {
    const trader = random.pick(world.traders)
    return async () => {
      const [bonus] = (await listOpenBonuses(server.db, trader.id)).toReversed()
      if (bonus === undefined) return
      const given = await giveUpBonus(server.db, trader.id, bonus.id, server.clock.now())
      if (given.ok) world.givenUp.push({ userId: trader.id, bonusId: bonus.id })
    }
  }
}

/** Returns how many points a unit of the price has. */
function getDigitFactor(name: string): number {
  return 10 ** (findSymbol(name)?.digits ?? 0)
}
