import type { Db } from '../../platform/database/database.ts'
import type { AlertsService } from '../alerts/service.ts'
import { readInPieces } from '../ledger/service.ts'
import { findWrongTradeSums } from '../trading/service.ts'
import { findLastOwner, findWrongDays } from './day-query.ts'

export type CheckSumsDeps = {
  readonly reports: Db
  readonly alerts: Pick<AlertsService, 'raiseAlert'>
}

const tradersPerPiece = 500
/** More would have one cause. */
const maxAlerts = 100

/** Compares the sums of traders with the rows, and raises an alert per difference. Reads with the connections for reports. */
export function createCheckSums({ reports, alerts }: CheckSumsDeps) {
  return async (): Promise<void> => {
    const subjects = await readInPieces(await findLastOwner(reports), tradersPerPiece, async (from, to) => [
      ...(await findWrongDays(reports, from, to)),
      ...(await findWrongTradeSums(reports, from, to)),
    ])
    for (const subject of subjects.slice(0, maxAlerts))
      await alerts.raiseAlert({ kind: 'history.sums_differ', subject })
  }
}
