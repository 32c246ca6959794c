import type { Charge, DeclineReason, ChargeFlow } from '../charges/charge.ts'
import type { MagicCard } from './magic-cards.ts'

/** What one processor makes of a card and a script: how it asks for the money, and what the bank will say. */
export type ChargePlan = { readonly flow: ChargeFlow; readonly plannedDecline: DeclineReason | null }

/** Addresses of the sandbox that a reply may name. */
export type SandboxUrls = { readonly page: string; readonly script: string }

/** One processor of the outside world: one file. */
export type ProcessorSimulator = {
  readonly slug: string
  /** As the statement names it. */
  readonly name: string
  /** What it is called in a script. */
  readonly scriptNames: readonly string[]
  /** Which call takes the money: what goes wrong goes wrong there. */
  readonly chargesAt: 'start' | 'complete'
  readonly planCharge: (card: MagicCard, tokens: readonly string[]) => ChargePlan
  /** The native reply for a charge as it stands. */
  readonly buildReply: (charge: Charge, addresses: SandboxUrls) => Record<string, unknown>
  /** The processor's own word for a reason, in a status or a webhook: the same as in its reply. */
  readonly toNativeReason: (reason: DeclineReason) => string
  /** Reasons after which nobody else may be asked. */
  readonly finalReasons: readonly DeclineReason[]
}

/** A processor that can't do 3-D Secure says no to a card that needs it. */
export function getDeclineWithoutSecure(card: MagicCard): DeclineReason | null {
  return card.secure ? 'secure_required' : (card.decline ?? null)
}
