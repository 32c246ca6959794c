import type { PayoutUpstream } from './payouts/payout-upstream.ts'
import { payoutUpstreams } from './payouts/standard-payout-upstream.ts'
import type { Upstream } from './processor.ts'
import type { Provider, ProviderRequest } from './protocol.ts'
import { processors } from './registry.ts'

/** A provider with the question whether it answers. The question is about a reference that it cannot know, and moves no money. */
export type KnownProvider = Provider & {
  readonly kind: 'card' | 'wallet' | 'payout'
  readonly name: string
  readonly buildCheckRequest: (reference: string) => ProviderRequest
  /** Says whether the provider has answered that it does not know the reference: it has accepted our keys, and speaks as its folder says. */
  readonly isRightAnswer: (json: unknown, httpStatus: number) => boolean
}

/** Adds the question to a card processor or wallet. */
export function toKnownProcessor(name: string, kind: 'card' | 'wallet', upstream: Upstream): KnownProvider {
  const { slug, protocol } = upstream
  return {
    slug,
    protocol,
    kind,
    name,
    buildCheckRequest: (reference) => upstream.buildStatusRequest({ reference, processorReference: null }),
    isRightAnswer: (json, httpStatus) => upstream.parseChargeStatus(json, httpStatus)?.status === 'not_found',
  }
}

function toKnownPayouts(upstream: PayoutUpstream): KnownProvider {
  const { slug, protocol } = upstream
  return {
    slug,
    protocol,
    kind: 'payout',
    name: slug.toUpperCase(),
    buildCheckRequest: upstream.buildStatusRequest,
    isRightAnswer: (json, httpStatus) => upstream.parseAnswer(json, httpStatus)?.status === 'not_found',
  }
}

/** All providers: card processors, wallets, then those of payouts. */
export const knownProviders: readonly KnownProvider[] = [
  ...processors.map(({ name, kind, upstream }) => toKnownProcessor(name, kind, upstream)),
  ...Object.values(payoutUpstreams).map(toKnownPayouts),
]
