import { processors } from '@tradefront/processors/registry'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Attempt } from './deposit.ts'

/** Shorter pauses follow an inquiry that was late itself. */
const minPauseMs = 60_000

/**
 * A processor can charge an attempt after it has declined it, and the webhook about that can get lost.
 * @param state of the attempt, which can be about to change
 * @param declinedAtMs ms UTC
 * @returns ms UTC; null after the last inquiry, for other states and for a processor that was removed
 */
export function computeLateInquiryAtMs(
  { processor: name, isCharging }: Pick<Attempt, 'processor' | 'isCharging'>,
  state: AttemptState,
  inquiryCount: number,
  declinedAtMs: number,
  nowMs: number,
  waitScale: number,
): number | null {
  if (!isCharging || (state !== 'declined_soft' && state !== 'declined_hard')) return null
  const delayMs = processors.find((processor) => processor.name === name)?.lateInquiryDelaysMs[inquiryCount]
  return delayMs === undefined ? null : Math.max(declinedAtMs + delayMs * waitScale, nowMs + minPauseMs * waitScale)
}
