import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TakenBackReport } from '@tradefront/processors/processor'
import type { ChargeFlow } from '@tradefront/processors/simulator/charge'
import { processorTestData } from '@tradefront/processors/test-data'

import type { Random } from '../../fixtures/seeded-random.ts'

/** `declined_late`: declined now, but the money is taken later. */
export type ChargeVerdict = 'succeeded' | 'declined_soft' | 'declined_hard' | 'declined_late'

/** How one charge will end. */
export type ChargeScenario = {
  readonly flow: ChargeFlow
  /** Reports `pending` before the verdict. */
  readonly pending: boolean
  readonly verdict: ChargeVerdict
  /** Added to the requested amount, in minor units. */
  readonly excess: number
  /** Charged in another currency than requested. */
  readonly otherCurrency: boolean
  /** The decline's reason in the processor's own words. */
  readonly words: string
  /** The success has another processor reference than the reports before it. */
  readonly changesReference: boolean
  /** Other charges have the same processor reference. */
  readonly sharesReference: boolean
}

export type ChargeState = 'pending' | 'requires_action' | 'succeeded' | 'declined_soft' | 'declined_hard' | 'cancelled'

export type Charge = {
  /** Null if only cancelled. */
  readonly traderId: number | null
  readonly slug: string
  readonly reference: string
  processorReference: string
  readonly scenario: ChargeScenario
  /** Its processor reference is known. */
  isReported: boolean
  state: ChargeState
  /** The processor's decline code. */
  reason: string
  /** The page was visited; the code is next. */
  confirmed: boolean
  /** Minor units. */
  readonly amount: number
  readonly currency: string
  refunded: number
  takenBackAs: TakenBackReport | null
}

/** A charge, or a payment from outside. */
export type ReceivedMoney = Pick<Charge, 'reference' | 'state' | 'amount' | 'currency' | 'refunded' | 'takenBackAs'>

/** Longer than what we keep, with an astral character at the cut; NUL; half a surrogate pair. */
const oddWords = [`${'x'.repeat(99)}😀`, 'x\u0000y', 'x\ud83d', '😀'.repeat(100), 'x'.repeat(200)] as const

const chargeFlows = new Map(processorTestData.map((data) => [data.name, data.chargeFlows]))

/** @param verdicts repeat one to make it more likely */
export function drawChargeScenario(
  random: Random,
  name: ProcessorName,
  verdicts: readonly ChargeVerdict[],
): ChargeScenario {
  return {
    flow: random.pick(chargeFlows.get(name) ?? []),
    pending: random.chance(0.25),
    verdict: random.pick(verdicts),
    excess: random.chance(0.12) ? random.pick([100, -100, 1, -50]) : 0,
    otherCurrency: random.chance(0.04),
    words: random.chance(0.9) ? 'declined' : random.pick(oddWords),
    changesReference: random.chance(0.12),
    sharesReference: random.chance(0.06),
  }
}
