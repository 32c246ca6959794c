import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { hasOpenTradesBefore, insertLosingDays } from './losing-day-store.ts'

type LosingDaysDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Pick<UserEvents, 'publish'>
}

/** Days that a server which was down catches up with. */
const daysBack = 3

/** Notes traders whose real trades of a day (UTC) have summed to a loss, once the day is over. Their pages load again for the offer. */
export function createFindLosingDays({ db, clock, live }: LosingDaysDeps) {
  return async (): Promise<void> => {
    const nowMs = clock.now().getTime()
    const today = new Date(nowMs - (nowMs % dayMs))
    // A trade can belong to yesterday and still wait for its price.
    if (await hasOpenTradesBefore(db, today)) return
    const userIds = await insertLosingDays(db, new Date(today.getTime() - daysBack * dayMs), today)
    await Promise.all(userIds.map((userId) => live.publish(userId, { type: 'refresh' })))
  }
}
