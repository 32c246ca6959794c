import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { CallPayment, Processor } from '@tradefront/processors/processor'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { refuse } from '@tradefront/rules/result'

import {
  type DepositWithContext,
  findDepositById,
  findDepositByKey,
  findOpenDeposit,
  isOpen,
  toDepositView,
} from '../../deposits/service.ts'
import { buildRepeatedReply, buildReply, toNativeRefusal } from './build-reply.ts'
import { callProcessor } from './call-processor.ts'
import type { CardCallReply, CardPaymentDeps, Trader } from './card-payment.ts'
import { insertAttempt } from './insert-attempt.ts'
import type { OpenCardDeposit } from './open-card-deposit.ts'

/** Each processor is called at most once per deposit. */
export function createStartAttempt(deps: CardPaymentDeps, openCardDeposit: OpenCardDeposit) {
  const { deposits, cards } = deps

  return async (
    trader: Trader,
    processor: Processor,
    requested: CallPayment,
    key: string | null,
  ): Promise<CardCallReply> => {
    const payment = await resolvePaymentOptions(deps, trader, requested, key)
    const opened = await openCardDeposit(trader, payment, key)
    if (!opened.ok) return toNativeRefusal(processor, trader, opened)
    const isTried = opened.value.attempts.some((attempt) => attempt.processor === processor.name)
    if (isTried || !isOpen(opened.value)) return replyWithoutCall(trader, processor, opened.value, key)
    // Before the attempt is inserted, because an attempt uses up the day limit.
    const card = await cards.decryptForCharge(opened.value.cardId)
    if (card === null) return refuseWithoutCard(trader, processor, opened.value)
    const descriptor = processor.canCharge ? await deps.prepareDescriptor(opened.value) : null
    const mark = { userId: trader.id, kind: 'card', value: card.number, isProved: false } as const
    const attempt = await insertAttempt(deps, opened.value, processor, deps.marks.hashMark(mark.kind, mark.value))
    if (attempt === null) return replyWithoutCall(trader, processor, opened.value, key)
    const { reference, isDisabled } = attempt
    await deps.marks.recordMark(deps.db, { ...mark, at: deps.clock.now() })
    if (isDisabled) {
      await deposits.applyResult(reference, { source: 'time', state: 'not_charged', errorClass: 'switched_off' })
      return buildReply(deposits, trader, reference, null)
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
      returnUrl: `${deps.publicUrl}/return/${slug}`,
      notifyUrl: `${deps.publicUrl}/hooks/${slug}`,
    })
    return callProcessor(deps, trader, processor, attempt, 'start', request)
  }

  /** Closes the deposit, so that the trader can save the card again and start another. */
  async function refuseWithoutCard(trader: Trader, processor: Processor, { id }: DepositWithContext) {
    await deposits.updateDeposit({ id }, async (deposit, commands) => {
      const hasActiveAttempt = deposit.attempts.some(({ state }) => isActiveState(state))
      if (isOpen(deposit) && !hasActiveAttempt) await commands.closeDeposit('cards.no_card', deps.clock.now())
    })
    return toNativeRefusal(processor, trader, refuse('cards.no_card'))
  }

  async function replyWithoutCall(
    trader: Trader,
    processor: Processor,
    opened: DepositWithContext,
    key: string | null,
  ): Promise<CardCallReply> {
    const deposit = (await findDepositById(deps.db, trader.id, opened.id)) ?? opened
    const attempt = deposit.attempts.find((each) => each.processor === processor.name)
    if (attempt === undefined) return { return: false, deposit: toDepositView(deposit, trader.language) }
    return buildRepeatedReply(trader, processor, deposit, attempt, key === null ? null : 'start')
  }
}

/** A call whose body has no options uses those of its deposit. */
async function resolvePaymentOptions(
  { db }: CardPaymentDeps,
  trader: Trader,
  { amount, fixed, bonus }: CallPayment,
  key: string | null,
): Promise<PaymentRequest> {
  if (fixed !== null && bonus !== null) return { amount, fixed, bonus }
  const deposit = key === null ? await findOpenDeposit(db, trader.id) : await findDepositByKey(db, trader.id, key)
  return { amount, fixed: deposit?.isFixed === true ? 1 : 0, bonus: (deposit?.bonus ?? 0) > 0 ? 1 : 0 }
}
