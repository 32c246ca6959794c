import type {
  ProcessorAction,
  ChargeReply,
  ChargeStatus,
  Decline,
  Processor,
  ReplyOutcome,
} from '@tradefront/processors/processor'
import { cleanText } from '@tradefront/processors/shared/clean-text'

import { assertNever } from '../../platform/http/errors.ts'
import type { AttemptResult } from '../deposits/service.ts'

const maxErrorClassLength = 100
const maxReasonLength = 300

/**
 * Derives the result of a reply. An unreadable reply, or a success without an amount, is in doubt until an inquiry. The money of a success
 * is what the processor reports. The outcome `next` is a soft decline: the file `replies.ts` of the processor says which replies have it.
 */
export function deriveResultFromReply(
  processor: Processor,
  charge: ChargeReply,
  outcome: ReplyOutcome | null,
): AttemptResult {
  const base = { source: 'reply', processorReference: charge.processorReference } as const
  if (outcome === null) return { ...base, state: 'in_doubt', errorClass: 'unreadable' }
  switch (outcome.kind) {
    case 'success':
      if (charge.amountMinor === null || charge.currency === null)
        return { ...base, state: 'in_doubt', errorClass: 'unverified' }
      return { ...base, state: 'succeeded', money: { amount: charge.amountMinor, currency: charge.currency } }
    case 'next':
      return {
        ...base,
        state: processor.canCharge ? 'declined_soft' : 'not_charged',
        errorClass: cleanText(outcome.reason, maxErrorClassLength),
        // The message is shown if no processor is left to try.
        ...(outcome.code !== undefined && { reason: outcome.code }),
      }
    case 'poll':
      return { ...base, state: 'pending' }
    case 'redirect':
    case 'dialog':
    case 'tokenize': {
      const action = toProcessorAction(charge, outcome)
      if (action === null) return { ...base, state: 'in_doubt', errorClass: 'unreadable' }
      return { ...base, state: 'requires_action', action }
    }
    case 'message':
      return {
        ...base,
        state: 'declined_hard',
        errorClass: cleanText(outcome.message, maxErrorClassLength),
        reason: processor.canCharge ? 'cascade_card.failed' : 'cards.check_refused',
        reasonText: cleanText(outcome.message, maxReasonLength),
      }
    case 'decline':
      return { ...base, state: 'declined_hard', errorClass: outcome.code, reason: outcome.code }
    case 'stop':
      return { ...base, state: 'declined_hard', errorClass: outcome.reason, reason: `cards.${outcome.reason}` }
    default:
      return assertNever(outcome)
  }
}

/** Returns null if the processor does not know the charge. */
export function deriveResultFromStatus(
  source: 'webhook' | 'inquiry' | 'cancel',
  processor: Processor,
  charge: ChargeStatus,
): AttemptResult | null {
  switch (charge.status) {
    case 'succeeded':
      return {
        source,
        state: 'succeeded',
        processorReference: charge.processorReference,
        money: { amount: charge.amountMinor, currency: charge.currency },
      }
    case 'refunded':
    case 'reversed':
    case 'chargeback':
      return {
        source,
        state: 'succeeded',
        takenBackAs: charge.status,
        processorReference: charge.processorReference,
        money: { amount: charge.amountMinor, currency: charge.currency },
      }
    case 'declined_soft':
    case 'declined_hard':
      return { source, processorReference: charge.processorReference, ...deriveResultFromDecline(processor, charge) }
    case 'pending':
      return { source, state: 'pending', processorReference: charge.processorReference }
    case 'requires_action': {
      const { processorReference, actionReply } = charge
      const action = actionReply && toProcessorAction(actionReply, processor.interpretStartReply(actionReply.reply))
      return { source, state: 'requires_action', processorReference, ...(action !== null && { action }) }
    }
    case 'cancelled':
      return { source, state: 'not_charged', errorClass: 'cancelled' }
    case 'not_found':
      return null
    default:
      return assertNever(charge)
  }
}

function toProcessorAction(charge: ChargeReply, outcome: ReplyOutcome | null): ProcessorAction | null {
  const pageUrl = charge.redirectUrl !== null && isWebAddress(charge.redirectUrl) ? charge.redirectUrl : null
  switch (outcome?.kind) {
    case 'redirect': {
      const url = charge.redirectUrl ?? outcome.url
      return isWebAddress(url) ? { kind: 'redirect', url } : null
    }
    case 'dialog':
      return { kind: 'dialog', dialog: outcome.dialog, ...(pageUrl !== null && { url: pageUrl }) }
    case 'tokenize':
      return { kind: 'tokenize', session: outcome.session }
    default:
      return null
  }
}

/** Derives the result of a decline. Reply and webhook must lead to the same message. */
function deriveResultFromDecline(
  processor: Processor,
  decline: Decline,
): Omit<AttemptResult, 'source' | 'processorReference'> {
  const errorClass = cleanText(decline.reason, maxErrorClassLength)
  const outcome = processor.interpretDecline?.(decline)
  switch (outcome?.kind) {
    case 'next':
      return { state: 'declined_soft', errorClass, reason: outcome.code ?? 'cascade_card.failed' }
    case 'decline':
      return { state: 'declined_hard', errorClass: outcome.code, reason: outcome.code }
    case 'message':
      return {
        state: 'declined_hard',
        errorClass,
        reason: 'cascade_card.failed',
        reasonText: cleanText(outcome.message, maxReasonLength),
      }
    default:
      return { state: decline.status, errorClass, reason: 'cascade_card.failed' }
  }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
