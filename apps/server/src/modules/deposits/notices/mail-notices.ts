import type { AppContext } from '../../../context.ts'
import { toOfferedLocale } from '../../../platform/http/locale.ts'
import { sendMail } from '../../mail/service.ts'
import { buildNoticeEmail, type NoticeSettings } from './notice-email.ts'
import {
  listDueNotices,
  lockNotice,
  markNoticeMailed,
  type NoticeKey,
  type NoticeKind,
  postponeNotice,
} from './notice-store.ts'

const batchSize = 500

/** Notices whose next step is on the funding page; the others link to the list of deposits. */
const fundingNotices: readonly NoticeKind[] = ['failed', 'late']

/** Tells traders by mail how their payments ended. Safe to run on several servers. */
export async function mailNotices(context: AppContext): Promise<void> {
  const { db, clock, settings, onError } = context
  const { statement_name: statementName, refund_days: refundDays } = await settings.getSettings()
  const now = clock.now()
  for (const key of await listDueNotices(db, now, batchSize)) {
    try {
      await mailNotice(context, key, { statementName, refundDays })
    } catch (error) {
      onError(error)
      await postponeNotice(db, key, now)
    }
  }
}

/** Mails a notice in a transaction of its own, so that one that fails holds up no other. It is marked in the transaction of its mail. */
function mailNotice(context: AppContext, key: NoticeKey, settings: NoticeSettings): Promise<void> {
  const { db, clock, config } = context
  return db.transaction().execute(async (trx) => {
    const notice = await lockNotice(trx, key)
    if (notice === null) return
    const locale = toOfferedLocale(notice.deposit.language)
    const email = buildNoticeEmail(notice, settings, locale)
    const screen = fundingNotices.includes(key.kind) ? 'funding' : 'deposits'
    const link = config.publicUrl === '' ? undefined : `${config.publicUrl}/${locale}/trading#/show/${screen}`
    const isStored = await sendMail(context, { to: notice.email, locale, link, ...email }, trx)
    if (isStored) await markNoticeMailed(trx, key, clock.now())
  })
}
