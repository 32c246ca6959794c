import type { Processor } from '@tradefront/processors/processor'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/inquiry-schedule'

import { AppError, getViolatedConstraint } from '../../../platform/http/errors.ts'
import { type Deposit, deriveAttemptReference, findNextProcessor, isOpen } from '../../deposits/service.ts'
import type { CardSettings } from '../card-settings.ts'
import { type CardPaymentDeps, getUtcDate } from './card-payment.ts'

/** `isDisabled`: switched off after the deposit was opened; do not call it. */
export type InsertedAttempt = { readonly reference: string; readonly deposit: Deposit; readonly isDisabled: boolean }

type InsertAttemptDeps = Pick<CardPaymentDeps, 'deposits' | 'clock' | 'waitScale'> & {
  readonly getSettings: () => Promise<Pick<CardSettings, 'dayLimit' | 'disabledProcessors'>>
}

/**
 * Null if one exists, the deposit has ended, or the day limit is reached.
 * @param payerMark hash of the mark that a credit proves: of the card or payee that is charged
 * @throws AppError if it is another processor's turn
 */
export async function insertAttempt(
  { deposits, clock, getSettings, waitScale }: InsertAttemptDeps,
  foundDeposit: Deposit,
  processor: Processor,
  payerMark: Buffer | null,
): Promise<InsertedAttempt | null> {
  const { id } = foundDeposit
  const { dayLimit, disabledProcessors } = await getSettings()
  const isDisabled = disabledProcessors.includes(processor.name)
  try {
    return await deposits.updateDeposit(
      { id },
      async (deposit, commands) => {
        const isTried = deposit.attempts.some((attempt) => attempt.processor === processor.name)
        if (isTried || !isOpen(deposit)) return null
        if (findNextProcessor(deposit) !== processor.name) throw new AppError('cards.not_next')
        const now = clock.now()
        const next = computeNextInquiryAtMs('sent', 0, now.getTime(), waitScale)
        const attempt = {
          processor: processor.name,
          // A skipped processor does not count for the day.
          isCharging: processor.canCharge && !isDisabled,
          reference: deriveAttemptReference(deposit.id, processor.name),
          payerMark,
          nextCheckAt: next === null ? null : new Date(next),
        }
        const limit = processor.kind === 'wallet' ? null : { day: getUtcDate(clock), limit: dayLimit }
        return {
          reference: attempt.reference,
          deposit: await commands.insertAttempt(attempt, limit, now),
          isDisabled,
        }
      },
      foundDeposit,
    )
  } catch (error) {
    if (getViolatedConstraint(error) !== 'daily_deposit_counts_check') throw error
    // Another deposit has just reached the day limit.
    await deposits.updateDeposit({ id }, async (deposit, commands) => {
      if (isOpen(deposit)) await commands.closeDeposit('cards.day_limit', clock.now())
    })
    return null
  }
}
