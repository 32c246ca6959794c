import { fromMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { withdrawalsPerPage, type WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import { computeFreeBonus, decideCase } from '@tradefront/rules/withdrawal/decide-case'
import { findSourceMethod } from '@tradefront/rules/withdrawal/methods'
import { computeMovable, findMethodLimit } from '@tradefront/rules/withdrawal/plan-payouts'

import type { Locale } from '@tradefront/texts/locales'

import type { PayoutChannels } from '../../gateways/payouts/payout-channel.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { withdrawAlert } from '../alerts/service.ts'
import type { MailService } from '../mail/service.ts'
import type { MarksService } from '../marks/service.ts'
import type { IsCodeRequired } from '../validation/service.ts'
import { createApplyPayoutResult } from './apply-payout-result.ts'
import { alertWaiting, createConfirmWithdrawal } from './confirm-withdrawal.ts'
import { createDestinations } from './destinations.ts'
import { createWithdrawalOperator } from './operator.ts'
import { findWithdrawalFacts, listMethods } from './quote-withdrawal.ts'
import { createPreviewWithdrawal, createRequestWithdrawal } from './request-withdrawal.ts'
import { createSendPayouts } from './send-payouts.ts'
import { createPayoutStop } from './stop-payouts.ts'
import { createMailWithdrawal, describePlace } from './withdrawal-mails.ts'
import type { WithdrawalSettings } from './withdrawal-settings.ts'
import { endUndecided, releaseVerified } from './decision-store.ts'
import {
  expireUnconfirmed,
  findWithdrawal,
  giveUpUnconfirmed,
  listWithdrawals,
  upsertTabView,
} from './withdrawal-store.ts'
import { toDestinationView } from './withdrawal-view.ts'
import type { Withdrawal } from './withdrawal.ts'

export type { WithdrawalOperator } from './operator.ts'
export { formatWithdrawalNumber, type Payout, type Withdrawal } from './withdrawal.ts'
export { createPayoutStop } from './stop-payouts.ts'
export { toWithdrawalSettings } from './withdrawal-settings.ts'

export type WithdrawalDeps = {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
  readonly seal: Pick<Seal, 'computeHash'>
  readonly marks: Pick<MarksService, 'recordMark'>
  readonly mail: Pick<MailService, 'send'>
  readonly publicUrl: string
  readonly channels: PayoutChannels
  readonly newId: () => string
  readonly publishUser: (userId: number) => Promise<void>
  readonly getSettings: () => Promise<WithdrawalSettings>
  readonly isCodeRequired: IsCodeRequired
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

export { createCheckWaiting as createCheckWaitingWithdrawals } from './check-waiting.ts'

export type WithdrawalService = ReturnType<typeof createWithdrawalService>

/** Rows of one statement of a job. */
const batchSize = 500

export function createWithdrawalService(deps: WithdrawalDeps) {
  const { db, clock, publishUser, getSettings } = deps
  const mailWithdrawal = createMailWithdrawal(deps)
  const destinations = createDestinations(deps)
  const payoutStop = createPayoutStop(deps)
  const applyPayoutResult = createApplyPayoutResult({ ...deps, mailWithdrawal })
  const payouts = createSendPayouts({ ...deps, applyPayoutResult })

  return {
    ...destinations,
    previewWithdrawal: createPreviewWithdrawal(deps),
    requestWithdrawal: createRequestWithdrawal(deps),
    confirmWithdrawal: createConfirmWithdrawal({ ...deps, mailWithdrawal }),
    operator: createWithdrawalOperator({ ...deps, mailWithdrawal, applyPayoutResult, askNow: payouts.askNow }),

    listMethods: createListMethods(deps),

    /** Newest first. `next` is null on the last page. */
    async listWithdrawals(userId: number, before: string | null) {
      const page = await listWithdrawals(db, userId, before, withdrawalsPerPage + 1)
      const withdrawals = page.slice(0, withdrawalsPerPage)
      return { withdrawals, next: page.length > withdrawals.length ? (withdrawals.at(-1)?.id ?? null) : null }
    },

    hasWithdrawal: async (userId: number, id: string): Promise<boolean> =>
      (await findWithdrawal(db, id, userId)) !== null,

    /** @throws AppError 404, also for one that was not confirmed */
    async getWithdrawal(userId: number, id: string): Promise<Withdrawal> {
      const withdrawal = await findWithdrawal(db, id, userId)
      if (withdrawal?.confirmedAtMs == null) throw new AppError('errors.not_found')
      return withdrawal
    },

    /** @param id null: whichever request it is */
    giveUpWithdrawal: (userId: number, method: string, id: string | null) =>
      giveUpUnconfirmed(db, userId, { method, id }, clock.now()),

    /** Safe to repeat. */
    async cancelWithdrawal(userId: number, id: string): Promise<Result<Withdrawal, 'withdrawal.not_cancellable'>> {
      const isCancelled = await db.transaction().execute(async (trx) => {
        const at = clock.now()
        if (!(await endUndecided(trx, id, userId, { state: 'cancelled', reason: null, audit: null, at }))) return false
        await withdrawAlert(trx, { kind: 'withdrawal.waiting', subject: `withdrawal:${id}` }, at)
        await mailWithdrawal(trx, id, 'cancelled')
        return true
      })
      const withdrawal = await findWithdrawal(db, id, userId)
      if (withdrawal === null) throw new AppError('errors.not_found')
      if (isCancelled) await publishUser(userId)
      return withdrawal.state === 'cancelled' ? ok(withdrawal) : refuse('withdrawal.not_cancellable')
    },

    recordTabOpened: (userId: number, method: string) => upsertTabView(db, userId, method, clock.now()),

    /** When a change of the e-mail is undone: whoever made it may have asked for money. @param since the change */
    async stopMoneyOut(trx: Db, userId: number, since: Date): Promise<void> {
      await payoutStop.stopAll(trx, userId, clock.now())
      await destinations.removeDestinationsSince(trx, userId, since)
    },

    // Each job is safe to run on every server at once.
    sendDuePayouts: payouts.sendDuePayouts,
    compareEndedPayouts: payouts.compareEndedPayouts,

    async expireRequests(): Promise<void> {
      while ((await expireUnconfirmed(db, clock.now(), batchSize)) === batchSize);
    },

    async releaseVerified(): Promise<void> {
      const released = await db.transaction().execute(async (trx) => {
        const found = await releaseVerified(trx, clock.now(), batchSize)
        for (const { id } of found) {
          await alertWaiting(trx, id, clock.now())
          await mailWithdrawal(trx, id, 'waiting_approval')
        }
        return found
      })
      for (const { userId } of released) await publishUser(userId)
    },

    /** Waits for the calls in progress. */
    close: payouts.waitForCalls,
  }

  function createListMethods({ db: reader }: Pick<WithdrawalDeps, 'db'>) {
    return async (user: Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>, locale: Locale) => {
      const settings = await getSettings()
      const facts = await findWithdrawalFacts(reader, user, settings)
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
  }
}
