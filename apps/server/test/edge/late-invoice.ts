import { type CoinRules, drawMarketRate, lockMs, openInvoice, playCoins, productRules, toCoins } from './coin-market.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

/**
 * Waits until the last block that has the locked rate, by sending late or with a fee that is too low, and pays all that the lock covers
 * only if it is worth more here than on the market by then. An invoice that is not paid costs nothing.
 */
function playLateInvoices(game: Game, payments: number, rules: CoinRules = productRules): Gain {
  const invoice = openInvoice(1_000_000)
  return playCoins(game, payments, (random) => {
    const marketRate = drawMarketRate(random, lockMs - 1)
    const value = invoice.lockedMax
    const credited = rules.computeCredit(invoice, [], { value, minedAtMs: lockMs - 1, marketRate })
    const worth = toCoins(value) * Number(marketRate)
    return credited > worth ? (credited * (1 - rules.turnCost)) / worth - 1 : null
  })
}

export const lateInvoice: Strategy = {
  name: 'waits with a payment in coins until the last block of the locked rate, and pays after a fall only',
  per: 'payment',
  kind: cash,
  play: (game) => playLateInvoices(game, 40_000),
  planted: {
    fault: 'money could leave without being traded',
    play: (game) => playLateInvoices(game, 40_000, { ...productRules, turnCost: 0 }),
  },
}
