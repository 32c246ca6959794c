import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'

import { createRandom } from '../fixtures/seeded-random.ts'
import { createPayingAccount, findCostIn, productReturnRules, type ReturnRules, sumReceived } from './paying-account.ts'
import { cash, exactly, type Gain, type Game, type Strategy } from './strategy.ts'

/** Number of amounts for each pair of methods. */
const amounts = 20

/**
 * Pays in by one method and withdraws all of it at once by another, for each pair of methods. A withdrawal that is refused gains nothing.
 * The largest gain of the trader, or loss of the house, which pays the processor of the deposit.
 */
function playDepositAndWithdraw({ seed, runs }: Game, rules: ReturnRules = productReturnRules): Gain {
  const random = createRandom(seed)
  let most = Number.NEGATIVE_INFINITY
  for (const from of withdrawalMethods)
    for (const to of withdrawalMethods)
      for (let run = 0; run < amounts * runs; run += 1) {
        const amount = 30_000 + random.below(900_000)
        const account = createPayingAccount(rules)
        account.deposit(from, amount)
        const payouts = account.withdraw(to, amount)
        if (payouts !== null) most = Math.max(most, sumReceived(payouts) / amount - 1 + findCostIn(from) / 100)
      }
  return exactly(most)
}

export const depositAndWithdraw: Strategy = {
  name: 'pays in by each method and withdraws at once by each other one, at the cost of the house',
  per: 'deposit',
  kind: cash,
  play: (game) => playDepositAndWithdraw(game),
  planted: {
    fault: 'nothing had to be traded',
    play: (game) => playDepositAndWithdraw(game, { ...productReturnRules, turnoverFactor: 0 }),
  },
}
