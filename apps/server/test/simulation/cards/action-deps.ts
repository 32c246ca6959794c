import type { Operator } from '../../../src/platform/audit.ts'
import type { Random } from '../../fixtures/seeded-random.ts'
import type { Coverage } from './coverage.ts'
import type { Violation } from './properties.ts'
import type { SimulatedBrowser } from './simulated-browser.ts'
import type { SimulatedProcessors } from './simulated-processors.ts'
import type { SimulatedPromoCode } from './simulated-promo-codes.ts'
import type { SimulatedTrader } from './simulated-trader.ts'
import type { SimulationFixture } from './simulation-fixture.ts'

export type ActionDeps = {
  readonly random: Random
  readonly coverage: Coverage
  readonly fixture: SimulationFixture
  readonly traders: readonly { readonly trader: SimulatedTrader; readonly browser: SimulatedBrowser }[]
  readonly processors: SimulatedProcessors
  /** References of all requests to a processor. */
  readonly startedAttempts: ReadonlyMap<string, unknown>
  readonly forgesWebhooks: boolean
  /** Grows. Null in a run without promo codes. */
  readonly promoCodes: SimulatedPromoCode[] | null
  readonly recordViolations: (found: readonly Violation[]) => void
}

export type Action = () => Promise<unknown>
export type WeightedAction = readonly [weight: number, name: string, action: Action]

export const operator: Operator = { actor: 'operator@example.com', reason: 'simulated' }
