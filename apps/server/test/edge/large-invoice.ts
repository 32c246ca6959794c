import { convertFromCoin } from '@tradefront/rules/crypto/coin-amounts'

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
import { cash, exactly, type Gain, type Game, settings, type Strategy } from './strategy.ts'

/** Payment of 10 coins, which is four thousand times the amount of the invoice. */
const value = 1_000_000_000n
/** Least fall of the price after which it pays: it is worth more than trading the money once. */
const leastFall = 0.1

/** Opens an invoice of 250.00, waits for an hour, and sends four thousand times as much if the price has crashed. */
function playLargeInvoices(game: Game, payments: number, rules: CoinRules = productRules): Gain {
  const invoice = openInvoice(25_000)
  return playCoins(game, payments, (random) => {
    const marketRate = drawMarketRate(random, hourMs)
    if (Number(marketRate) > (1 - leastFall) * Number(invoice.rate)) return null
    const credited = rules.computeCredit(invoice, [], { value, minedAtMs: hourMs, marketRate })
    return (credited * (1 - rules.turnCost)) / (toCoins(value) * Number(marketRate)) - 1
  })
}

const withoutLimit: CoinRules = {
  ...productRules,
  computeCredit: ({ rate, coin }, _earlier, payment) => convertFromCoin(payment.value, rate, coin),
}

export const largeInvoice: Strategy = {
  name: 'pays four thousand times the amount of an invoice after a crash',
  per: 'payment',
  kind: cash,
  play: (game) => playLargeInvoices(game, 200_000),
  planted: {
    fault: 'the locked rate held for all of it',
    play: (game) => playLargeInvoices(game, 200_000, withoutLimit),
  },
}

/** Plays a market that has risen, where coins beyond the amount would be worth more at the rate when they are mined. */
function playRisingMarket(game: Game, rules: CoinRules = productRules): Gain {
  const invoice = openInvoice(25_000)
  return playCoins(game, 40_000, (random) => {
    const marketRate = drawMarketRate(random, hourMs)
    if (Number(marketRate) < 1.01 * Number(invoice.rate)) return null
    const credited = rules.computeCredit(invoice, [], { value, minedAtMs: hourMs, marketRate })
    return credited / (toCoins(value) * Number(marketRate)) - 1
  })
}

export const overpayInRisingMarket: Strategy = {
  name: 'pays more than an invoice asks for after a rise',
  per: 'payment',
  kind: cash,
  play: (game) => playRisingMarket(game),
  planted: {
    fault: 'what was paid too much had a spread in favour of the trader',
    play: (game) =>
      playRisingMarket(game, {
        ...productRules,
        computeCredit: ({ coin }, _earlier, payment) =>
          convertFromCoin(payment.value, (payment.marketRate * 101n) / 100n, coin),
      }),
  },
}

const partCount = 4000

/** Pays in four thousand parts, each credited by itself. The gain is compared with the same payment at once. */
function playParts(round: (terms: ReturnType<typeof openInvoice>, part: bigint, index: number) => number): number {
  const invoice = openInvoice(25_000)
  const part = invoice.amountDue / BigInt(partCount)
  const payment = { value: BigInt(partCount) * part, minedAtMs: 0, marketRate: startRate }
  const whole = productRules.computeCredit(invoice, [], payment)
  let parts = 0
  for (let index = 0; index < partCount; index += 1) parts += round(invoice, part, index)
  // The spread is the price of the payment, in one or in parts.
  return parts / whole - 1 - settings.crypto_spread_percent / 100
}

export const splitPayment: Strategy = {
  name: 'pays an invoice in four thousand parts, so that each is rounded',
  per: 'payment',
  kind: cash,
  play: () =>
    exactly(
      playParts((invoice, part, index) => {
        const earlier = { value: part * BigInt(index), minedAtMs: 0, marketRate: startRate }
        return productRules.computeCredit(invoice, [earlier], { ...earlier, value: part })
      }),
    ),
  planted: {
    fault: 'each part were rounded up',
    play: () => exactly(playParts((invoice, part) => convertFromCoin(part, invoice.rate, 'BTC') + 1)),
  },
}
