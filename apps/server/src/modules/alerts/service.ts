import { formatReceiptNumber } from '@tradefront/rules/deposits/receipt-number'
import type { Operator } from '../../platform/audit.ts'
import { type Clock, hourMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { formatMailTime, type MailService } from '../mail/service.ts'
import { describeAlertKind } from './alert-kinds.ts'
import {
  type AlertRow,
  claimUnloggedAlerts,
  claimUnmailedAlerts,
  countOpenAlerts,
  listOpenAlerts,
  type NewAlert,
  raiseAlert,
  resolveAlert,
} from './alert-store.ts'

export type { AlertKind } from './alert-kinds.ts'
export { describeAlertKind } from './alert-kinds.ts'
export {
  insertAlertsCte,
  type NewAlert,
  raiseAlert,
  resolveAlertsCte,
  withdrawAlert,
  withdrawOtherAlerts,
} from './alert-store.ts'

/** The deposit and the trader are null if the subject is not an attempt. */
export type Alert = Omit<AlertRow, 'attemptId'> & {
  readonly depositId: string | null
  readonly userId: number | null
}

/** The deposit of an attempt. */
export type AttemptDeposit = { readonly depositId: string; readonly userId: number }

export type AlertsService = ReturnType<typeof createAlertsService>

type AlertsDeps = {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
  /** Finds the deposits of attempts, by the id of the attempt. */
  readonly findDeposits: (db: Db, attemptIds: readonly number[]) => Promise<ReadonlyMap<number, AttemptDeposit>>
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

/** Alerts are rows, which are brought to operators. */
export function createAlertsService(deps: AlertsDeps) {
  const { db, reports, clock, mail, getSupportEmail, onAlert } = deps

  const addDeposits = async (reader: Db, rows: readonly AlertRow[]): Promise<Alert[]> => {
    const ids = rows.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId]))
    const found = ids.length === 0 ? null : await deps.findDeposits(reader, ids)
    return rows.map(({ attemptId, ...alert }) => {
      const { depositId = null, userId = null } = (attemptId === null ? undefined : found?.get(attemptId)) ?? {}
      return { ...alert, depositId, userId }
    })
  }

  return {
    raiseAlert: (alert: NewAlert): Promise<void> => raiseAlert(db, alert, clock.now()),

    listOpen: async (limit: number) => addDeposits(reports, await listOpenAlerts(reports, limit)),

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
      for (const alert of await addDeposits(db, await claimUnloggedAlerts(db, now, batchSize))) onAlert(alert)
      const to = await getSupportEmail()
      // One transaction: the alerts are mailed, or remain to be mailed.
      await db.transaction().execute(async (trx) => {
        const after = new Date(now.getTime() - mailPauseMs)
        const alerts = await addDeposits(trx, await claimUnmailedAlerts(trx, now, after, batchSize))
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
