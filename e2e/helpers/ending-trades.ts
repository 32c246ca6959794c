import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'

import { createWalkFeed } from '../../apps/server/src/gateways/market/walk-feed.ts'
import { createWalkStore } from '../../apps/server/src/modules/trading/service.ts'
import { insertTrade } from '../../apps/server/src/modules/trading/trade-store.ts'
import { createSeal } from '../../apps/server/src/platform/crypto/seal.ts'
import { getOwnerDb } from './database.ts'
import { e2eSecretKey } from './secret-key.ts'

const cents = 100

/**
 * Inserts three trades that end in a second: won, lost and tied, as if the trader had bought them at prices that lead to these results. It
 * also inserts one of a symbol that is no longer traded, which stays open for an hour.
 */
export async function insertEndingTrades(userId: number, stake: number, isPractice: boolean): Promise<void> {
  const db = getOwnerDb()
  const openedAt = new Date()
  const expiresAt = new Date(openedAt.getTime() + 1000)
  // Rounds of the beacon are recorded 3 s before they are needed, so the price of the next second can be computed.
  const clock = { now: () => new Date(expiresAt.getTime() + 1000) }
  const store = createWalkStore({
    db,
    seal: createSeal(e2eSecretKey),
    clock,
    readStartRates: async () => new Map(),
  })
  const noBeacon = () => {
    throw new Error('the server records rounds')
  }
  const beacon = { getChain: noBeacon, open: noBeacon }
  const feed = createWalkFeed({ store, beacon, clock, holder: 'none', onError: () => undefined })
  const findClosing = () => feed.findFirstQuote('BTCUSD', expiresAt.getTime(), expiresAt.getTime() + 1000)
  // On a busy machine the server is late with its rounds.
  await expect.poll(findClosing, { timeout: 30_000 }).toBeTruthy()
  const tied = (await findClosing())?.points ?? 0
  const trades = [
    { symbol: 'BTCUSD', direction: 'up', openPoints: 1 },
    { symbol: 'ETHUSD', direction: 'down', openPoints: 1 },
    { symbol: 'BTCUSD', direction: 'up', openPoints: tied },
    { symbol: 'OLDUSD', direction: 'up', openPoints: 100 },
  ] as const
  const common = { userId, isPractice, currency: 'USD', stake: stake * cents, bonusStake: 0 } as const
  const terms = {
    payoutPercent: 80,
    rate: 1,
    houseLossMax: 10_000_000,
    isSimulated: true,
    isLadder: false,
    digits: 2,
  } as const
  const rest = {
    quotedAt: openedAt,
    arrivedAt: openedAt,
    entryRound: null,
    leastPayoutPercent: null,
    openedAt,
    expiresAt,
    requestHash: Buffer.alloc(32),
  } as const
  for (const trade of trades)
    await db
      .transaction()
      .execute((trx) =>
        insertTrade(trx, { id: randomUUID(), ...common, ...terms, ...rest, ...trade, strikePoints: trade.openPoints }),
      )
  await feed.stop()
}
