import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { ChargeFlow } from '@tradefront/processors/simulator/charge'
import { processorTestData } from '@tradefront/processors/test-data'

import type { Random } from './seeded-random.ts'

/** `declined_late` says no now and takes the money later all the same. */
export type ChargeVerdict = 'succeeded' | 'declined_soft' | 'declined_hard' | 'declined_late'

/** What will become of one charge. */
export type ChargeScenario = {
  readonly flow: ChargeFlow
  /** It says `pending` before it says its verdict. */
  readonly pending: boolean
  readonly verdict: ChargeVerdict
  /** Added to what was asked for: minor units. */
  readonly excess: number
  /** Another one than was asked for. */
  readonly otherCurrency: boolean
}

export type ChargeState = 'pending' | 'requires_action' | 'succeeded' | 'declined_soft' | 'declined_hard' | 'cancelled'

export type Charge = {
  readonly slug: string
  readonly ref: string
  readonly scenario: ChargeScenario
  state: ChargeState
  /** The processor's word for a no. */
  reason: string
  /** Its page was visited, where a code comes after it. */
  confirmed: boolean
  /** What is, or would be, taken: minor units. */
  readonly amount: number
  readonly currency: string
  refunded: number
}

const chargeFlows = new Map(processorTestData.map((data) => [data.name, data.chargeFlows]))

/** Draws what will become of a charge. @param verdicts one of these in the end, each as likely as it is listed */
export function drawChargeScenario(
  random: Random,
  name: ProcessorName,
  verdicts: readonly ChargeVerdict[],
): ChargeScenario {
  return {
    flow: random.pick(chargeFlows.get(name) ?? []),
    pending: random.chance(0.25),
    verdict: random.pick(verdicts),
    excess: random.chance(0.04) ? random.pick([100, -100]) : 0,
    otherCurrency: random.chance(0.03),
  }
}
