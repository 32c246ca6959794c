import { fromMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { withdrawalsPerPage, type WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import { computeFreeBonus, decideCase } from '@tradefront/rules/withdrawal/decide-case'
import { findSourceMethod } from '@tradefront/rules/withdrawal/methods'
import { computeMovable, findMethodLimit } from '@tradefront/rules/withdrawal/plan-payouts'

import type { Locale } from '@tradefront/texts/locales'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { withdrawAlert } from '../alerts/service.ts'
import { alertWaiting } from './confirm-withdrawal.ts'
import { removeDestinationsSince } from './destinations.ts'
import { findWithdrawalFacts, listMethods } from './quote-withdrawal.ts'
import { stopAllPayouts } from './stop-payouts.ts'
import { describePlace, mailWithdrawal } from './withdrawal-mails.ts'
import { getWithdrawalSettings } from './withdrawal-settings.ts'
import { endUndecided, updateReleased } from './decision-store.ts'
import {
  expireUnconfirmed,
  findWithdrawal,
  giveUpUnconfirmed,
  listWithdrawalsOfTrader,
  upsertTabView,
} from './withdrawal-store.ts'
import { toDestinationView } from './withdrawal-view.ts'
import type { Withdrawal } from './withdrawal.ts'

export { formatWithdrawalNumber, type Payout, type Withdrawal } from './withdrawal.ts'
export { payoutStop } from './stop-payouts.ts'

/** How many rows one statement of a job has. */
const batchSize = 500

export async function listWithdrawalMethods(
  context: AppContext,
  user: Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>,
  locale: Locale,
) {
  const settings = await getWithdrawalSettings(context)
  const facts = await findWithdrawalFacts(context.db, user, settings)
  const { money, sources, destinations } = facts
  const toMajor = (minor: number) => fromMinor(minor, user.currency)
  const free = computeFreeBonus(money)
  const available = facts.debt > 0 ? 0 : money.cash
  const movable = computeMovable({ available, untraded: facts.untraded }, sources)
  const methods = user.isPractice ? [] : listMethods(facts, settings)
  return {
    currency: user.currency,
    cash: toMajor(money.cash - free),
    freeBonus: toMajor(free),
    givesUp: toMajor(money.bonus),
    caseName: decideCase(user.verification === 'Full', money),
    currentTurnover: toMajor(money.turnoverDone),
    needTurnover: toMajor(money.turnoverRequired),
    debt: toMajor(facts.debt),
    untraded: toMajor(Math.min(available, facts.untraded)),
    leftToTrade: toMajor(facts.leftToTrade),
    goesBack: facts.captures.flatMap(({ processor, untraded, cardKind, cardHint }) => {
      if (untraded === 0) return []
      const method = findSourceMethod(processor) ?? 'card'
      return {
        method,
        amount: toMajor(untraded),
        to: describePlace(locale, { method, account: null, cardKind, cardHint }),
      }
    }),
    methods: methods.map((method): WithdrawalMethodView => {
      const terms = settings.getTerms(method, user.currency)
      const limit = findMethodLimit(method, sources)
      const destination = destinations.find((each) => each.method === method)
      return {
        method,
        feePercent: terms.feePercent,
        feeFixed: toMajor(terms.feeFixed),
        returnPercent: terms.returnPercent,
        min: toMajor(terms.min),
        max: toMajor(terms.max),
        available: toMajor(Math.min(movable, terms.max, limit ?? movable)),
        hours: terms.hours,
        owed: toMajor(sources.find((source) => source.method === method)?.owed ?? 0),
        destination: destination === undefined ? null : toDestinationView(destination),
      }
    }),
  }
}

/** Lists withdrawals, newest first. `next` is null on the last page. */
export async function listWithdrawals({ db }: AppContext, userId: number, before: string | null) {
  const page = await listWithdrawalsOfTrader(db, userId, before, withdrawalsPerPage + 1)
  const withdrawals = page.slice(0, withdrawalsPerPage)
  return { withdrawals, next: page.length > withdrawals.length ? (withdrawals.at(-1)?.id ?? null) : null }
}

export async function hasWithdrawal({ db }: AppContext, userId: number, id: string): Promise<boolean> {
  return (await findWithdrawal(db, id, userId)) !== null
}

/** Finds a withdrawal. @throws AppError 404, also for one that was not confirmed */
export async function getWithdrawal({ db }: AppContext, userId: number, id: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(db, id, userId)
  if (withdrawal?.confirmedAtMs == null) throw new AppError('errors.not_found')
  return withdrawal
}

/** Gives up the unconfirmed request. @param id null: whichever request it is */
export function giveUpWithdrawal({ db, clock }: AppContext, userId: number, method: string, id: string | null) {
  return giveUpUnconfirmed(db, userId, { method, id }, clock.now())
}

/** Cancels a withdrawal. Safe to repeat. */
export async function cancelWithdrawal(
  context: AppContext,
  userId: number,
  id: string,
): Promise<Result<Withdrawal, 'withdrawal.not_cancellable'>> {
  const { db, clock } = context
  const isCancelled = await db.transaction().execute(async (trx) => {
    const at = clock.now()
    if (!(await endUndecided(trx, id, userId, { state: 'cancelled', reason: null, audit: null, at }))) return false
    await withdrawAlert(trx, { kind: 'withdrawal.waiting', subject: `withdrawal:${id}` }, at)
    await mailWithdrawal(context, trx, id, 'cancelled')
    return true
  })
  const withdrawal = await findWithdrawal(db, id, userId)
  if (withdrawal === null) throw new AppError('errors.not_found')
  if (isCancelled) await publishUserChanged(context, userId)
  return withdrawal.state === 'cancelled' ? ok(withdrawal) : refuse('withdrawal.not_cancellable')
}

export function recordMethodTabOpened({ db, clock }: AppContext, userId: number, method: string) {
  return upsertTabView(db, userId, method, clock.now())
}

/** Stops payouts when a change of the e-mail is undone: the person who made it may have requested money. @param since the change */
export async function stopMoneyOut(context: AppContext, trx: Db, userId: number, since: Date): Promise<void> {
  await stopAllPayouts(context, trx, userId, context.clock.now())
  await removeDestinationsSince(context, trx, userId, since)
}

export async function expireWithdrawalRequests({ db, clock }: AppContext): Promise<void> {
  while ((await expireUnconfirmed(db, clock.now(), batchSize)) === batchSize);
}

export async function releaseVerifiedWithdrawals(context: AppContext): Promise<void> {
  const { db, clock } = context
  const released = await db.transaction().execute(async (trx) => {
    const found = await updateReleased(trx, clock.now(), batchSize)
    for (const { id } of found) {
      await alertWaiting(trx, id, clock.now())
      await mailWithdrawal(context, trx, id, 'waiting_approval')
    }
    return found
  })
  for (const { userId } of released) await publishUserChanged(context, userId)
}
