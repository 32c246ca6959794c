import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'

import type { AppContext } from '../../context.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import { describeAlertKind } from './alert-kinds.ts'
import { type Alert, claimUnloggedAlerts, claimUnmailedAlerts } from './alert-store.ts'

/** Pause between two mails. Alerts raised during it are in the next mail. */
const mailPauseMs = 10 * minuteMs
/** How many alerts one run delivers. In a flood, the next run delivers the rest. */
const batchSize = 500
const maxListedAlerts = 20

/** Logs new alerts and mails them to the support address. */
export async function deliverAlerts(context: AppContext): Promise<void> {
  const { db, clock, settings, onAlert } = context
  const now = clock.now()
  for (const alert of await claimUnloggedAlerts(db, now, batchSize)) onAlert(alert)
  const to = await settings.getSetting('support_email')
  // One transaction: the alerts are mailed, or remain to be mailed.
  await db.transaction().execute(async (trx) => {
    const after = new Date(now.getTime() - mailPauseMs)
    const alerts = await claimUnmailedAlerts(trx, now, after, batchSize)
    const [first] = alerts
    if (first === undefined) return
    const more = alerts.length > maxListedAlerts ? [`… and ${alerts.length - maxListedAlerts} more`] : []
    const listed = alerts.slice(0, maxListedAlerts).map((alert) => describeAlert(alert, now))
    await sendMail(
      context,
      {
        to,
        template: alerts.length === 1 ? 'alert' : 'alerts',
        locale: 'en',
        params: { kind: first.kind, count: alerts.length, list: [...listed, ...more].join('\n\n') },
      },
      trx,
    )
  })
}

function describeAlert({ id, kind, subject, raisedAt, depositId, detail }: Alert, now: Date): string {
  const { meaning, whatToDo } = describeAlertKind(kind)
  const about = depositId === null ? subject : `deposit ${formatReceiptNumber(depositId)}`
  const age = describeAge(detail, now)
  return `${formatMailTime(raisedAt)} UTC, alert ${id}, ${about}${age}: ${meaning}.\nTo do: ${whatToDo.replaceAll('`', '')}.`
}

/** Says how long the subject waits, if the alert has it. */
function describeAge(detail: unknown, now: Date): string {
  if (typeof detail !== 'object' || detail === null || !('since' in detail) || typeof detail.since !== 'string')
    return ''
  const since = new Date(detail.since)
  const hours = Math.floor((now.getTime() - since.getTime()) / hourMs)
  return `, waiting since ${formatMailTime(since)} UTC (${hours} h)`
}
