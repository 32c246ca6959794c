import { randomBytes, randomUUID } from 'node:crypto'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { findCredentialsByEmail, lockUser } from '../users/service.ts'
import { closeTrades, insertTrade } from './trade-store.ts'
import { hasStarted } from './trade.ts'

/** Minor units. */
const stake = 20_000
const openPoints = 9_712_346

/**
 * Adds two trades of the last hour at prices of a real market, one lost and one won: operators can void them, which they cannot with trades at
 * simulated prices. The trader must have the money of both stakes.
 */
export async function seedDemoTrades(db: Db, email: string, clock: Clock): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findCredentialsByEmail(trx, email)
    if (user === null || (await hasTrades(trx, user.id))) return
    const { currency } = await lockUser(trx, user.id)
    const firstMs = clock.now().getTime() - 20 * minuteMs
    for (const [index, end] of [
      { state: 'lost', moved: -4210 } as const,
      { state: 'won', moved: 1730 } as const,
    ].entries()) {
      const openedAt = new Date(firstMs + index * 3 * minuteMs)
      const expiresAt = new Date(openedAt.getTime() + minuteMs)
      const trade = await insertTrade(trx, {
        id: randomUUID(),
        userId: user.id,
        isPractice: false,
        symbol: 'BTCUSD',
        direction: 'up',
        currency,
        stake,
        bonusStake: 0,
        payoutPercent: 82,
        isSimulated: false,
        digits: 2,
        openPoints,
        strikePoints: openPoints,
        quotedAt: openedAt,
        arrivedAt: openedAt,
        openedAt,
        expiresAt,
        entryRound: null,
        isLadder: false,
        leastPayoutPercent: null,
        rate: 1,
        houseLossMax: 10_000_000,
        requestHash: randomBytes(32),
      })
      if (!hasStarted(trade)) throw new Error('invariant: a demo trade has an opening price')
      const returned = end.state === 'won' ? stake + (stake * trade.payoutPercent) / 100 : 0
      const closing = { ...end, refusal: null, closePoints: openPoints + end.moved, closedAt: expiresAt, returned }
      await closeTrades(trx, [{ trade, end: closing, ownEdge: 0 }], expiresAt)
    }
  })
}

async function hasTrades(db: Db, userId: number): Promise<boolean> {
  return (await db.selectFrom('trades').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}
