import { convertToCoin } from '@tradefront/rules/crypto/coin-amounts'

import {
  type CoinRules,
  drawMarketRate,
  hourMs,
  openInvoice,
  playCoins,
  productRules,
  startRate,
  toCoins,
} from './coin-market.ts'
import { cash, type Gain, type Game, type Strategy } from './strategy.ts'

const weekMs = 7 * 24 * hourMs

/**
 * Pays in coins, waits for a week, and takes what is better then: the coins back, or the money after trading it once. The result is
 * compared with the value of the coins when they were paid in: on a market without a trend, keeping them would gain nothing on average.
 */
function playCoinsInAndOut(game: Game, payments: number, rules: CoinRules = productRules): Gain {
  const invoice = openInvoice(1_000_000)
  const value = invoice.amountDue
  const paidIn = toCoins(value) * Number(startRate)
  const credited = rules.computeCredit(invoice, [], { value, minedAtMs: 0, marketRate: startRate })
  return playCoins(game, payments, (random) => {
    const rate = drawMarketRate(random, weekMs)
    const coins = toCoins(rules.computeCoinsBack(credited, value, rate)) * Number(rate)
    return Math.max(coins, credited * (1 - rules.turnCost)) / paidIn - 1
  })
}

export const coinsBack: Strategy = {
  name: 'pays in coins and takes after a week what is better: the coins, or the money after trading it once',
  per: 'payment',
  kind: cash,
  play: (game) => playCoinsInAndOut(game, 40_000),
  planted: {
    fault: 'all coins went back after a rise',
    play: (game) => playCoinsInAndOut(game, 40_000, { ...productRules, computeCoinsBack: (_amount, came) => came }),
  },
}

export const moreCoinsBack: Strategy = {
  name: 'pays in coins and takes more coins back after a fall',
  per: 'payment',
  kind: cash,
  play: (game) => playCoinsInAndOut({ ...game, seed: game.seed + 1 }, 40_000),
  planted: {
    fault: 'the money were sent as coins at a rate without a spread',
    play: (game) =>
      playCoinsInAndOut(game, 40_000, {
        ...productRules,
        computeCoinsBack: (amount, _came, rate) => convertToCoin(amount, (rate * 98n) / 100n, 'BTC'),
      }),
  },
}
