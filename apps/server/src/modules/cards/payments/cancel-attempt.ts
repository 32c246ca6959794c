import type { Processor } from '@tradefront/processors/processor'

import { AppError } from '../../../platform/http/errors.ts'
import { okReply } from '../../../platform/http/route.ts'
import { findActiveAtProcessor, findDepositById, toDepositView } from '../../deposits/service.ts'
import type { CardCallReply, CardPaymentDeps, Trader } from './card-payment.ts'

/** The trader rejects the processor: the cascade continues with the next one. */
export function createCancelAttempt({ db, deposits }: CardPaymentDeps) {
  return async (trader: Trader, processor: Processor): Promise<CardCallReply> => {
    const waiting = await findActiveAtProcessor(db, trader.id, processor.name)
    const attempt = waiting?.attempts.find((each) => each.processor === processor.name)
    if (waiting === null || attempt === undefined) throw new AppError('errors.not_found')
    await deposits.inquireAttempt(attempt.reference, true)
    await deposits.onResultApplied(attempt.reference)
    const deposit = await findDepositById(db, trader.id, waiting.id)
    return { ...okReply, deposit: deposit === null ? null : toDepositView(deposit, trader.language) }
  }
}
