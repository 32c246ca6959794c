import type { Charge, DeclineReason, Way } from './charge.ts'
import type { MagicCard } from './magic-cards.ts'

/** What one processor makes of a card and a script: how it asks for the money, and what the bank will say. */
export type Intent = { readonly way: Way; readonly verdict: DeclineReason | null }

/** Addresses of the sandbox that a reply may name. */
export type Addresses = { readonly page: string; readonly script: string }

/** One processor of the outside world: one file. */
export type Desk = {
  readonly slug: string
  /** As the statement names it. */
  readonly name: string
  /** What it is called in a script. */
  readonly scriptNames: readonly string[]
  /** Which call takes the money: what goes wrong goes wrong there. */
  readonly chargesAt: 'start' | 'complete'
  readonly intend: (card: MagicCard, tokens: readonly string[]) => Intent
  /** The native reply for a charge as it stands. */
  readonly reply: (charge: Charge, addresses: Addresses) => Record<string, unknown>
  /** The processor's own word for a reason, in a status or a webhook: the same as in its reply. */
  readonly wordFor: (reason: DeclineReason) => string
  /** Reasons after which nobody else may be asked. */
  readonly finalReasons: readonly DeclineReason[]
}

/** A processor that can't do 3-D Secure says no to a card that needs it. */
export function withoutSecure(card: MagicCard): DeclineReason | null {
  return card.secure ? 'secure_required' : (card.decline ?? null)
}
