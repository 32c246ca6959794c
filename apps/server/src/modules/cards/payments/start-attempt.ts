import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { CallPayment, Processor } from '@tradefront/processors/processor'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../../context.ts'
import {
  applyResult,
  closeDeposit,
  type DepositWithContext,
  findDepositById,
  findDepositByKey,
  findOpenDeposit,
  isOpen,
  toDepositView,
  updateDeposit,
} from '../../deposits/service.ts'
import { hashMark, recordMark } from '../../marks/service.ts'
import { prepareDescriptor } from '../../validation/service.ts'
import { decryptForCharge } from '../saved-cards.ts'
import type { Trader } from '../trader.ts'
import { buildRepeatedReply, buildReply, callProcessor, type CardCallReply, toNativeRefusal } from './call-processor.ts'
import { createAttempt } from './create-attempt.ts'
import { findOrOpenCardDeposit } from './find-or-open-card-deposit.ts'

/** Starts an attempt. Each processor is called at most once per deposit. */
export async function startAttempt(
  context: AppContext,
  trader: Trader,
  processor: Processor,
  requested: CallPayment,
  key: string | null,
): Promise<CardCallReply> {
  const { clock, config, db } = context
  const payment = await resolvePaymentOptions(context, trader, requested, key)
  // This finds the deposit that `card/deposit` has opened with this key, or opens it for a client that knows only the specification.
  const opened = await findOrOpenCardDeposit(context, trader, payment, key)
  if (!opened.ok) return toNativeRefusal(processor, trader, opened)
  const isTried = opened.value.attempts.some((attempt) => attempt.processor === processor.name)
  if (isTried || !isOpen(opened.value)) return replyWithoutCall(context, trader, processor, opened.value, key)
  // The card is decrypted before the attempt is inserted, because an attempt uses up the day limit.
  const card = await decryptForCharge(context, opened.value.cardId)
  if (card === null) return refuseWithoutCard(context, trader, processor, opened.value)
  const descriptor = processor.canCharge ? await prepareDescriptor(context, opened.value) : null
  const mark = { userId: trader.id, kind: 'card', value: card.number, isProved: false } as const
  const attempt = await createAttempt(context, opened.value, processor, hashMark(context, mark.kind, mark.value))
  if (attempt === null) return replyWithoutCall(context, trader, processor, opened.value, key)
  const { reference, isDisabled } = attempt
  await recordMark(context, db, { ...mark, at: clock.now() })
  if (isDisabled) {
    await applyResult(context, reference, { source: 'time', state: 'not_charged', errorClass: 'switched_off' })
    return buildReply(context, trader, reference, null)
  }
  const { slug, buildStartRequest } = processor.upstream
  const request = buildStartRequest({
    reference,
    amountMinor: opened.value.amount,
    currency: opened.value.currency,
    card,
    country: opened.value.country,
    ...(descriptor !== null && { descriptor }),
    userId: String(trader.id),
    returnUrl: `${config.publicUrl}/return/${slug}`,
    notifyUrl: `${config.publicUrl}/hooks/${slug}`,
  })
  return callProcessor(context, trader, processor, attempt, 'start', request)
}

/** Completes a call whose body has no options with those of its deposit. */
async function resolvePaymentOptions(
  { db }: AppContext,
  trader: Trader,
  { amount, fixed, bonus }: CallPayment,
  key: string | null,
): Promise<PaymentRequest> {
  if (fixed !== null && bonus !== null) return { amount, fixed, bonus }
  const deposit = key === null ? await findOpenDeposit(db, trader.id) : await findDepositByKey(db, trader.id, key)
  return { amount, fixed: deposit?.isFixed === true ? 1 : 0, bonus: (deposit?.bonus ?? 0) > 0 ? 1 : 0 }
}

/** Closes the deposit, so that the trader can save the card again and start another. */
async function refuseWithoutCard(
  context: AppContext,
  trader: Trader,
  processor: Processor,
  { id }: DepositWithContext,
): Promise<CardCallReply> {
  await updateDeposit(context, { id }, async (deposit) => {
    const hasActiveAttempt = deposit.attempts.some(({ state }) => isActiveState(state))
    if (isOpen(deposit) && !hasActiveAttempt)
      await closeDeposit(context.db, deposit, 'cards.no_card', context.clock.now())
  })
  return toNativeRefusal(processor, trader, refuse('cards.no_card'))
}

async function replyWithoutCall(
  { db }: AppContext,
  trader: Trader,
  processor: Processor,
  opened: DepositWithContext,
  key: string | null,
): Promise<CardCallReply> {
  const deposit = (await findDepositById(db, trader.id, opened.id)) ?? opened
  const attempt = deposit.attempts.find((each) => each.processor === processor.name)
  if (attempt === undefined) return { return: false, deposit: toDepositView(deposit, trader.language) }
  return buildRepeatedReply(trader, processor, deposit, attempt, key === null ? null : 'start')
}
