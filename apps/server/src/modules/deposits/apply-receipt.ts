import {
  transitionOnExpiry,
  transitionOnReceipt,
  type Transition,
} from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { Clock } from '../../platform/clock.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildResultWrite } from './build-result-write.ts'
import type { DepositBatches } from './deposit-store.ts'
import { type Attempt, type Deposit, findAttempt, findCreditedCapture } from './deposit.ts'

/**
 * `amount` in minor units, above 0. `isEnough`: with it, the invoice has its amount in time. `isFarTooMuch`: with it, more than twice
 * the amount has arrived.
 */
export type ReceiptCredit = { readonly amount: number; readonly isEnough: boolean; readonly isFarTooMuch: boolean }

type ApplyReceiptDeps = {
  readonly batches: Pick<DepositBatches, 'updateDeposit'>
  readonly clock: Clock
  readonly waitScale: number
}

/**
 * For invoices: their money arrives without a request, in any number of payments, also after the end. Safe to repeat and to run on
 * several servers: an output is captured once.
 */
export function createApplyReceipt(deps: ApplyReceiptDeps) {
  const { batches, clock } = deps
  const write = async (
    deposit: Deposit,
    attempt: Attempt,
    result: AttemptResult,
    next: Transition,
    commands: Parameters<Parameters<DepositBatches['updateDeposit']>[1]>[1],
  ) => commands.writeResult(buildResultWrite(deps, deposit, attempt, result, next), clock.now())

  return {
    /**
     * @param output `<transaction>:<index>`
     * @param compute runs again if the deposit has changed; null credits nothing
     * @returns whether the output is credited, now or before
     */
    creditReceipt: (
      reference: string,
      output: string,
      compute: (deposit: Deposit) => Promise<ReceiptCredit | null>,
    ): Promise<boolean | null> =>
      batches.updateDeposit({ reference }, async (deposit, commands) => {
        const attempt = findAttempt(deposit, reference)
        if (attempt === undefined) return false
        if (deposit.captures.some(({ processorReference }) => processorReference === output)) return true
        const credit = await compute(deposit)
        if (credit === null) return false
        const next = transitionOnReceipt(
          { attempt: attempt.state, deposit: deposit.state, isCredited: findCreditedCapture(deposit) !== null },
          credit,
        )
        const money = { amount: credit.amount, currency: deposit.currency }
        const result = { source: 'chain', state: 'succeeded', processorReference: output, money } as const
        await write(deposit, attempt, result, next, commands)
        return true
      }),

    /** @param findReason null keeps it open @returns whether it has failed now */
    endInvoice: (
      reference: string,
      source: 'time' | 'cancel',
      findReason: (deposit: Deposit) => Promise<TextKey | null>,
    ): Promise<boolean | null> =>
      batches.updateDeposit({ reference }, async (deposit, commands) => {
        const attempt = findAttempt(deposit, reference)
        if (attempt === undefined) return false
        const next = transitionOnExpiry({ attempt: attempt.state, deposit: deposit.state })
        if (next.attempt === attempt.state) return false
        const reason = await findReason(deposit)
        if (reason === null) return false
        await write(deposit, attempt, { source, state: next.attempt, reason }, next, commands)
        return true
      }),
  }
}
