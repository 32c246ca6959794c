import type { Database } from '../../../src/platform/database/database.ts'
import type { SimulatedRun } from '../test-simulation.ts'
import { createRandom, type Random } from '../../fixtures/seeded-random.ts'
import { checkProperties, type Violation } from './check-properties.ts'
import type { Property } from './properties.ts'
import { createCryptoWorld, type CryptoMutant, type CryptoWorld, listCoins } from './crypto-world.ts'
import { drawEvent, drawPayment, type WorldEvent, shuffle } from './events.ts'

const minuteMs = 60_000
const steps = 15
const allEnds = ['confirmed', 'unconfirmed', 'lost'] as const

/**
 * Every second run is calm: nothing disappears, so that its end does not depend on the order. It runs again with payments, blocks,
 * readings and credits in another order, and with crashes. Both must end the same.
 */
export async function runScenario(
  database: Database,
  seed: number,
  mutant: CryptoMutant = {},
): Promise<SimulatedRun<Property>> {
  const other = createRandom(seed + 1_000_000)
  if (seed % 2 === 1) {
    const { violations, outcomes, log } = await runWorld(database, seed, mutant, other, liveWildly)
    return { violations, outcomes: new Set(outcomes), log }
  }
  const orderly = await runWorld(database, seed, mutant, null, liveCalmly)
  const disordered = await runWorld(database, seed, mutant, other, liveCalmly)
  const isEqual = JSON.stringify(orderly.ends) === JSON.stringify(disordered.ends)
  const difference: Violation[] = isEqual
    ? []
    : [{ property: 'anyOrder', detail: JSON.stringify([orderly.ends, disordered.ends]) }]
  return {
    violations: [...orderly.violations, ...disordered.violations, ...difference],
    outcomes: new Set([...orderly.outcomes, ...disordered.outcomes]),
    log: [...orderly.log, ...disordered.log],
  }
}

type Life = (world: CryptoWorld, random: Random) => Promise<void>

async function runWorld(database: Database, seed: number, mutant: CryptoMutant, disorder: Random | null, live: Life) {
  const random = createRandom(seed)
  const number = seed * 2 + (disorder === null ? 0 : 1)
  const world = await createCryptoWorld({ database, number, random, disorder, mutant })
  await world.work(1)
  await live(world, random)
  world.stopFaults()
  for (let round = 0; round < 5; round += 1) await settle(world)
  await world.compareReceipts()
  return checkProperties(world, live === liveCalmly)
}

/** Does anything at any time: transactions are replaced and lost with their blocks, and an operator decides about their credits. */
async function liveWildly(world: CryptoWorld, random: Random): Promise<void> {
  const { chains, clock, people } = world
  for (let step = 0; step < steps; step += 1) {
    switch (random.below(16)) {
      case 0:
      case 1:
        await world.openInvoice()
        break
      case 2:
        if (random.chance(0.3)) chains[random.pick(listCoins())].dropUnconfirmed()
        break
      case 3:
        clock.advance((1 + random.below(20)) * minuteMs)
        break
      case 4:
        if (random.chance(0.3)) clock.advance((60 + random.below(150)) * minuteMs)
        break
      case 5:
        world.moveRates()
        break
      case 6:
        await people.decideLost()
        break
      case 7:
        if (random.chance(0.4)) await people.spend(random)
        break
      case 8:
        if (random.chance(0.5)) await world.cancelInvoice()
        break
      case 9:
        if (random.chance(0.3)) await people.redeemCode(random)
        break
      default:
        await drawEvent(random, allEnds)(world)
    }
    clock.advance(1000 + random.below(40_000))
    if (random.chance(0.6)) await world.work(1 + random.below(2))
  }
  world.stopFaults()
  await settle(world)
  if (random.chance(0.5)) await people.spend(random)
  // Credited payments are lost, and some of them are sent again.
  for (const coin of listCoins()) if (random.chance(0.7)) chains[coin].reorganise(3 + random.below(9), 'lost')
  for (let count = random.below(4); count > 0; count -= 1) await drawPayment(random)(world)
}

/**
 * Opens invoices first; then come what arrives in time, what arrives late, and what is too late for the rate. Each part can have any order.
 */
async function liveCalmly(world: CryptoWorld, random: Random): Promise<void> {
  for (let count = 2 + random.below(3); count > 0; count -= 1) await world.openInvoice()
  const drawEvents = (count: number): WorldEvent[] =>
    Array.from({ length: count }, () => drawEvent(random, ['confirmed', 'unconfirmed']))
  const parts = [drawEvents(8), drawEvents(4), drawEvents(3)]
  for (const [index, part] of parts.entries()) {
    const { disorder } = world
    for (const event of disorder === null ? part : shuffle(part, disorder)) await event(world)
    // All of it is seen before the hour ends, below what a later reorganisation can replace: the block that stays decides.
    world.setNodeFailure(0)
    world.setRatesDown(false)
    for (const coin of listCoins()) world.chains[coin].mine(5)
    world.clock.advance(2 * minuteMs)
    await world.work(1)
    // The last part is too late for the locked rate.
    world.clock.advance((index === 0 ? 61 : 121) * minuteMs)
    await world.work(1)
  }
}

/** Brings all ends, by time, blocks and the operator. */
async function settle(world: CryptoWorld): Promise<void> {
  for (const coin of listCoins()) world.chains[coin].mine(5)
  world.clock.advance(31 * minuteMs)
  // By now any lease has ended.
  await world.work(1)
  await world.people.decideLost()
}
