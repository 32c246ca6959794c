import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import { listDueTrades, listWaitingTrades } from './trade-store.ts'

const kind = 'trading.not_closed'
/** After this time a trade is late. Trades close within a minute of their expiry; the rest is for a restart of the server. */
const lateMs = 5 * minuteMs
/** If more trades are late, they have the same cause, and more alerts would not help. */
const maxAlerts = 20

/** Raises an alert for each trade that is open long after its expiry, or waits long after its start, until that has ended. */
export async function checkOpenTrades({ db, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - lateMs)
  const waiting = (await listWaitingTrades(db, before, maxAlerts)).map(({ trade }) => trade)
  const late = [...waiting, ...(await listDueTrades(db, before, null, maxAlerts))]
  const subjects = late.map(({ id }) => `trade:${id}`)
  for (const subject of subjects) await raiseAlert(db, { kind, subject }, clock.now())
  await withdrawOtherAlerts(db, kind, 'trade:', subjects, clock.now())
}
