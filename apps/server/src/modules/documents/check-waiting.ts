import { type Clock, hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listWaitingTraders } from './decision-store.ts'

type Alert = {
  readonly kind: 'documents.waiting'
  readonly subject: string
  readonly detail: Readonly<Record<string, string | number>>
}

export type CheckWaitingDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly getAlertHours: () => Promise<number>
  readonly alerts: {
    readonly raiseAlert: (alert: Alert) => Promise<void>
    readonly withdrawOtherAlerts: (kind: Alert['kind'], prefix: string, subjects: readonly string[]) => Promise<void>
  }
}

const kind = 'documents.waiting'
/** The longest first. More alerts would not help. */
const maxAlerts = 50

/** Raises an alert for each trader whose documents wait too long, until they are decided. */
export function createCheckWaiting({ db, clock, getAlertHours, alerts }: CheckWaitingDeps) {
  return async (): Promise<void> => {
    const before = new Date(clock.now().getTime() - (await getAlertHours()) * hourMs)
    const late = await listWaitingTraders(db, before, maxAlerts)
    for (const { userId, since, count } of late)
      await alerts.raiseAlert({ kind, subject: `user:${userId}`, detail: { since: since.toISOString(), files: count } })
    await alerts.withdrawOtherAlerts(
      kind,
      'user:',
      late.map(({ userId }) => `user:${userId}`),
    )
  }
}
