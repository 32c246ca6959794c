import type { User } from '@tradefront/contract/domain/profile'
import { type FundingTab, fundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { methodFacts } from '@tradefront/rules/deposits/method-facts'

import type { SandboxPart } from '../../platform/config/sandbox-parts.ts'

/** What moves no real money, by the parts of the site that are the sandbox. Payments that traders report go to accounts of the demo data. */
export function listSimulatedMethods(parts: ReadonlySet<SandboxPart>): User['simulatedMethods'] {
  const methods = fundingTabs.filter((tab) => parts.has(findPart(tab)))
  return parts.has('payouts') ? [...methods, 'withdrawal'] : methods
}

/** The part that decides whether a way to pay is real. */
function findPart(tab: FundingTab): SandboxPart {
  const { time } = methodFacts[tab]
  if (time.kind === 'confirmations') return time.coin === 'BTC' ? 'bitcoin' : 'ethereum'
  return time.kind === 'minute' ? 'processors' : 'demo'
}
