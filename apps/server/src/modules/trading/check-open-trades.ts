import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawOtherAlerts } from '../deposits/service.ts'
import { listDueTrades } from './trade-store.ts'

const kind = 'trading.not_closed'
/** Trades close within a minute of their expiry. The rest is for a restart of the server. */
const lateMs = 5 * minuteMs
/** If more trades are late, they have the same cause, and more alerts would not help. */
const maxAlerts = 20

/** Raises an alert for each trade that is open long after its expiry, until it has ended. */
export async function checkOpenTrades({ db, clock }: AppContext): Promise<void> {
  const late = await listDueTrades(db, new Date(clock.now().getTime() - lateMs), null, maxAlerts)
  const subjects = late.map(({ id }) => `trade:${id}`)
  for (const subject of subjects) await raiseAlert(db, { kind, subject }, clock.now())
  await withdrawOtherAlerts(db, kind, 'trade:', subjects, clock.now())
}
