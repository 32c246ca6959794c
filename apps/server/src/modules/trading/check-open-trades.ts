import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AlertsService } from '../alerts/service.ts'
import { listDueTrades } from './trade-store.ts'

export type CheckOpenTradesDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly alerts: Pick<AlertsService, 'raiseAlert' | 'withdrawOtherAlerts'>
}

const kind = 'trading.not_closed'
/** Trades close within a minute of their expiry. The rest is for a restart of the server. */
const lateMs = 5 * minuteMs
/** If more trades are late, they have the same cause, and more alerts would not help. */
const maxAlerts = 20

/** Raises an alert for each trade that is open long after its expiry, until it has ended. */
export function createCheckOpenTrades({ db, clock, alerts }: CheckOpenTradesDeps) {
  return async (): Promise<void> => {
    const late = await listDueTrades(db, new Date(clock.now().getTime() - lateMs), null, maxAlerts)
    const subjects = late.map(({ id }) => `trade:${id}`)
    for (const subject of subjects) await alerts.raiseAlert({ kind, subject })
    await alerts.withdrawOtherAlerts(kind, 'trade:', subjects)
  }
}
