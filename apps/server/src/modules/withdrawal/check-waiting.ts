import { type Clock, hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AlertsService } from '../alerts/service.ts'
import { listWaitingSince } from './decision-store.ts'

export type CheckWaitingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly getAlertHours: () => Promise<number>
  readonly alerts: Pick<AlertsService, 'raiseAlert' | 'withdrawOtherAlerts'>
}

const kind = 'withdrawal.late'
/** The longest first. More alerts would not help. */
const maxAlerts = 50

/** Raises an alert for each withdrawal that waits too long for an operator, until it is decided. */
export function createCheckWaiting({ db, clock, getAlertHours, alerts }: CheckWaitingDeps) {
  return async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - (await getAlertHours()) * hourMs)
    const late = await listWaitingSince(db, before, maxAlerts)
    for (const { id, since } of late)
      await alerts.raiseAlert({ kind, subject: `withdrawal:${id}`, detail: { since: since.toISOString() } })
    await alerts.withdrawOtherAlerts(
      kind,
      'withdrawal:',
      late.map(({ id }) => `withdrawal:${id}`),
    )
  }
}
