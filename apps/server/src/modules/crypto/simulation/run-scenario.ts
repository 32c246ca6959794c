import type { InvoiceView } from '@tradefront/contract/crypto'

import type { Database } from '../../../platform/database/database.ts'
import { createRandom, type Random } from '../../../testing/seeded-random.ts'
import { checkProperties, type Violation } from './check-properties.ts'
import { createCryptoWorld, type CryptoMutant, type CryptoWorld, listCoins, takeShare } from './crypto-world.ts'

export type ScenarioRun = { readonly violations: readonly Violation[]; readonly outcomes: ReadonlySet<string> }

const minuteMs = 60_000
const steps = 24
let worlds = 0

/** Runs a scenario without faults twice. The second time, payments are credited in another order, with crashes. Both must end the same. */
export async function runScenario(database: Database, seed: number, mutant: CryptoMutant = {}): Promise<ScenarioRun> {
  const orderly = await runWorld(database, seed, mutant, null)
  // Otherwise a payment can disappear before it is credited.
  if (!isCalm(seed)) return { violations: orderly.violations, outcomes: new Set(orderly.outcomes) }
  const disordered = await runWorld(database, seed, mutant, createRandom(seed + 1_000_000))
  const isEqual = JSON.stringify(orderly.ends) === JSON.stringify(disordered.ends)
  const difference: Violation[] = isEqual
    ? []
    : [{ property: 'anyOrder', detail: JSON.stringify([orderly.ends, disordered.ends]) }]
  return {
    violations: [...orderly.violations, ...disordered.violations, ...difference],
    outcomes: new Set([...orderly.outcomes, ...disordered.outcomes]),
  }
}

/** Nothing that was seen disappears. */
function isCalm(seed: number): boolean {
  return seed % 2 === 0
}

async function runWorld(database: Database, seed: number, mutant: CryptoMutant, disorder: Random | null) {
  worlds += 1
  const random = createRandom(seed)
  const world = await createCryptoWorld({ database, name: `-${worlds}`, random, disorder, mutant })
  await world.work(1)
  for (let step = 0; step < steps; step += 1) await act(world, random, isCalm(seed))
  world.stopFaults()
  await settle(world)
  await world.compareReceipts()
  return checkProperties(world)
}

async function act(world: CryptoWorld, random: Random, calm: boolean): Promise<void> {
  const { chains, clock } = world
  const chain = chains[random.pick(listCoins())]
  switch (random.below(16)) {
    case 0:
    case 1:
      await world.openInvoice()
      break
    case 2:
    case 3:
    case 4:
    case 5:
      pay(world, random)
      break
    case 6:
    case 7:
    case 8:
      chain.mine(1 + random.below(3))
      break
    case 9:
      chain.reorganise(
        1 + random.below(4),
        random.pick(calm ? (['confirmed', 'unconfirmed'] as const) : (['confirmed', 'unconfirmed', 'lost'] as const)),
      )
      break
    case 10:
      if (random.chance(0.3) && !calm) chain.dropUnconfirmed()
      break
    case 11:
      clock.advance((1 + random.below(20)) * minuteMs)
      break
    case 12:
      if (random.chance(0.3)) clock.advance((60 + random.below(60)) * minuteMs)
      break
    case 13:
      world.moveRates()
      break
    case 14:
      world.setNodeFailure(random.pick([0, 0, 0.2, 1]))
      break
    default:
      world.setRatesDown(random.chance(0.3))
  }
  clock.advance(1000 + random.below(40_000))
  if (random.chance(0.8)) await world.work(1 + random.below(2))
}

/** Exactly, in parts, too much, almost nothing, by a contract, in tokens, or several invoices at once. */
function pay({ chains, invoices }: CryptoWorld, random: Random): void {
  if (invoices.length === 0) return
  const invoice = random.pick(invoices)
  const chain = chains[invoice.coin]
  const output = (to: InvoiceView, permille: number) => ({ address: to.address, value: takeShare(to, permille) })
  const source = random.chance(0.2) && invoice.coin === 'ETH' ? 'contract' : 'transaction'
  switch (random.below(7)) {
    case 0:
    case 1:
      chain.pay([output(invoice, 1000)], { source })
      break
    case 2:
      chain.pay([output(invoice, random.pick([250, 500, 994, 996]))], { source })
      break
    case 3:
      chain.pay([output(invoice, 1500)])
      break
    case 4:
      chain.pay([{ address: invoice.address, value: 1n }])
      break
    case 5:
      if (invoice.coin === 'ETH')
        chain.pay([output(invoice, 1000)], { token: '0xdac17f958d2ee523a2206206994597c13d831ec7' })
      else chain.pay([output(invoice, 300), output(invoice, 300), output(invoice, 400)])
      break
    default: {
      const others = invoices.filter(({ coin }) => coin === invoice.coin)
      chain.pay([output(invoice, 600), output(random.pick(others), 1000)])
    }
  }
}

/** All ends come by time and blocks alone. */
async function settle(world: CryptoWorld): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    for (const coin of listCoins()) world.chains[coin].mine(5)
    world.clock.advance(31 * minuteMs)
    // Any lease has ended.
    await world.work(1)
  }
}
