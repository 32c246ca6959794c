import { transitionOnExpiry, transitionOnReceipt } from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'

import type { AppContext } from '../../context.ts'
import { buildResultWrite } from './build-result-write.ts'
import { updateDeposit } from './update-deposit.ts'
import { type Deposit, findAttempt, findCreditedCapture } from './deposit.ts'
import { writeResult } from './result-writer.ts'

/**
 * `amount` is in minor units, above 0. `isEnough`: with it, the invoice has its amount in time. `isFarTooMuch`: with it, more than twice
 * the amount has arrived.
 */
export type ReceiptCredit = { readonly amount: number; readonly isEnough: boolean; readonly isFarTooMuch: boolean }

// Money of invoices arrives without a request, in any number of payments, also after the end. The calls are safe to repeat and to run on
// several servers: an output is captured once.

/**
 * Credits an output.
 * @param output `<transaction>:<index>`
 * @param compute runs again if the deposit has changed; null credits nothing
 * @returns whether the output is credited, now or before
 */
export function creditReceipt(
  context: AppContext,
  reference: string,
  output: string,
  compute: (deposit: Deposit) => Promise<ReceiptCredit | null>,
): Promise<boolean | null> {
  return updateDeposit(context, { reference }, async (deposit) => {
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
    const write = buildResultWrite(context, deposit, attempt, result, next)
    await writeResult(context, deposit, write)
    return true
  })
}

/** Ends an invoice. @param findReason null keeps it open @returns whether it has failed now */
export function endInvoice(
  context: AppContext,
  reference: string,
  source: 'time' | 'cancel',
  findReason: (deposit: Deposit) => Promise<TextKey | null>,
): Promise<boolean | null> {
  return updateDeposit(context, { reference }, async (deposit) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt === undefined) return false
    const next = transitionOnExpiry({ attempt: attempt.state, deposit: deposit.state })
    if (next.attempt === attempt.state) return false
    const reason = await findReason(deposit)
    if (reason === null) return false
    const result = { source, state: next.attempt, reason }
    const write = buildResultWrite(context, deposit, attempt, result, next)
    await writeResult(context, deposit, write)
    return true
  })
}
