import type { AppContext } from '../../context.ts'
import { hourMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import { listWaitingSince } from './decision-store.ts'

const kind = 'withdrawal.late'
/** How many withdrawals get an alert, those that wait longest first. More alerts would not help. */
const maxAlerts = 50

/** Raises an alert for each withdrawal that waits too long for an operator, until it is decided. */
export async function alertLateWithdrawals({ clock, settings, db }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - (await settings.getSetting('waiting_alert_hours')) * hourMs)
  const late = await listWaitingSince(db, before, maxAlerts)
  for (const { id, since } of late)
    await raiseAlert(db, { kind, subject: `withdrawal:${id}`, detail: { since: since.toISOString() } }, clock.now())
  await withdrawOtherAlerts(
    db,
    kind,
    'withdrawal:',
    late.map(({ id }) => `withdrawal:${id}`),
    clock.now(),
  )
}
