import { processors } from '@tradefront/processors/registry'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { Attempt } from './deposit.ts'

/**
 * Computes when a declined attempt is asked about. A processor can charge an attempt after it has declined it, and the webhook about that
 * can get lost. Inquiries for other reasons, e.g. by an operator, do not use up these.
 * @param state of the attempt, which can be about to change
 * @param declinedAtMs ms UTC
 * @returns ms UTC; null after the last inquiry, for other states and for a processor that was removed
 */
export function computeLateInquiryAtMs(
  { processor: name, isCharging }: Pick<Attempt, 'processor' | 'isCharging'>,
  state: AttemptState,
  declinedAtMs: number,
  nowMs: number,
  waitScale: number,
): number | null {
  if (!isCharging || (state !== 'declined_soft' && state !== 'declined_hard')) return null
  const delaysMs = processors.find((processor) => processor.name === name)?.lateInquiryDelaysMs ?? []
  return delaysMs.map((delayMs) => declinedAtMs + delayMs * waitScale).find((atMs) => atMs > nowMs) ?? null
}
