import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { hasOpenTradesBefore, insertLosingDays } from './losing-day-store.ts'

/** How many days a server that was down catches up with. */
const daysBack = 3

/** Notes traders whose real trades of a day (UTC) have summed to a loss, once the day is over. Their pages load again for the offer. */
export async function findLosingDays({ clock, db, live }: AppContext): Promise<void> {
  const nowMs = clock.now().getTime()
  const today = new Date(nowMs - (nowMs % dayMs))
  // A trade can belong to yesterday and still wait for its price.
  if (await hasOpenTradesBefore(db, today)) return
  const userIds = await insertLosingDays(db, new Date(today.getTime() - daysBack * dayMs), today)
  await Promise.all(userIds.map((userId) => live.publish(userId, { type: 'refresh' })))
}
