import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import type {
  AttemptAction,
  ChargeReply,
  ChargeStatus,
  Decline,
  Outcome,
  Processor,
} from '@tradefront/processors/processor'
import type { TextKey } from '@tradefront/texts/keys'

import type { Operator } from '../../platform/audit.ts'
import { assertNever } from '../../platform/http/errors.ts'

/** What somebody says about an attempt, whoever it comes from. All of it enters `applyOutcome`. */
export type Evidence = {
  readonly source: 'reply' | 'webhook' | 'inquiry' | 'cancel' | 'time' | 'operator'
  readonly verdict: AttemptState
  readonly pspRef?: string | null
  /** For `succeeded`: what was taken, minor units. */
  readonly taken?: { readonly amount: number; readonly currency: string }
  /** The processor's code or words for a no, short. */
  readonly errorClass?: string
  /** Why the deposit ends, if it does. */
  readonly reason?: TextKey
  /** The processor's own words for the trader. */
  readonly reasonText?: string
  readonly action?: AttemptAction
  /** For what an operator has said or asked for: it goes into the audit log with what it changed. */
  readonly order?: Order
  readonly answer?: { readonly call: 'start' | 'complete'; readonly reply: Record<string, unknown> }
}

/** What an operator wants done, in the audit log's words. */
export type Order = { readonly by: Operator; readonly action: string }

const maxErrorClass = 100

/**
 * Reads a charging call's reply as evidence. A success that does not say what was taken is not verified, and what cannot
 * be read is no answer at all: both are in doubt until the processor is asked again.
 */
export function evidenceOfReply(processor: Processor, charge: ChargeReply, outcome: Outcome | null): Evidence {
  const base = { source: 'reply', pspRef: charge.pspRef } as const
  if (outcome === null) return { ...base, verdict: 'in_doubt', errorClass: 'unreadable' }
  switch (outcome.kind) {
    case 'success':
      if (charge.amountMinor === null || charge.currency === null)
        return { ...base, verdict: 'in_doubt', errorClass: 'unverified' }
      return { ...base, verdict: 'succeeded', taken: { amount: charge.amountMinor, currency: charge.currency } }
    case 'next':
      return {
        ...base,
        verdict: processor.charges ? 'declined_soft' : 'never_happened',
        errorClass: outcome.reason.slice(0, maxErrorClass),
        // What the trader is told when nobody is left to try.
        ...(outcome.code !== undefined && { reason: outcome.code }),
      }
    case 'poll':
      return { ...base, verdict: 'pending' }
    case 'redirect':
    case 'dialog':
    case 'tokenise': {
      const action = actionOf(charge, outcome)
      if (action === null) return { ...base, verdict: 'in_doubt', errorClass: 'unreadable' }
      return { ...base, verdict: 'requires_action', action }
    }
    case 'message':
      return {
        ...base,
        verdict: 'declined_hard',
        errorClass: outcome.message.slice(0, maxErrorClass),
        reason: 'cascade_card.failed',
        reasonText: outcome.message.slice(0, 300),
      }
    case 'decline':
      return { ...base, verdict: 'declined_hard', errorClass: outcome.code, reason: outcome.code }
    case 'stop':
      return { ...base, verdict: 'declined_hard', errorClass: outcome.reason, reason: `cards.${outcome.reason}` }
    default:
      return assertNever(outcome)
  }
}

/** Reads what a processor says of a charge when asked, or in a webhook. Null when it says nothing about the outcome. */
export function evidenceOfStatus(
  source: 'webhook' | 'inquiry' | 'cancel',
  processor: Processor,
  charge: ChargeStatus,
): Evidence | null {
  switch (charge.status) {
    case 'succeeded':
      return {
        source,
        verdict: 'succeeded',
        pspRef: charge.pspRef,
        taken: { amount: charge.amountMinor, currency: charge.currency },
      }
    case 'declined_soft':
    case 'declined_hard':
      return { source, pspRef: charge.pspRef, ...evidenceOfDecline(processor, charge) }
    case 'pending':
      return { source, verdict: 'pending', pspRef: charge.pspRef }
    case 'requires_action': {
      const { pspRef, waiting } = charge
      const action = waiting === null ? null : actionOf(waiting, processor.readStart(waiting.reply))
      return { source, verdict: 'requires_action', pspRef, ...(action !== null && { action }) }
    }
    case 'cancelled':
      return { source, verdict: 'never_happened', errorClass: 'cancelled' }
    case 'not_found':
      return null
    default:
      return assertNever(charge)
  }
}

/** What the trader or the browser has to do; null where nothing can be made of it. */
function actionOf(charge: ChargeReply, outcome: Outcome | null): AttemptAction | null {
  const page = charge.redirectUrl !== null && isWebAddress(charge.redirectUrl) ? charge.redirectUrl : null
  switch (outcome?.kind) {
    case 'redirect': {
      const url = charge.redirectUrl ?? outcome.url
      return isWebAddress(url) ? { kind: 'redirect', url } : null
    }
    case 'dialog':
      return { kind: 'dialog', dialog: outcome.dialog, ...(page !== null && { url: page }) }
    case 'tokenise':
      return { kind: 'tokenise', session: outcome.session }
    default:
      return null
  }
}

/** Reads a decline by the processor's own table, so that the trader is told the same whoever brings the news. */
function evidenceOfDecline(processor: Processor, decline: Decline): Omit<Evidence, 'source' | 'pspRef'> {
  const errorClass = decline.reason.slice(0, maxErrorClass)
  const outcome = processor.readDecline?.(decline)
  switch (outcome?.kind) {
    case 'next':
      return { verdict: 'declined_soft', errorClass, reason: outcome.code ?? 'cascade_card.failed' }
    case 'decline':
      return { verdict: 'declined_hard', errorClass: outcome.code, reason: outcome.code }
    case 'message':
      return {
        verdict: 'declined_hard',
        errorClass,
        reason: 'cascade_card.failed',
        reasonText: outcome.message.slice(0, 300),
      }
    default:
      return { verdict: decline.status, errorClass, reason: 'cascade_card.failed' }
  }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
