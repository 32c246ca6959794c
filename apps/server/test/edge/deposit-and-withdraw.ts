import { type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import { mergePayouts, planPayouts, type ReturnSource } from '@tradefront/rules/withdrawal/plan-payouts'
import { computeFee, computeReturnFee, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'
import { computeUntraded, computeUntradedPart } from '@tradefront/rules/withdrawal/untraded'

import { createRandom } from '../fixtures/seeded-random.ts'
import { cash, exactly, type Gain, type Game, settings, type Strategy } from './strategy.ts'

/** What a processor takes of a payment that comes in, in percent, and how much it costs to send money out. */
const costIn: Readonly<Record<string, number>> = { card: 2.9, wallet: 2.5, coins: 0, bank: 0 }
const wallets: readonly WithdrawalMethod[] = ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay']

/** For each pair of methods. */
const amounts = 20

/**
 * Pays in by one method and withdraws all of it at once by another, for each pair of methods. A withdrawal that is refused gains nothing.
 * The largest gain of the trader, or loss of the house, which pays the processor of the deposit.
 */
function playDepositAndWithdraw({ seed, runs }: Game, factor = settings.deposit_turnover_factor): Gain {
  const random = createRandom(seed)
  let most = Number.NEGATIVE_INFINITY
  for (const from of withdrawalMethods)
    for (const to of withdrawalMethods)
      for (let run = 0; run < amounts * runs; run += 1) {
        const amount = 30_000 + random.below(900_000)
        const received = playCycle(from, to, amount, factor)
        if (received === null) continue
        const houseLoss = received / amount - 1 + findCostIn(from) / 100
        most = Math.max(most, received / amount - 1, houseLoss)
      }
  return exactly(most)
}

/** What arrives, in minor units; null: refused. */
function playCycle(from: WithdrawalMethod, to: WithdrawalMethod, amount: number, factor: number): number | null {
  const isRefundable = from === 'card' || wallets.includes(from)
  const captures = isRefundable ? [{ attemptId: 1, number: 1, left: amount, isCoins: false }] : []
  const sources: readonly ReturnSource[] = [{ method: from, owed: amount, captures }]
  const { untraded } = computeUntraded([{ left: amount, turnoverAfter: 0 }], factor)
  const part = computeUntradedPart(amount, amount, untraded)
  const planned = planPayouts({ amount, untraded: part, method: to }, sources)
  if (!planned.ok) return null
  const terms = (method: WithdrawalMethod) => toAccountTerms(defaultTerms[method], 'USD')
  const returned = planned.value.untraded.reduce(
    (sum, each) => sum + computeReturnFee(each.amount, terms(each.method)),
    0,
  )
  const moved = mergePayouts(planned.value.traded).filter(({ method, capture }) => method === to && capture === null)
  const fee = moved.reduce((sum, each) => sum + computeFee(each.amount, terms(each.method)), 0)
  return amount - returned - fee
}

function findCostIn(method: WithdrawalMethod): number {
  if (method === 'card') return costIn['card'] ?? 0
  return wallets.includes(method) ? (costIn['wallet'] ?? 0) : 0
}

export const depositAndWithdraw: Strategy = {
  name: 'pays in by each method and withdraws at once by each other one, at the cost of the house',
  per: 'deposit',
  kind: cash,
  play: (game) => playDepositAndWithdraw(game),
  planted: { fault: 'nothing had to be traded', play: (game) => playDepositAndWithdraw(game, 0) },
}
