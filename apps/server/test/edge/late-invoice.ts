import { computeLowestEdge } from '@tradefront/rules/settings/bonus-soundness'

import {
  type CoinRules,
  drawMarketRate,
  openInvoice,
  playCoins,
  productRules,
  startRate,
  toCoins,
} from './coin-market.ts'
import { cash, type Gain, type Game, limits, type Strategy } from './strategy.ts'

/**
 * Waits until the last block that has the locked rate, by sending late or with a fee that is too low, and pays all that the lock covers
 * only if it is worth more here than on the market by then. An invoice that is not paid costs nothing.
 * @param leastFall of the price, as a part of it: with less, nothing is paid
 */
function playLateInvoices(game: Game, payments: number, rules: CoinRules = productRules, leastFall = 0): Gain {
  const invoice = openInvoice(1_000_000, rules)
  const minedAtMs = invoice.blockUntilMs - 1
  return playCoins(game, payments, (random) => {
    const marketRate = drawMarketRate(random, minedAtMs)
    if (Number(marketRate) > (1 - leastFall) * Number(startRate)) return null
    const value = invoice.lockedMax
    const credited = rules.computeCredit(invoice, [], { value, minedAtMs, marketRate })
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

const crash = 0.03
const creditWithWiderLock: CoinRules['computeCredit'] = (terms, earlier, payment) =>
  productRules.computeCredit(terms, earlier, { ...payment, marketRate: (payment.marketRate * 102n) / 101n })

/** Rules under which the money leaves after it was traded once, by a trader who reads the rounding of prices. */
const limitRules: CoinRules = {
  ...productRules,
  settings: limits,
  turnCost:
    limits.deposit_turnover_factor *
    computeLowestEdge({
      payoutPercent: limits.payout_percents.currency,
      ladderMarginPercent: limits.ladder_margin_percent,
    }),
}

export const lateInvoiceAtLimits: Strategy = {
  name: 'does so after a fall of 3 % only, at the longest lock, the lowest spread and the most generous trades that can be set',
  per: 'payment',
  kind: cash,
  play: (game) => playLateInvoices(game, 40_000, limitRules, crash),
  planted: {
    fault: 'the locked rate could be 2 % above the market',
    play: (game) => playLateInvoices(game, 40_000, { ...limitRules, computeCredit: creditWithWiderLock }, crash),
  },
}
