import { type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'

import { createRandom } from '../fixtures/seeded-random.ts'
import { drawMarketRate, openInvoice, playCoins, productRules, startRate, toCoins } from './coin-market.ts'
import { createPayingAccount, findCostIn, productReturnRules, type ReturnRules } from './paying-account.ts'
import { cash, exactly, type Gain, type Game, type Strategy } from './strategy.ts'

const anyCharge: ReturnRules = { ...productReturnRules, toAnyCharge: true }
const methods = withdrawalMethods.filter((method) => findCostIn(method) > 0 || method === 'bitcoin' || method === 'eth')
/** Number of amounts for each order of methods. */
const amounts = 4

/**
 * Pays in by one method and loses it, pays in the same amount by another, and withdraws by each, for each pair of methods. The second
 * deposit was not traded: the largest loss of the house, which pays its processor, as a part of it.
 */
function playRefundOfLostCharge({ seed, runs }: Game, rules: ReturnRules = productReturnRules): Gain {
  const random = createRandom(seed)
  let most = Number.NEGATIVE_INFINITY
  for (const lost of methods)
    for (const paid of methods.filter((method) => method !== lost))
      for (const to of [lost, paid])
        for (let run = 0; run < amounts * runs; run += 1) {
          const received = refundLostCharge(lost, paid, to, 30_000 + random.below(900_000), rules)
          if (received !== null) most = Math.max(most, received - 1 + findCostIn(paid) / 100)
        }
  return exactly(most)
}

/** Returns what arrives, as a part of the amount. Null: refused. */
function refundLostCharge(
  lost: WithdrawalMethod,
  paid: WithdrawalMethod,
  to: WithdrawalMethod,
  amount: number,
  rules: ReturnRules,
): number | null {
  const account = createPayingAccount(rules)
  account.deposit(lost, amount)
  account.trade(amount, amount)
  account.deposit(paid, amount)
  const payouts = account.withdraw(to, amount)
  return payouts === null ? null : payouts.reduce((sum, payout) => sum + payout.amount, 0) / amount
}

export const refundOfLostCharge: Strategy = {
  name: 'loses a deposit, pays in by another method, and withdraws by the method that is cheaper for the house to lose',
  per: 'deposit',
  kind: cash,
  play: (game) => playRefundOfLostCharge(game),
  planted: { fault: 'untraded money went back to any charge', play: (game) => playRefundOfLostCharge(game, anyCharge) },
}

/** Fall of the price that is waited for: the rate of the invoice does not change. */
const wantedFall = 0.03

/**
 * Has paid in coins at half the price and lost the money. Pays an invoice after a fall, while its rate is locked, and takes the money back
 * as coins: as many as the old payment allows, or as few as came.
 */
function playCoinsOfOldCharge(
  game: Game,
  rules: ReturnRules = productReturnRules,
  computeCoinsBack: typeof productRules.computeCoinsBack = productRules.computeCoinsBack,
): Gain {
  return playCoins(game, 40_000, (random) => {
    const invoice = openInvoice(1_000_000)
    const minedAtMs = invoice.blockUntilMs - 1
    const rate = drawMarketRate(random, minedAtMs)
    if (Number(rate) > Number(startRate) * (1 - wantedFall)) return null
    const credited = productRules.computeCredit(invoice, [], {
      value: invoice.amountDue,
      minedAtMs,
      marketRate: rate,
    })
    const coinsThatCame = [invoice.amountDue * 2n, invoice.amountDue]
    const account = createPayingAccount(rules)
    account.deposit('bitcoin', credited)
    account.trade(credited, credited)
    account.deposit('bitcoin', credited)
    const returned = (account.withdraw('bitcoin', credited) ?? []).reduce((sum, { amount, capture }) => {
      const came = coinsThatCame[capture?.attemptId ?? 0] ?? 0n
      const most = (came * BigInt(amount)) / BigInt(credited)
      return sum + toCoins(computeCoinsBack(amount, most, rate))
    }, 0)
    return returned / toCoins(invoice.amountDue) - 1
  })
}

export const coinsOfOldCharge: Strategy = {
  name: 'pays an invoice after a fall, and takes the money back as coins of an older payment that was lost',
  per: 'payment',
  kind: cash,
  play: (game) => playCoinsOfOldCharge(game),
  planted: {
    fault: 'untraded money went back to any charge, as all coins that it had brought',
    play: (game) => playCoinsOfOldCharge(game, anyCharge, (_amount, most) => most),
  },
}
