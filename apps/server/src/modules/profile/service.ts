import { toUserRecord } from '@tradefront/contract/domain/profile'
import type { UserRecord } from '@tradefront/contract/user-record'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { findUserById, incrementWelcomeShownCount, lockUser, updateLanguage } from '../users/service.ts'
import { upsertHost, upsertMobileVisit, upsertTipsShown } from './preferences-store.ts'
import { composeUser } from './user-record.ts'
import { findUserRecordRow } from './user-record-store.ts'
import { topUpPracticeBalance } from '../ledger/service.ts'

/** spec: account 9 */
const maxWelcomeShows = 2

export async function getUserRecord(
  { db, clock, settings }: AppContext,
  user: Omit<SessionUser, 'isMobile'>,
): Promise<UserRecord> {
  const [row, siteSettings] = await Promise.all([
    findUserRecordRow(db, user.id, user.currency, clock.now()),
    settings.getSettings(),
  ])
  return toUserRecord(composeUser(user, row, siteSettings, clock.now()))
}

/** Null if there is no such user. */
export async function loadUserRecord(context: AppContext, userId: number): Promise<UserRecord | null> {
  const user = await findUserById(context.db, userId)
  return user ? getUserRecord(context, user) : null
}

export async function hasBitcoinDeposit(
  { db, clock }: AppContext,
  user: Pick<SessionUser, 'id' | 'currency'>,
): Promise<boolean> {
  return (await findUserRecordRow(db, user.id, user.currency, clock.now())).hasBitcoinDeposit
}

export function setLanguage({ db }: AppContext, userId: number, language: string) {
  return updateLanguage(db, userId, language)
}

export function recordMobileVisit({ db, clock }: AppContext, userId: number) {
  return upsertMobileVisit(db, userId, clock.now())
}

export function recordHost({ db, clock }: AppContext, userId: number, host: string) {
  return upsertHost(db, userId, host, clock.now())
}

export async function setTipsShown(context: AppContext, userId: number, shown: boolean, host: string): Promise<void> {
  await upsertTipsShown(context.db, userId, { shown, host, changedAt: context.clock.now() })
  await publishUserChanged(context, userId)
}

/** spec: account 2 */
export function countWelcomeShown({ db }: AppContext, userId: number): Promise<boolean> {
  return incrementWelcomeShownCount(db, userId, maxWelcomeShows)
}

export async function resetPracticeBalance(
  context: AppContext,
  user: SessionUser,
): Promise<Result<UserRecord, 'profile.no_practice'>> {
  const isReset = await context.db.transaction().execute(async (trx) => {
    // The second of two concurrent resets must see the first.
    if (!(await lockUser(trx, user.id)).isPractice) return false
    await topUpPracticeBalance(trx, user.id, user.currency, context.clock.now())
    return true
  })
  if (!isReset) return refuse('profile.no_practice')
  await publishUserChanged(context, user.id)
  return ok(await getUserRecord(context, user))
}
