import type { CallSecret, Processor } from '@tradefront/processors/processor'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/inquiry-schedule'

import { AppError } from '../../../platform/http/errors.ts'
import {
  type Attempt,
  type DepositWithContext,
  findActiveAtProcessor,
  findAttempt,
  findDepositByKey,
  findOpenDeposit,
  isOpen,
} from '../../deposits/service.ts'
import { buildRepeatedReply } from './build-reply.ts'
import { callProcessor, type ProcessorCallDeps } from './call-processor.ts'
import type { CardCallReply, CardPaymentDeps, Trader } from './card-payment.ts'

type CompleteAttemptDeps = ProcessorCallDeps & Pick<CardPaymentDeps, 'db' | 'clock' | 'waitScale'>

/** The secret is not stored. */
export function createCompleteAttempt(deps: CompleteAttemptDeps) {
  return async (
    trader: Trader,
    processor: Processor,
    secret: CallSecret,
    key: string | null,
  ): Promise<CardCallReply> => {
    const candidate = await findDepositToComplete(deps, trader, processor, key)
    const waiting = candidate?.attempts.find((attempt) => attempt.processor === processor.name)
    if (candidate === null || waiting === undefined) throw new AppError('errors.not_found')
    const { reference } = waiting
    if (!(await markResent(deps, candidate, waiting))) {
      const deposit = (await deps.deposits.findByAttemptReference(reference)) ?? candidate
      const attempt = findAttempt(deposit, reference) ?? waiting
      return buildRepeatedReply(trader, processor, deposit, attempt, key === null ? null : 'complete')
    }
    const request = processor.upstream.buildCompleteRequest(reference, secret)
    return callProcessor(deps, trader, processor, { reference }, 'complete', request)
  }
}

/** By key, else the one waiting at this processor, else the open one. */
async function findDepositToComplete(
  { db }: CompleteAttemptDeps,
  trader: Trader,
  { name }: Processor,
  key: string | null,
): Promise<DepositWithContext | null> {
  const depositByKey = key === null ? null : await findDepositByKey(db, trader.id, key)
  return depositByKey ?? (await findActiveAtProcessor(db, trader.id, name)) ?? findOpenDeposit(db, trader.id)
}

/** Committed before the call. False if the attempt no longer waits. */
async function markResent(
  { deposits, clock, waitScale }: CompleteAttemptDeps,
  { id }: DepositWithContext,
  { reference }: Attempt,
): Promise<boolean> {
  const now = clock.now()
  const isResent = await deposits.updateDeposit({ id }, async (deposit, commands) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt?.state !== 'requires_action' || attempt.action?.kind === 'redirect') return false
    if (!isOpen(deposit) || deposit.isCloseRequested) return false
    const next = computeNextInquiryAtMs('sent', 0, now.getTime(), waitScale)
    await commands.markAttemptResent(attempt.id, next === null ? null : new Date(next), now)
    return true
  })
  return isResent === true
}
