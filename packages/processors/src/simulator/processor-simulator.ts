import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { Charge, ChargeFlow, DeclineReason, FailureMode } from './charge.ts'
import type { MagicCard } from './magic-cards.ts'

/** A null decline means approval. */
export type ChargePlan = {
  readonly flow: ChargeFlow
  readonly plannedDecline: DeclineReason | null
  /** Only for wallets; cards have their own. */
  readonly failureMode?: FailureMode
}

export type SandboxUrls = { readonly page: string; readonly script: string }

type SimulatorIdentity = {
  readonly slug: string
  readonly name: ProcessorName
  readonly scriptNames: readonly string[]
  /** Shown in docs/processors.md. */
  readonly tokens: Readonly<Record<string, string>>
}

/** Pure: the sandbox keeps the charges. */
export type ChargeSimulator = SimulatorIdentity & {
  readonly chargesAt: 'start' | 'complete'
  readonly pageTitle?: string
  /** @param secureId that the trader has for the wallet */
  readonly planCharge: (card: MagicCard, tokens: readonly string[], secureId?: string) => ChargePlan
  readonly buildReply: (charge: Charge, urls: SandboxUrls) => Record<string, unknown>
  readonly toNativeReason: (reason: DeclineReason) => string
  readonly finalReasons: readonly DeclineReason[]
}

/** A pre-check: it never takes money. */
export type CheckSimulator = SimulatorIdentity & {
  readonly chargesAt: 'never'
  /** Null for HTTP 500. */
  readonly buildReply: (card: MagicCard, tokens: readonly string[]) => Record<string, unknown> | null
}

export type ProcessorSimulator = ChargeSimulator | CheckSimulator

/** Also declines cards that need 3-D Secure. */
export function getDeclineWithoutSecure(card: MagicCard): DeclineReason | null {
  return card.secure ? 'secure_required' : (card.decline ?? null)
}
