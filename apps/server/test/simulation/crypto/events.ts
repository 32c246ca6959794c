import type { InvoiceView } from '@tradefront/contract/crypto'

import type { Random } from '../../fixtures/seeded-random.ts'
import { type CryptoWorld, listCoins, takeShare } from './crypto-world.ts'

/** An event that is decided beforehand, so that the order does not change what happens. */
export type WorldEvent = (world: CryptoWorld) => Promise<void> | void

type Keeps = 'confirmed' | 'unconfirmed' | 'lost'

/** Draws an event: payments, blocks, reorganisations, readings, and failures of nodes and rates. */
export function drawEvent(random: Random, keeps: readonly Keeps[]): WorldEvent {
  const coin = random.pick(listCoins())
  const seconds = 1 + random.below(40)
  const event = drawChainEvent(random, coin, keeps)
  return async (world) => {
    await event(world)
    world.clock.advance(seconds * 1000)
  }
}

function drawChainEvent(random: Random, coin: 'BTC' | 'ETH', keeps: readonly Keeps[]): WorldEvent {
  switch (random.below(14)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return drawPayment(random)
    case 4:
    case 5:
    case 6: {
      const blocks = 1 + random.below(3)
      return ({ chains }) => chains[coin].mine(blocks)
    }
    case 7: {
      const [depth, kept] = [1 + random.below(4), random.pick(keeps)]
      return ({ chains }) => chains[coin].reorganise(depth, kept)
    }
    case 8: {
      const failure = random.pick([0, 0, 0.2, 1])
      return (world) => world.setNodeFailure(failure)
    }
    case 9: {
      const isDown = random.chance(0.3)
      return (world) => world.setRatesDown(isDown)
    }
    default: {
      const count = 1 + random.below(2)
      return (world) => world.work(count)
    }
  }
}

/** Draws a payment: exact, in parts, too much, almost nothing, by a contract, in tokens, or to several invoices at once. */
export function drawPayment(random: Random): WorldEvent {
  const [first, second, kind, part] = [random.below(97), random.below(97), random.below(7), random.below(4)]
  const isByContract = random.chance(0.2)
  return ({ chains, invoices }) => {
    const invoice = invoices[first % Math.max(1, invoices.length)]
    if (invoice === undefined) return
    const chain = chains[invoice.coin]
    const output = (to: InvoiceView, permille: number) => ({ address: to.address, value: takeShare(to, permille) })
    const source = isByContract && invoice.coin === 'ETH' ? 'contract' : 'transaction'
    switch (kind) {
      case 0:
        chain.pay([output(invoice, 1000)], { source })
        break
      case 1:
        // The part that is missing is within the tolerance.
        chain.pay([output(invoice, [996, 997, 998, 1000][part] ?? 0)], { source })
        break
      case 2:
        chain.pay([output(invoice, [250, 500, 994, 996][part] ?? 0)], { source })
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
        chain.pay([output(invoice, 600), output(others[second % others.length] ?? invoice, 1000)])
      }
    }
  }
}

/** Shuffles by the method of Fisher and Yates. */
export function shuffle<Value>(values: readonly Value[], random: Random): Value[] {
  const shuffled = [...values]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1)
    const moved = shuffled[last] as Value
    shuffled[last] = shuffled[other] as Value
    shuffled[other] = moved
  }
  return shuffled
}
