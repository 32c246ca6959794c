import { ok, refuse, type Result } from '@tradefront/rules/result'
import { maxWaitingWithdrawals } from '@tradefront/rules/withdrawal/terms'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError } from '../../platform/http/errors.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { raiseAlert } from '../alerts/service.ts'
import { balanceConstraints, freezeOpenBonuses, hasStakedBonus, lockOpenBonuses } from '../ledger/service.ts'
import { lockUser } from '../users/service.ts'
import { isCodeRequired } from '../validation/service.ts'
import { derivePreviewId, findWithdrawalFacts, quoteWithdrawal } from './quote-withdrawal.ts'
import { withVerification } from './request-withdrawal.ts'
import { mailWithdrawal } from './withdrawal-mails.ts'
import { getWithdrawalSettings, type WithdrawalSettings } from './withdrawal-settings.ts'
import {
  updateConfirmed,
  countWaitingWithdrawals,
  findWithdrawal,
  insertPayouts,
  lockUnconfirmed,
} from './withdrawal-store.ts'
import type { Withdrawal } from './withdrawal.ts'

/** This never changes: a payout is known by it. */
const namespace = '1d6a9f66-5a55-4d7b-8a0f-7b1f5f0a2c43'

/**
 * Tries are needed because trades and deposits can change the balance between reading and taking it, or before the database compares the
 * two.
 */
const maxTries = 5

export type WithdrawalConfirmation = {
  readonly withBonus: boolean
  /** Id of the request; null: the only one. A repeated confirmation gets the same answer. */
  readonly id: string | null
}

/**
 * Confirms a withdrawal. Freezes the bonuses that it gives up because their turnover is not done, and moves the money to hold, in one
 * transaction.
 */
export async function confirmWithdrawal(
  context: AppContext,
  user: { readonly id: number; readonly isPractice: boolean },
  confirmation: WithdrawalConfirmation,
): Promise<Result<Withdrawal>> {
  if (user.isPractice) return refuse('withdrawal.practice')
  const settings = await getWithdrawalSettings(context)
  const done = await retryConflicts(maxTries, balanceConstraints, () =>
    context.db.transaction().execute((trx) => confirmInTransaction(context, trx, user.id, confirmation, settings)),
  )
  if (done === null) return refuse('withdrawal.changed')
  const confirmed = done.value
  if (confirmed.ok && confirmed.value.isNew) await publishUserChanged(context, user.id)
  return confirmed.ok ? ok(confirmed.value.withdrawal) : confirmed
}

async function confirmInTransaction(
  context: AppContext,
  trx: Db,
  userId: number,
  { id, withBonus }: WithdrawalConfirmation,
  settings: WithdrawalSettings,
): Promise<Result<{ readonly withdrawal: Withdrawal; readonly isNew: boolean }>> {
  const user = withVerification({ ...(await lockUser(trx, userId)), id: userId })
  const at = context.clock.now()
  const request = await lockUnconfirmed(trx, userId)
  if (id !== null && request?.id !== id) {
    const known = await findWithdrawal(trx, id, userId)
    if (known === null) throw new AppError('errors.not_found')
    return known.confirmedAtMs === null ? refuse('withdrawal.no_request') : ok({ withdrawal: known, isNew: false })
  }
  if (await isCodeRequired(context, trx, userId)) return refuse('validation.code_required')
  if (request === null || request.expiresAtMs < at.getTime()) return refuse('withdrawal.no_request')
  if ((await countWaitingWithdrawals(trx, userId)) >= maxWaitingWithdrawals) return refuse('withdrawal.too_many')
  await lockOpenBonuses(trx, userId)
  const facts = await findWithdrawalFacts(trx, user, settings)
  const quoted = quoteWithdrawal(user, { ...request, withBonus }, facts, settings, at)
  if (!quoted.ok) return quoted
  // The trader confirms what was shown: not another fee or case.
  if (derivePreviewId(quoted.value) !== request.previewId) return refuse('withdrawal.changed')
  if (facts.money.openCount > 0 && (await hasStakedBonus(trx, userId))) return refuse('promo.bonus_staked')
  // Charges are locked before balances, as in all transactions.
  await insertPayouts(
    trx,
    request,
    quoted.value.payouts.map((payout, index) => ({
      ...payout,
      id: deriveUuid(namespace, `${request.id}/${index + 1}`),
      number: index + 1,
      destinationId: payout.capture === null || payout.capture.isCoins ? (payout.destination?.id ?? null) : null,
      processor: payout.charge?.processor ?? null,
    })),
    at,
  )
  if (facts.money.openCount > 0) await freezeOpenBonuses(trx, userId, request.id, at)
  const state = user.isVerified ? 'waiting_approval' : 'waiting_documents'
  await updateConfirmed(trx, request, { ...quoted.value, state, at })
  if (state === 'waiting_approval') await alertWaiting(trx, request.id, at)
  const withdrawal = await findWithdrawal(trx, request.id, userId)
  if (withdrawal === null) throw new Error('invariant: a confirmed withdrawal exists')
  await mailWithdrawal(context, trx, withdrawal, state)
  return ok({ withdrawal, isNew: true })
}

/** Raises an alert for the operators. It ends with their decision. */
export function alertWaiting(trx: Db, id: string, at: Date): Promise<void> {
  return raiseAlert(trx, { kind: 'withdrawal.waiting', subject: `withdrawal:${id}` }, at)
}
