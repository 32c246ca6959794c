import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { Charge, ChargeFlow, DeclineReason, FailureMode } from './charge.ts'
import type { MagicCard } from './magic-cards.ts'

/** A null decline means approval. */
export type ChargePlan = {
  readonly flow: ChargeFlow
  readonly plannedDecline: DeclineReason | null
  /** Set only for wallets; a card has its own failure mode. */
  readonly failureMode?: FailureMode
}

export type SandboxUrls = { readonly page: string; readonly script: string }

type SimulatorIdentity = {
  readonly slug: string
  readonly name: ProcessorName
  readonly scriptNames: readonly string[]
  /** Words in the cardholder's name, with what they cause. They are shown in docs/processors.md. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Simulates a processor by pure functions: the sandbox keeps the charges. */
export type ChargeSimulator = SimulatorIdentity & {
  readonly chargesAt: 'start' | 'complete'
  readonly pageTitle?: string
  /** @param secureId the trader's secure id at the wallet */
  readonly planCharge: (card: MagicCard, tokens: readonly string[], secureId?: string) => ChargePlan
  readonly buildReply: (charge: Charge, urls: SandboxUrls) => Record<string, unknown>
  readonly toNativeReason: (reason: DeclineReason) => string
  readonly finalReasons: readonly DeclineReason[]
}

/** Simulates a pre-check, which never takes money. */
export type CheckSimulator = SimulatorIdentity & {
  readonly chargesAt: 'never'
  /** Builds the reply. Null means HTTP 500. */
  readonly buildReply: (card: MagicCard, tokens: readonly string[]) => Record<string, unknown> | null
}

export type ProcessorSimulator = ChargeSimulator | CheckSimulator

/** Returns why a call without 3-D Secure declines the card. It also declines cards that need 3-D Secure. */
export function getDeclineWithoutSecure(card: MagicCard): DeclineReason | null {
  return card.secure ? 'secure_required' : (card.decline ?? null)
}
