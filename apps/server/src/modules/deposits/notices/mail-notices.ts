import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toLocale } from '../../../platform/http/locale.ts'
import type { MailService } from '../../mail/service.ts'
import { buildNoticeEmail, type NoticeSettings } from './notice-email.ts'
import { lockDueNotices, markNoticeMailed } from './notice-store.ts'

export type NoticeService = ReturnType<typeof createNoticeService>

type NoticeServiceDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly mail: Pick<MailService, 'send'>
  readonly publicUrl: string
  readonly getSettings: () => Promise<NoticeSettings>
  readonly onError: (error: unknown) => void
}

const batchSize = 100

/** Tells traders by mail how their payments ended. Safe to run on several servers. */
export function createNoticeService({ db, clock, mail, publicUrl, getSettings, onError }: NoticeServiceDeps) {
  return {
    async mailNotices(): Promise<void> {
      const settings = await getSettings()
      while ((await mailBatch(settings)) === batchSize);
    },
  }

  /** A notice is marked in the transaction of its mail. @returns the number of mailed notices */
  function mailBatch(settings: NoticeSettings): Promise<number> {
    return db.transaction().execute(async (trx) => {
      let mailedCount = 0
      for (const notice of await lockDueNotices(trx, batchSize)) {
        const locale = toLocale(notice.deposit.language)
        try {
          const email = buildNoticeEmail(notice, settings, locale)
          const link = publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/funding`
          await mail.send({ to: notice.email, locale, link, ...email }, trx)
          await markNoticeMailed(trx, notice.key, clock.now())
          mailedCount += 1
        } catch (error) {
          onError(error)
        }
      }
      return mailedCount
    })
  }
}
