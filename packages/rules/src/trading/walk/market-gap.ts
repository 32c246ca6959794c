import type { BeaconChain } from '../beacon/beacon-chain.ts'
import { stepMs } from '../closing-price.ts'
import { epochMs, findSealedEpoch, getEpochStart } from './epoch.ts'

/** A time in which no server ran and no trade was open. The walk stands still in it, and charts mark it. Both ends are starts of epochs. */
export type MarketGap = { readonly fromMs: number; readonly toMs: number }

/** After a stop shorter than this, all rounds are fetched and nothing is skipped. */
export const minGapMs = 600_000

/**
 * Returns what is skipped after a stop. Null: nothing. The gap begins after the last price that a server has made and after the last
 * expiry, so no trade depends on it. It ends with the first epoch whose round is not due yet, so nobody has chosen the prices after it.
 * @param lastExpiryMs last expiry of the open trades; null: none is open
 */
export function planGap(
  chain: BeaconChain,
  {
    stoppedAtMs,
    lastExpiryMs,
    restartedAtMs,
  }: { readonly stoppedAtMs: number; readonly lastExpiryMs: number | null; readonly restartedAtMs: number },
): MarketGap | null {
  // The closing price is that of the first step at or after the expiry.
  const lastNeededMs = Math.max(stoppedAtMs, Math.ceil((lastExpiryMs ?? 0) / stepMs) * stepMs)
  const fromMs = getEpochStart(lastNeededMs) + epochMs
  const toMs = findSealedEpoch(chain, restartedAtMs)
  return toMs - fromMs < minGapMs ? null : { fromMs, toMs }
}

export function isInGap(gaps: readonly MarketGap[], atMs: number): boolean {
  return gaps.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
}
