import { toUserRecord } from '@tradefront/contract/domain/profile'
import type { UserRecord } from '@tradefront/contract/user-record'

import type { AppContext } from '../../context.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { findUserById, incrementWelcomeShownCount, lockUser, updateLanguage } from '../users/service.ts'
import { upsertHost, upsertMobileVisit, upsertTipsShown } from './preferences-store.ts'
import { listSimulatedMethods } from './simulated-methods.ts'
import { composeUser } from './user-record.ts'
import { findUserRecordRow } from './user-record-store.ts'
import { topUpPracticeBalance } from '../ledger/service.ts'

/** After this many times, the welcome modal is no longer shown (spec: account 9). */
const maxWelcomeShows = 2

export async function getUserRecord(
  { db, clock, settings, config }: AppContext,
  user: Omit<SessionUser, 'isMobile'>,
): Promise<UserRecord> {
  const [row, siteSettings] = await Promise.all([findUserRecordRow(db, user, clock.now()), settings.getSettings()])
  return toUserRecord(composeUser(user, row, siteSettings, listSimulatedMethods(config.sandboxParts), clock.now()))
}

/** Reads the user again, after a change during the request. */
export async function reloadUserRecord(
  context: AppContext,
  { id, isPractice }: Pick<SessionUser, 'id' | 'isPractice'>,
): Promise<UserRecord> {
  const user = await findUserById(context.db, id)
  invariant(user, 'the user of a session exists')
  return getUserRecord(context, { ...user, isPractice })
}

export async function hasBitcoinDeposit(
  { db, clock }: AppContext,
  user: Pick<SessionUser, 'id' | 'currency' | 'isPractice'>,
): Promise<boolean> {
  return (await findUserRecordRow(db, user, clock.now())).hasBitcoinDeposit
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

/** Counts that the welcome modal was shown (spec: account 2). */
export function countWelcomeShown({ db }: AppContext, userId: number): Promise<boolean> {
  return incrementWelcomeShownCount(db, userId, maxWelcomeShows)
}

export async function resetPracticeBalance(context: AppContext, user: SessionUser): Promise<UserRecord> {
  await context.db.transaction().execute(async (trx) => {
    // The second of two concurrent resets must see the first, and the currency changes when a real account is opened.
    const { currency } = await lockUser(trx, user.id)
    await topUpPracticeBalance(trx, user.id, currency, context.clock.now())
  })
  await publishUserChanged(context, user.id)
  return reloadUserRecord(context, user)
}
