import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { Charge, ChargeFlow, DeclineReason } from './charge.ts'
import type { MagicCard } from './magic-cards.ts'

/** How a charge will go: how the processor gets the money, and how the bank declines (null: it approves). */
export type ChargePlan = { readonly flow: ChargeFlow; readonly plannedDecline: DeclineReason | null }

/** Sandbox addresses that a reply can contain: the charge's page and ZOOM's remote script. */
export type SandboxUrls = { readonly page: string; readonly script: string }

type SimulatorIdentity = {
  /** Same as the `slug` of the processor's `Upstream`. */
  readonly slug: string
  readonly name: ProcessorName
  /** Names of the processor in a cardholder script. */
  readonly scriptNames: readonly string[]
  /** Tokens of a cardholder script, each with its effect; shown in docs/processors.md. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Simulates a processor that takes money. Pure: the sandbox keeps the charges and sends the webhooks. */
export type ChargeSimulator = SimulatorIdentity & {
  /** The call that takes the money; failures happen in it. */
  readonly chargesAt: 'start' | 'complete'
  /** Title of the processor's own page. Default: "Confirm your payment". */
  readonly pageTitle?: string
  readonly planCharge: (card: MagicCard, tokens: readonly string[]) => ChargePlan
  /** The native reply for a charge in its current state. */
  readonly buildReply: (charge: Charge, urls: SandboxUrls) => Record<string, unknown>
  /** The processor's own code for a reason, the same in replies, statuses and webhooks. */
  readonly toNativeReason: (reason: DeclineReason) => string
  /** Reasons after which no other processor can be tried. */
  readonly finalReasons: readonly DeclineReason[]
}

/** Simulates a pre-check: it never takes money and keeps no charges. */
export type CheckSimulator = SimulatorIdentity & {
  readonly chargesAt: 'never'
  /** The native reply, or null for HTTP 500. */
  readonly buildReply: (card: MagicCard, tokens: readonly string[]) => Record<string, unknown> | null
}

export type ProcessorSimulator = ChargeSimulator | CheckSimulator

/** The decline of a processor without 3-D Secure: it also declines cards that need it. */
export function getDeclineWithoutSecure(card: MagicCard): DeclineReason | null {
  return card.secure ? 'secure_required' : (card.decline ?? null)
}
