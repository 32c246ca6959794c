import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toLocale } from '../../../platform/http/locale.ts'
import type { MailService } from '../../mail/service.ts'
import { buildNoticeEmail, type NoticeSettings } from './notice-email.ts'
import {
  listDueNotices,
  lockNotice,
  markNoticeMailed,
  type NoticeKey,
  type NoticeKind,
  postponeNotice,
} from './notice-store.ts'

export type NoticeService = ReturnType<typeof createNoticeService>

type NoticeServiceDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mail: Pick<MailService, 'send'>
  readonly publicUrl: string
  readonly getSettings: () => Promise<NoticeSettings>
  readonly onError: (error: unknown) => void
}

const batchSize = 500

/** Their next step is on the funding page; the others are read in the list of deposits. */
const fundingNotices: readonly NoticeKind[] = ['failed', 'late']

/** Tells traders by mail how their payments ended. Safe to run on several servers. */
export function createNoticeService({ db, clock, mail, publicUrl, getSettings, onError }: NoticeServiceDeps) {
  return {
    async mailNotices(): Promise<void> {
      const settings = await getSettings()
      const now = clock.now()
      for (const key of await listDueNotices(db, now, batchSize)) {
        try {
          await mailNotice(key, settings)
        } catch (error) {
          onError(error)
          await postponeNotice(db, key, now)
        }
      }
    },
  }

  /** In a transaction of its own, so that one that fails holds up no other. It is marked in the transaction of its mail. */
  function mailNotice(key: NoticeKey, settings: NoticeSettings): Promise<void> {
    return db.transaction().execute(async (trx) => {
      const notice = await lockNotice(trx, key)
      if (notice === null) return
      const locale = toLocale(notice.deposit.language)
      const email = buildNoticeEmail(notice, settings, locale)
      const screen = fundingNotices.includes(key.kind) ? 'funding' : 'deposits'
      const link = publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/${screen}`
      const isStored = await mail.send({ to: notice.email, locale, link, ...email }, trx)
      if (isStored) await markNoticeMailed(trx, key, clock.now())
    })
  }
}
