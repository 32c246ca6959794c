import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { symbols } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../src/gateways/market/market-feed.ts'
import { createWalkFeed } from '../../src/gateways/market/walk-feed.ts'
import { createWalkRecorder } from '../../src/gateways/market/walk-recorder.ts'
import { createWalkWindows } from '../../src/gateways/market/walk-windows.ts'
import { createManualClock, type ManualClock, minuteMs } from '../../src/platform/clock.ts'
import { createMemoryWalkStore, type MemoryWalkStore } from '../fixtures/market/memory-walk-store.ts'
import { createTestBeacon, type TestBeacon } from '../fixtures/market/test-beacon.ts'
import { randomBytes } from './seeded-bytes.ts'

/** The simulated market of the product, in memory. */
export type SealedMarket = {
  readonly clock: ManualClock
  readonly beacon: TestBeacon
  readonly store: MemoryWalkStore
  /** Opens a server with a clock of its own. */
  readonly openFeed: (clock: Pick<ManualClock, 'now'>) => MarketFeed
  /** Moves the clock, and records what is due. */
  readonly passTo: (atMs: number) => Promise<void>
}

/** Opens a market. @param nowMs it begins a minute before */
export function openMarket(seed: string, nowMs: number): SealedMarket {
  const clock = createManualClock(new Date(nowMs))
  const beacon = createTestBeacon(clock, seed)
  const starts = Object.fromEntries(
    symbols.map((symbol) => [
      symbol.name,
      { points: computeStartPoints(symbol, new Map()), atMs: nowMs - (nowMs % minuteMs) - minuteMs },
    ]),
  )
  const store = createMemoryWalkStore({ secret: randomBytes(seed, 32), chain: beacon.chain, starts })
  const windows = createWalkWindows({ store, clock, getChain: beacon.getChain })
  const openBeacon = async () => beacon.open(beacon.chain)
  const recorder = createWalkRecorder({ store, windows, openBeacon, clock, holder: 'recorder', leaseMs: 5000 })
  return {
    clock,
    beacon,
    store,
    openFeed: (own) =>
      createWalkFeed({
        store,
        beacon,
        clock: own,
        holder: 'server',
        onError: (error) => {
          throw error
        },
      }),
    passTo: async (atMs) => {
      clock.set(new Date(atMs))
      await recorder.tick()
    },
  }
}
