import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { TakenBackReport } from '@tradefront/processors/processor'
import type { ChargeFlow } from '@tradefront/processors/simulator/charge'
import { processorTestData } from '@tradefront/processors/test-data'

import type { Random } from '../../fixtures/seeded-random.ts'

/** `declined_late` is declined now, but the money is taken later. */
export type ChargeVerdict = 'succeeded' | 'declined_soft' | 'declined_hard' | 'declined_late'

/** How one charge will end. */
export type ChargeScenario = {
  readonly flow: ChargeFlow
  /** True if the charge is reported as `pending` before the verdict. */
  readonly pending: boolean
  readonly verdict: ChargeVerdict
  /** Amount in minor units that is added to the requested one. */
  readonly excess: number
  /** True if it is charged in another currency than requested. */
  readonly otherCurrency: boolean
  /** Reason of a decline in the processor's own words. */
  readonly words: string
  /** True if the success has another processor reference than the reports before it. */
  readonly changesReference: boolean
  /** True if other charges have the same processor reference. */
  readonly sharesReference: boolean
}

export type ChargeState = 'pending' | 'requires_action' | 'succeeded' | 'declined_soft' | 'declined_hard' | 'cancelled'

export type Charge = {
  /** Null if the charge was only cancelled. */
  readonly traderId: number | null
  readonly slug: string
  readonly reference: string
  processorReference: string
  readonly scenario: ChargeScenario
  /** True if its processor reference is known. */
  isReported: boolean
  state: ChargeState
  /** Decline code of the processor. */
  reason: string
  /** True if the page was visited; the code is next. */
  confirmed: boolean
  /** Amount in minor units. */
  readonly amount: number
  readonly currency: string
  refunded: number
  takenBackAs: TakenBackReport | null
}

/** A charge, or a payment from outside. */
export type ReceivedMoney = Pick<Charge, 'reference' | 'state' | 'amount' | 'currency' | 'refunded' | 'takenBackAs'>

/** Words that are longer than what we keep, with an astral character at the cut; with NUL; or with half a surrogate pair. */
const oddWords = [`${'x'.repeat(99)}😀`, 'x\u0000y', 'x\ud83d', '😀'.repeat(100), 'x'.repeat(200)] as const

const chargeFlows = new Map(processorTestData.map((data) => [data.name, data.chargeFlows]))

/** Draws how a charge will end. @param verdicts repeat one to make it more likely */
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
