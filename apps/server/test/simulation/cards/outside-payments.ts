import { claimCodes } from '@tradefront/rules/deposits/claims'

import type { ClaimDecision } from '../../../src/modules/deposits/claims.ts'
import { deriveAttemptReference, deriveDepositId } from '../../../src/modules/deposits/service.ts'
import type { ReceivedMoney } from './charge-scenario.ts'
import type { DatabaseState } from './database-state.ts'
import { claimKeys, getExpectedAmount, type SimulatedTrader } from './simulated-trader.ts'

/** Difference to the reported amount, in minor units. */
const differences = { 'as reported': 0, more: 12_345, less: -1 } as const

/** Lists the money that a trader has sent, e.g. by bank, under the reference of the claim that reports it. */
function listOutsidePayments(trader: SimulatedTrader): ReceivedMoney[] {
  return claimKeys.flatMap((key) => {
    const { method, arrives } = trader.claims[key]
    if (arrives === 'nothing') return []
    const reference = deriveAttemptReference(deriveDepositId(trader.id, key), claimCodes[method])
    const amount = getExpectedAmount(trader, key) + differences[arrives]
    return [{ reference, state: 'succeeded', amount, currency: trader.currency, refunded: 0, takenBackAs: null }]
  })
}

/** Lists references of the claims that a trader can make. */
export function listClaimReferences({ id, claims }: SimulatedTrader): string[] {
  return claimKeys.map((key) => deriveAttemptReference(deriveDepositId(id, key), claimCodes[claims[key].method]))
}

/** Lists payments that arrived and were reported: we do not know the others. */
export function listReportedPayments(trader: SimulatedTrader, { attempts }: DatabaseState): ReceivedMoney[] {
  return listOutsidePayments(trader).filter((payment) =>
    attempts.some(({ reference }) => reference === payment.reference),
  )
}

/** Decides a claim as the operator finds it at the bank. */
export function decideByBank(trader: SimulatedTrader, reference: string): ClaimDecision {
  const payment = listOutsidePayments(trader).find((each) => each.reference === reference)
  if (payment === undefined) return { kind: 'rejected', reason: 'No such payment.' }
  return { kind: 'accepted', received: payment.amount }
}
