import type { CallReferences, Processor } from '@tradefront/processors/processor'

import type { AppContext } from '../../../context.ts'
import {
  type DepositWithContext,
  findActiveAtProcessor,
  findAttempt,
  findDepositByReference,
  makeInquiryDue,
} from '../../deposits/service.ts'
import type { Trader } from '../trader.ts'

/** Returns the page where the user's attempt waits. Changes nothing, because it is called by GET. */
export async function findRedirectUrl(
  { db }: AppContext,
  trader: Trader,
  { name }: Processor,
  { transactionId }: CallReferences,
): Promise<string | null> {
  const deposit = await findActiveAtProcessor(db, trader.id, name)
  const attempt = deposit?.attempts.find((each) => each.processor === name && each.state === 'requires_action')
  if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenize') return null
  const isOtherAttempt =
    transactionId !== undefined && transactionId !== attempt.reference && transactionId !== attempt.processorReference
  return isOtherAttempt ? null : (attempt.action.url ?? null)
}

/** Makes an inquiry due when the user returns from a processor's page. */
export async function handleReturn(
  context: AppContext,
  reference: string,
): Promise<{ deposit: DepositWithContext; processor: string } | null> {
  const deposit = await findDepositByReference(context, reference)
  const attempt = findAttempt(deposit, reference)
  if (deposit === null || attempt === undefined) return null
  await makeInquiryDue(context.db, reference, context.clock.now())
  return { deposit, processor: attempt.processor }
}

/** Returns the page that the browser opens when a processor's redirect has no other target. */
export function getFundingUrl(language: string): string {
  return `/${language}/trading#/show/funding`
}
