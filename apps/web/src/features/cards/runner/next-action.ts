import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { ReplyOutcome, ProcessorDialog, TokenSession } from '@tradefront/processors/processor'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import { hasEnded } from '../../deposits/deposit-status.ts'
import { assertNever } from '../../../platform/assert-never.ts'

/**
 * What the browser does next for a deposit. `start`: ask this processor. `wait`: undecided, listen. `leave`: the trader
 * must visit a page. `dialog`: the trader must answer. `tokenise`: turn the card into a token. `end`: it is over here.
 */
export type NextAction =
  | { readonly kind: 'start'; readonly processor: ProcessorName }
  | { readonly kind: 'wait' }
  | { readonly kind: 'leave'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: ProcessorDialog }
  | { readonly kind: 'tokenise'; readonly session: TokenSession }
  | { readonly kind: 'end' }

/** What to do about a deposit as it stands: after a reload, in a second tab, on another device. */
export function getNextAction(deposit: Deposit): NextAction {
  if (hasEnded(deposit)) return { kind: 'end' }
  if (deposit.step === null) {
    return deposit.next === null ? { kind: 'wait' } : { kind: 'start', processor: deposit.next }
  }
  const { action } = deposit.step
  if (action === null) return { kind: 'wait' }
  switch (action.kind) {
    case 'redirect':
      // Nobody is sent away without having asked for it: the screen shows the way and listens.
      return { kind: 'wait' }
    case 'dialog':
      return { kind: 'dialog', dialog: action.dialog }
    case 'tokenise':
      return { kind: 'tokenise', session: action.session }
    default:
      return assertNever(action)
  }
}

/**
 * What to do after a processor's reply. The server's view of the deposit has the last word: a reply never starts anybody
 * while a step is undecided, and an unreadable one (null) never moves on.
 */
export function getNextActionAfterReply(outcome: ReplyOutcome | null, deposit: Deposit): NextAction {
  const current = getNextAction(deposit)
  if (outcome === null || current.kind === 'end') return current
  switch (outcome.kind) {
    case 'redirect':
      return deposit.step?.action?.kind === 'redirect' ? { kind: 'leave', url: outcome.url } : current
    case 'poll':
    case 'next':
    case 'dialog':
    case 'tokenise':
    case 'message':
    case 'success':
    case 'decline':
    case 'stop':
      return current
    default:
      return assertNever(outcome)
  }
}

/** Whether `view` was made before `known`: pushes and replies cross each other on their way. */
export function isOlder(view: Deposit, latest: Deposit): boolean {
  if (hasEnded(latest) && !hasEnded(view)) return true
  return view.tried.length < latest.tried.length
}
