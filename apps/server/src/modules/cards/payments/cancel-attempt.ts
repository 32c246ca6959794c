import type { Processor } from '@tradefront/processors/processor'

import type { AppContext } from '../../../context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { okReply } from '../../../platform/http/route.ts'
import {
  announceResult,
  findActiveAtProcessor,
  findDepositById,
  inquireAttempt,
  toDepositView,
} from '../../deposits/service.ts'
import type { Trader } from '../trader.ts'
import type { CardCallReply } from './call-processor.ts'

/** Cancels the attempt because the trader rejects the processor: the cascade continues with the next one. */
export async function cancelAttempt(context: AppContext, trader: Trader, processor: Processor): Promise<CardCallReply> {
  const waiting = await findActiveAtProcessor(context.db, trader.id, processor.name)
  const attempt = waiting?.attempts.find((each) => each.processor === processor.name)
  if (waiting === null || attempt === undefined) throw new AppError('errors.not_found')
  await inquireAttempt(context, attempt.reference, true)
  await announceResult(context, attempt.reference)
  const deposit = await findDepositById(context.db, trader.id, waiting.id)
  return { ...okReply, deposit: deposit === null ? null : toDepositView(deposit, trader.language) }
}
