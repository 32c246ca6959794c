import type { AppContext } from '../../context.ts'
import { raiseAlert } from '../alerts/service.ts'
import { readUsersInPieces } from '../ledger/service.ts'
import { findWrongTradeSums } from '../trading/service.ts'
import { findWrongDays } from './day-query.ts'

const balancesPerPiece = 1500
/** How many alerts are raised. More would have the same cause. */
const maxAlerts = 100

/** Compares the sums of traders with the rows, and raises an alert for each difference. Reads with the connections for reports. */
export async function checkSums({ reports, db, clock }: AppContext): Promise<void> {
  const subjects = await readUsersInPieces(reports, balancesPerPiece, async (from, to) => [
    ...(await findWrongDays(reports, from, to)),
    ...(await findWrongTradeSums(reports, from, to)),
  ])
  for (const subject of subjects.slice(0, maxAlerts))
    await raiseAlert(db, { kind: 'history.sums_differ', subject }, clock.now())
}
