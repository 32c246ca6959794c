import type { Operator } from '../../../platform/audit.ts'
import { type Clock, hourMs, minuteMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { formatMailTime, type MailService } from '../../mail/service.ts'
import { formatReceiptNumber } from '../deposit.ts'
import { describeAlertKind } from './alert-kinds.ts'
import {
  type Alert,
  claimUnloggedAlerts,
  claimUnmailedAlerts,
  countOpenAlerts,
  listOpenAlerts,
  resolveAlert,
} from './alert-store.ts'

export type AlertService = ReturnType<typeof createAlertService>

type AlertServiceDeps = {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
  readonly mail: Pick<MailService, 'send'>
  readonly getSupportEmail: () => Promise<string>
  /** Called once per alert, on one server. */
  readonly onAlert: (alert: Alert) => void
}

/** Alerts raised during the pause are in the next mail. */
const mailPauseMs = 10 * minuteMs
/** In a flood, the rest follows with the next run. */
const batchSize = 500
const maxListedAlerts = 20

/** Brings alerts, which are rows, to operators. */
export function createAlertService({ db, reports, clock, mail, getSupportEmail, onAlert }: AlertServiceDeps) {
  return {
    listOpen: (limit: number) => listOpenAlerts(reports, limit),

    countOpen: () => countOpenAlerts(db),

    /** False if there is no such open alert. */
    resolve: (id: number, by: Operator): Promise<boolean> =>
      resolveAlert(db, id, {
        by,
        action: 'alert.resolve',
        subject: `alert:${id}`,
        before: 'open',
        after: 'resolved',
        at: clock.now(),
      }),

    /** Logs new alerts and mails them to the support address. */
    async deliver(): Promise<void> {
      const now = clock.now()
      for (const alert of await claimUnloggedAlerts(db, now, batchSize)) onAlert(alert)
      const to = await getSupportEmail()
      // One transaction: the alerts are mailed, or remain to be mailed.
      await db.transaction().execute(async (trx) => {
        const alerts = await claimUnmailedAlerts(trx, now, new Date(now.getTime() - mailPauseMs), batchSize)
        const [first] = alerts
        if (first === undefined) return
        const more = alerts.length > maxListedAlerts ? [`… and ${alerts.length - maxListedAlerts} more`] : []
        await mail.send(
          {
            to,
            template: alerts.length === 1 ? 'alert' : 'alerts',
            locale: 'en',
            params: {
              kind: first.kind,
              count: alerts.length,
              list: [...alerts.slice(0, maxListedAlerts).map((alert) => describeAlert(alert, now)), ...more].join(
                '\n\n',
              ),
            },
          },
          trx,
        )
      })
    },
  }
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
