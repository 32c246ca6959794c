import type { DepositView } from '@tradefront/contract/cards'
import type { Outcome, StepDialog, TokenSession } from '@tradefront/processors/processor'
import type { ProcessorName } from '@tradefront/rules/cards/cascade-plan'

import { assertNever } from '../../../platform/assert-never.ts'

/**
 * What the browser does next for a deposit. `start`: ask this processor. `wait`: undecided, listen. `leave`: the trader
 * must visit a page. `dialog`: the trader must answer. `tokenise`: turn the card into a token. `end`: it is over here.
 */
export type Move =
  | { readonly kind: 'start'; readonly processor: ProcessorName }
  | { readonly kind: 'wait' }
  | { readonly kind: 'leave'; readonly url: string }
  | { readonly kind: 'dialog'; readonly dialog: StepDialog }
  | { readonly kind: 'tokenise'; readonly session: TokenSession }
  | { readonly kind: 'end' }

/** Whether nothing more will happen by itself as far as the trader is concerned: `review` is looked into by us. */
export function hasEnded({ state }: Pick<DepositView, 'state'>): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'review'
}

/** What to do about a deposit as it stands: after a reload, in a second tab, on another device. */
export function moveOf(deposit: DepositView): Move {
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
export function moveAfter(outcome: Outcome | null, deposit: DepositView): Move {
  const standing = moveOf(deposit)
  if (outcome === null || standing.kind === 'end') return standing
  switch (outcome.kind) {
    case 'redirect':
      return deposit.step?.action?.kind === 'redirect' ? { kind: 'leave', url: outcome.url } : standing
    case 'poll':
    case 'next':
    case 'dialog':
    case 'tokenise':
    case 'message':
    case 'success':
    case 'decline':
    case 'stop':
      return standing
    default:
      return assertNever(outcome)
  }
}

/** Whether `view` was made before `known`: pushes and replies cross each other on their way. */
export function isOlder(view: DepositView, known: DepositView): boolean {
  if (hasEnded(known) && !hasEnded(view)) return true
  return view.tried.length < known.tried.length
}
