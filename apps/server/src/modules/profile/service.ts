import { toUserRecord } from '@tradefront/contract/domain/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { createLedgerService } from '../ledger/service.ts'
import type { SettingsService } from '../settings/service.ts'
import { findUserById, incrementWelcomeShownCount, lockUser, updateLanguage } from '../users/service.ts'
import { upsertHost, upsertMobileVisit, upsertTipsShown } from './preferences-store.ts'
import { composeUser } from './user-record.ts'
import { createAvailableBalanceQuery, findUserRecordRow } from './user-record-store.ts'

export type ProfileDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: UserEvents
  readonly settings: SettingsService
}

/** spec: account 9 */
const maxWelcomeShows = 2

export type ProfileService = ReturnType<typeof createProfileService>

export function createProfileService({ db, clock, live, settings }: ProfileDeps) {
  const findBatchedBalance = createAvailableBalanceQuery(db)

  const getUserRecord = async (user: Omit<SessionUser, 'isMobile'>): Promise<UserRecord> => {
    const [row, siteSettings] = await Promise.all([
      findUserRecordRow(db, user.id, user.currency, clock.now()),
      settings.getSettings(),
    ])
    return toUserRecord(composeUser(user, row, siteSettings, clock.now()))
  }

  const publishUserChanged = (userId: number): Promise<void> => live.publish(userId, { type: 'user_changed' })

  return {
    getUserRecord,
    publishUserChanged,

    /** Null if there is no such user. */
    loadUserRecord: async (userId: number): Promise<UserRecord | null> => {
      const user = await findUserById(db, userId)
      return user ? getUserRecord(user) : null
    },

    /** In major units; null if the session has ended. */
    findAvailableBalance: async (sessionHash: Buffer): Promise<{ available: number; currency: Currency } | null> => {
      const row = await findBatchedBalance({ sessionHash, now: clock.now() })
      return row && { available: fromMinor(row.amount, row.currency), currency: row.currency }
    },

    hasBitcoinDeposit: async (user: Pick<SessionUser, 'id' | 'currency'>): Promise<boolean> =>
      (await findUserRecordRow(db, user.id, user.currency, clock.now())).hasBitcoinDeposit,

    setLanguage: (userId: number, language: string) => updateLanguage(db, userId, language),

    recordMobileVisit: (userId: number) => upsertMobileVisit(db, userId, clock.now()),

    recordHost: (userId: number, host: string) => upsertHost(db, userId, host, clock.now()),

    setTipsShown: async (userId: number, shown: boolean, host: string): Promise<void> => {
      await upsertTipsShown(db, userId, { shown, host, changedAt: clock.now() })
      await publishUserChanged(userId)
    },

    /** spec: account 2 */
    countWelcomeShown: (userId: number): Promise<boolean> => incrementWelcomeShownCount(db, userId, maxWelcomeShows),

    resetPracticeBalance: async (user: SessionUser): Promise<Result<UserRecord, 'profile.no_practice'>> => {
      const isReset = await db.transaction().execute(async (trx) => {
        // The second of two concurrent resets must see the first.
        if (!(await lockUser(trx, user.id)).isPractice) return false
        await createLedgerService(trx).practice.topUpBalance(user.id, user.currency, clock.now(), trx)
        return true
      })
      if (!isReset) return refuse('profile.no_practice')
      await publishUserChanged(user.id)
      return ok(await getUserRecord(user))
    },
  }
}
