import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { requestLifetimeMs } from '@tradefront/rules/withdrawal/terms'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { lockUser } from '../users/service.ts'
import { isCodeRequired } from '../validation/service.ts'
import {
  derivePreviewId,
  findWithdrawalFacts,
  type QuoteRequest,
  quoteWithdrawal,
  type WithdrawalQuote,
} from './quote-withdrawal.ts'
import { getWithdrawalSettings } from './withdrawal-settings.ts'
import { giveUpUnconfirmed, insertWithdrawal } from './withdrawal-store.ts'

type Trader = Pick<SessionUser, 'id' | 'currency' | 'isPractice' | 'verification'>

/** A request, with the amount in major units. */
export type WithdrawalRequest = Omit<QuoteRequest, 'amount'> & { readonly amount: number }

/** Computes what a withdrawal would do, and changes nothing. */
export async function previewWithdrawal(
  context: AppContext,
  user: Trader,
  request: WithdrawalRequest,
): Promise<Result<WithdrawalQuote>> {
  if (user.isPractice) return refuse('withdrawal.practice')
  const settings = await getWithdrawalSettings(context)
  const facts = await findWithdrawalFacts(context.db, user, settings)
  return quoteWithdrawal(withVerification(user), toQuoteRequest(request, user), facts, settings, context.clock.now())
}

/** Stores a request. A trader has one that is not confirmed: another one replaces it. */
export async function requestWithdrawal(
  context: AppContext,
  user: Trader,
  request: Omit<WithdrawalRequest, 'withBonus'>,
): Promise<Result<WithdrawalQuote & { readonly id: string }>> {
  const { db, clock, newId } = context
  if (user.isPractice) return refuse('withdrawal.practice')
  const settings = await getWithdrawalSettings(context)
  return db.transaction().execute(async (trx) => {
    const locked = { ...(await lockUser(trx, user.id)), id: user.id }
    if (await isCodeRequired(context, trx, user.id)) return refuse('validation.code_required')
    const facts = await findWithdrawalFacts(trx, locked, settings)
    const createdAt = clock.now()
    const quoteRequest = toQuoteRequest({ ...request, withBonus: true }, locked)
    const quoted = quoteWithdrawal(withVerification(locked), quoteRequest, facts, settings, createdAt)
    if (!quoted.ok) return quoted
    await giveUpUnconfirmed(trx, user.id, { method: null, id: null }, createdAt)
    const { method, amount, fee, caseName } = quoted.value
    const previewId = derivePreviewId(quoted.value)
    const id = newId()
    const expiresAt = new Date(createdAt.getTime() + requestLifetimeMs)
    const { currency } = locked
    await insertWithdrawal(trx, {
      id,
      userId: user.id,
      method,
      currency,
      amount,
      fee,
      caseName,
      previewId,
      createdAt,
      expiresAt,
    })
    return ok({ ...quoted.value, id })
  })
}

function toQuoteRequest(
  { amount, ...request }: WithdrawalRequest,
  { currency }: Pick<Trader, 'currency'>,
): QuoteRequest {
  const minor = toMinor(amount, currency)
  // A fraction of a cent is not rounded, but refused.
  if (fromMinor(minor, currency) !== amount)
    throw new AppError('errors.malformed', 400, {}, { amount: 'errors.field_invalid' })
  return { ...request, amount: minor }
}

export function withVerification<User extends Pick<Trader, 'verification'>>(user: User) {
  return { ...user, isVerified: user.verification === 'Full' }
}
