import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import { listWaitingTraders } from './decision-store.ts'

const kind = 'documents.waiting'
/** How many traders get an alert, those who wait longest first. More alerts would not help. */
const maxAlerts = 50

/** Raises an alert for each trader whose documents wait too long, until they are decided. */
export async function alertWaitingDocuments({ clock, settings, db }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - (await settings.getSetting('waiting_alert_hours')) * hourMs)
  const late = await listWaitingTraders(db, before, maxAlerts)
  for (const { userId, since, count } of late)
    await raiseAlert(
      db,
      { kind, subject: `user:${userId}`, detail: { since: since.toISOString(), files: count } },
      clock.now(),
    )
  await withdrawOtherAlerts(
    db,
    kind,
    'user:',
    late.map(({ userId }) => `user:${userId}`),
    clock.now(),
  )
}
