import type { PaymentRequest } from '@tradefront/contract/deposits'
import { getProcessor } from '@tradefront/processors/registry'

import type { AppContext } from '../../../context.ts'
import { translateRefusal } from '../../../platform/translate-refusal.ts'
import { toDepositView } from '../../deposits/service.ts'
import type { Trader } from '../trader.ts'
import type { CardCallReply } from './call-processor.ts'
import { findOrOpenCardDeposit } from './find-or-open-card-deposit.ts'
import { startAttempt } from './start-attempt.ts'

/** `card` is null for the one that was used last. */
export type TopUp = { readonly payment: PaymentRequest; readonly card: string | null }

/** Charges the saved card: asks the processors in their order until one needs the trader, is undecided or ends the deposit. */
export async function chargeSavedCard(
  context: AppContext,
  trader: Trader,
  { payment, card }: TopUp,
  key: string | null,
): Promise<CardCallReply> {
  const opened = await findOrOpenCardDeposit(context, trader, payment, key, card)
  if (!opened.ok) {
    const message = translateRefusal(trader.language, opened)
    return { return: false, error: opened.code, message, deposit: null }
  }
  let deposit: CardCallReply['deposit'] = toDepositView(opened.value, trader.language)
  while (deposit?.next != null) {
    const processor = getProcessor(deposit.next)
    // The browser waits for this processor, and continues the payment.
    if (processor.startDelayMs !== undefined) break
    const { deposit: after = null }: CardCallReply = await startAttempt(context, trader, processor, payment, key)
    if (after === null || after.tried.length === deposit.tried.length) break
    deposit = after
  }
  const isFailed = deposit?.state === 'failed'
  const message = deposit?.message ?? undefined
  return {
    return: !isFailed,
    ...(isFailed && { error: deposit?.reason ?? 'cascade_card.failed' }),
    ...(message !== undefined && { message }),
    deposit,
  }
}
