import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type {
  AttemptAction,
  ChargeReply,
  ChargeStatus,
  Decline,
  ReplyOutcome,
  Processor,
} from '@tradefront/processors/processor'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import { assertNever } from '../../platform/http/errors.ts'

/** What somebody says about an attempt, whoever it comes from. All of it enters `applyOutcome`. */
export type AttemptResult = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator'
  readonly state: AttemptState
  readonly pspRef?: string | null
  /** For `succeeded`: what was taken, minor units. */
  readonly money?: { readonly amount: number; readonly currency: string }
  /** The processor's code or words for a no, short. */
  readonly errorClass?: string
  /** Why the deposit ends, if it does. */
  readonly reason?: TextKey
  /** The processor's own words for the trader. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** For what an operator has said or asked for: it goes into the audit log with what it changed. */
  readonly operatorAction?: OperatorAction
  readonly nativeReply?: { readonly call: 'start' | 'complete'; readonly reply: Record<string, unknown> }
}

/** What an operator wants done, in the audit log's words. */
export type OperatorAction = { readonly by: Operator; readonly action: string }

const maxErrorClassLength = 100

/**
 * Reads a charging call's reply as evidence. A success that does not say what was taken is not verified, and what cannot
 * be read is no answer at all: both are in doubt until the processor is asked again.
 */
export function deriveResultFromReply(
  processor: Processor,
  charge: ChargeReply,
  outcome: ReplyOutcome | null,
): AttemptResult {
  const base = { source: 'reply', pspRef: charge.pspRef } as const
  if (outcome === null) return { ...base, state: 'in_doubt', errorClass: 'unreadable' }
  switch (outcome.kind) {
    case 'success':
      if (charge.amountMinor === null || charge.currency === null)
        return { ...base, state: 'in_doubt', errorClass: 'unverified' }
      return { ...base, state: 'succeeded', money: { amount: charge.amountMinor, currency: charge.currency } }
    case 'next':
      return {
        ...base,
        state: processor.canCharge ? 'declined_soft' : 'never_happened',
        errorClass: outcome.reason.slice(0, maxErrorClassLength),
        // What the trader is told when nobody is left to try.
        ...(outcome.code !== undefined && { reason: outcome.code }),
      }
    case 'poll':
      return { ...base, state: 'pending' }
    case 'redirect':
    case 'dialog':
    case 'tokenise': {
      const action = toAttemptAction(charge, outcome)
      if (action === null) return { ...base, state: 'in_doubt', errorClass: 'unreadable' }
      return { ...base, state: 'requires_action', action }
    }
    case 'message':
      return {
        ...base,
        state: 'declined_hard',
        errorClass: outcome.message.slice(0, maxErrorClassLength),
        reason: 'cascade_card.failed',
        reasonText: outcome.message.slice(0, 300),
      }
    case 'decline':
      return { ...base, state: 'declined_hard', errorClass: outcome.code, reason: outcome.code }
    case 'stop':
      return { ...base, state: 'declined_hard', errorClass: outcome.reason, reason: `cards.${outcome.reason}` }
    default:
      return assertNever(outcome)
  }
}

/** Reads what a processor says of a charge when asked, or in a webhook. Null when it says nothing about the outcome. */
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
        pspRef: charge.pspRef,
        money: { amount: charge.amountMinor, currency: charge.currency },
      }
    case 'declined_soft':
    case 'declined_hard':
      return { source, pspRef: charge.pspRef, ...deriveResultFromDecline(processor, charge) }
    case 'pending':
      return { source, state: 'pending', pspRef: charge.pspRef }
    case 'requires_action': {
      const { pspRef, actionReply: waiting } = charge
      const action = waiting === null ? null : toAttemptAction(waiting, processor.interpretStartReply(waiting.reply))
      return { source, state: 'requires_action', pspRef, ...(action !== null && { action }) }
    }
    case 'cancelled':
      return { source, state: 'never_happened', errorClass: 'cancelled' }
    case 'not_found':
      return null
    default:
      return assertNever(charge)
  }
}

/** What the trader or the browser has to do; null where nothing can be made of it. */
function toAttemptAction(charge: ChargeReply, outcome: ReplyOutcome | null): AttemptAction | null {
  const pageUrl = charge.redirectUrl !== null && isWebAddress(charge.redirectUrl) ? charge.redirectUrl : null
  switch (outcome?.kind) {
    case 'redirect': {
      const url = charge.redirectUrl ?? outcome.url
      return isWebAddress(url) ? { kind: 'redirect', url } : null
    }
    case 'dialog':
      return { kind: 'dialog', dialog: outcome.dialog, ...(pageUrl !== null && { url: pageUrl }) }
    case 'tokenise':
      return { kind: 'tokenise', session: outcome.session }
    default:
      return null
  }
}

/** Reads a decline by the processor's own table, so that the trader is told the same whoever brings the news. */
function deriveResultFromDecline(processor: Processor, decline: Decline): Omit<AttemptResult, 'source' | 'pspRef'> {
  const errorClass = decline.reason.slice(0, maxErrorClassLength)
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
        reasonText: outcome.message.slice(0, 300),
      }
    default:
      return { state: decline.status, errorClass, reason: 'cascade_card.failed' }
  }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
