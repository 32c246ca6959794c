import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { ReplyOutcome, ProcessorDialog, TokenSession } from '@tradefront/processors/processor'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import { hasEnded } from '../../deposits/deposit-status.ts'
import { isFurtherBankPage } from '../payment/payment-steps.ts'
import { assertNever } from '../../../platform/assert-never.ts'

/**
 * `start`: call this processor, which the server has chosen (`findNextProcessor` in `modules/deposits/deposit.ts`). `wait`: wait for a
 * result. `leave`: go to a page of the bank. `dialog`: ask the trader. `tokenize`: get a token for the card. `end`: the deposit has ended.
 */
export type NextAction =
  | { readonly kind: 'start'; readonly processor: ProcessorName }
  | { readonly kind: 'wait' }
  | { readonly kind: 'leave'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog }
  | { readonly kind: 'tokenize'; readonly session: TokenSession }
  | { readonly kind: 'end' }

/** Returns what to do about a deposit, e.g. after a reload or on another device. */
export function getNextAction(deposit: Deposit): NextAction {
  if (hasEnded(deposit)) return { kind: 'end' }
  if (deposit.step === null) {
    return deposit.next === null ? { kind: 'wait' } : { kind: 'start', processor: deposit.next }
  }
  const { action } = deposit.step
  if (action === null) return { kind: 'wait' }
  switch (action.kind) {
    case 'redirect':
      // The trader decides when to leave: the screen shows a link and waits.
      return { kind: 'wait' }
    case 'dialog':
      return { kind: 'dialog', dialog: action.dialog }
    case 'tokenize':
      return { kind: 'tokenize', session: action.session }
    default:
      return assertNever(action)
  }
}

/**
 * Returns what to do after a reply. The server's view of the deposit decides: a reply never starts a processor while a step is pending.
 * `outcome` is null for an unreadable reply.
 */
export function getNextActionAfterReply(outcome: ReplyOutcome | null, deposit: Deposit): NextAction {
  const current = getNextAction(deposit)
  if (outcome === null || current.kind === 'end') return current
  switch (outcome.kind) {
    case 'redirect':
      if (deposit.step?.action?.kind !== 'redirect' || isFurtherBankPage(deposit)) return current
      return { kind: 'leave', url: outcome.url }
    case 'poll':
    case 'next':
    case 'dialog':
    case 'tokenize':
    case 'message':
    case 'success':
    case 'decline':
    case 'stop':
      return current
    default:
      return assertNever(outcome)
  }
}

/** Returns true if a view is older than the latest one: pushes and replies can arrive in any order. */
export function isOlder(view: Deposit, latest: Deposit): boolean {
  if (hasEnded(latest) && !hasEnded(view)) return true
  return view.tried.length < latest.tried.length
}
