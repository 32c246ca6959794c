import type { ProcessorName } from '@tradefront/rules/cards/cascade-plan'

import type { Random } from './seeded-random.ts'

/** How a processor asks for the money: at once, after its page, after its page and a code, after a code, after a token. */
export type ChargeFlow = 'charge' | 'page' | 'page_and_code' | 'code' | 'token'

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

const chargeFlows: Readonly<Record<ProcessorName, readonly ChargeFlow[]>> = {
  FRAUD: ['charge'],
  ZOOM: ['token'],
  ENTROPAY: ['page_and_code', 'code', 'charge'],
  ORANGE: ['charge', 'charge', 'page'],
  ORANGE_NOT3D: ['charge'],
  CONCEPT: ['charge', 'charge', 'page'],
  UNIVERSE: ['charge', 'charge', 'page'],
  EZPAY: ['page', 'charge'],
  PFS: ['page', 'charge'],
}

/** Draws what will become of a charge. @param verdicts one of these in the end, each as likely as it is listed */
export function drawChargeScenario(
  random: Random,
  name: ProcessorName,
  verdicts: readonly ChargeVerdict[],
): ChargeScenario {
  return {
    flow: random.pick(chargeFlows[name]),
    pending: random.chance(0.25),
    verdict: random.pick(verdicts),
    excess: random.chance(0.04) ? random.pick([100, -100]) : 0,
    otherCurrency: random.chance(0.03),
  }
}
