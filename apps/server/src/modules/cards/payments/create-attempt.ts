import type { Processor } from '@tradefront/processors/processor'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/inquiry-schedule'

import type { AppContext } from '../../../context.ts'
import { AppError, getViolatedConstraint } from '../../../platform/http/errors.ts'
import {
  closeDeposit,
  type Deposit,
  deriveAttemptReference,
  findNextProcessor,
  insertAttempt,
  isOpen,
  updateDeposit,
} from '../../deposits/service.ts'
import { getCardSettings } from '../card-settings.ts'
import { getUtcDate } from './card-limits.ts'

/** `isDisabled`: the processor was switched off after the deposit was opened; do not call it. */
export type CreatedAttempt = { readonly reference: string; readonly deposit: Deposit; readonly isDisabled: boolean }

/**
 * Returns null if one exists, the deposit has ended, or the day limit is reached. When a deposit counts for the day:
 * `deposits/deposit-limit-store.ts`.
 * @param payerMark hash of the mark that a credit proves: of the card or payee that is charged
 * @throws AppError if it is another processor's turn
 */
export async function createAttempt(
  context: AppContext,
  foundDeposit: Deposit,
  processor: Processor,
  payerMark: Buffer | null,
): Promise<CreatedAttempt | null> {
  const { clock, config, db } = context
  const { id } = foundDeposit
  const { dayLimit, disabledProcessors } = await getCardSettings(context)
  const isDisabled = disabledProcessors.includes(processor.name)
  try {
    return await updateDeposit(
      context,
      { id },
      async (deposit) => {
        const isTried = deposit.attempts.some((attempt) => attempt.processor === processor.name)
        if (isTried || !isOpen(deposit)) return null
        if (findNextProcessor(deposit) !== processor.name) throw new AppError('cards.not_next')
        const now = clock.now()
        const next = computeNextInquiryAtMs('sent', 0, now.getTime(), config.waitScale)
        const attempt = {
          processor: processor.name,
          // A skipped processor does not count for the day.
          isCharging: processor.canCharge && !isDisabled,
          reference: deriveAttemptReference(deposit.id, processor.name),
          payerMark,
          nextCheckAt: next === null ? null : new Date(next),
        }
        const limit = processor.kind === 'wallet' ? null : { day: getUtcDate(clock.now()), limit: dayLimit }
        return {
          reference: attempt.reference,
          deposit: await insertAttempt(db, deposit, attempt, limit, now),
          isDisabled,
        }
      },
      foundDeposit,
    )
  } catch (error) {
    if (getViolatedConstraint(error) !== 'daily_deposit_counts_check') throw error
    // Another deposit has just reached the day limit.
    await updateDeposit(context, { id }, async (deposit) => {
      if (isOpen(deposit)) await closeDeposit(db, deposit, 'cards.day_limit', clock.now())
    })
    return null
  }
}
