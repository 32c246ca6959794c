import type { CallSecret, Processor } from '@tradefront/processors/processor'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/inquiry-schedule'

import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import {
  type Attempt,
  type DepositWithContext,
  findActiveAtProcessor,
  findAttempt,
  findDepositByKey,
  findDepositByReference,
  findOpenDeposit,
  isOpen,
  markAttemptResent,
  updateDeposit,
} from '../../deposits/service.ts'
import type { Trader } from '../trader.ts'
import { buildRepeatedReply, callProcessor, type CardCallReply } from './call-processor.ts'

/** Completes the attempt with a secret, which is not stored. */
export async function completeAttempt(
  context: AppContext,
  trader: Trader,
  processor: Processor,
  secret: CallSecret,
  key: string | null,
): Promise<CardCallReply> {
  // The step that follows could take the money, which could not be booked.
  if (await context.quarantine.isOpen()) throw new AppError('errors.maintenance')
  const candidate = await findDepositToComplete(context, trader, processor, key)
  const waiting = candidate?.attempts.find((attempt) => attempt.processor === processor.name)
  if (candidate === null || waiting === undefined) throw new AppError('errors.not_found')
  const { reference } = waiting
  if (!(await markResent(context, candidate, waiting))) {
    const deposit = (await findDepositByReference(context, reference)) ?? candidate
    const attempt = findAttempt(deposit, reference) ?? waiting
    return buildRepeatedReply(trader, processor, deposit, attempt, key === null ? null : 'complete')
  }
  const request = processor.upstream.buildCompleteRequest(waiting, secret)
  return callProcessor(context, trader, processor, { reference }, 'complete', request)
}

/** Finds the deposit by its key, else the one that waits at this processor, else the open one. */
async function findDepositToComplete(
  { db }: AppContext,
  trader: Trader,
  { name }: Processor,
  key: string | null,
): Promise<DepositWithContext | null> {
  const depositByKey = key === null ? null : await findDepositByKey(db, trader.id, key)
  return depositByKey ?? (await findActiveAtProcessor(db, trader.id, name)) ?? findOpenDeposit(db, trader.id)
}

/** Commits that the call is made, before it is. Returns false if the attempt no longer waits. */
async function markResent(context: AppContext, { id }: DepositWithContext, { reference }: Attempt): Promise<boolean> {
  const { clock, config, db } = context
  const now = clock.now()
  const isResent = await updateDeposit(context, { id }, async (deposit) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt?.state !== 'requires_action' || attempt.action?.kind === 'redirect') return false
    if (!isOpen(deposit) || deposit.isCloseRequested) return false
    const next = computeNextInquiryAtMs('sent', 0, now.getTime(), config.waitScale)
    await markAttemptResent(db, deposit, attempt.id, next === null ? null : new Date(next), now)
    return true
  })
  return isResent === true
}
