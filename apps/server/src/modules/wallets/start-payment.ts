import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Processor, WalletFields } from '@tradefront/processors/processor'
import { findWalletTab, isTabServed } from '@tradefront/rules/deposits/funding-tabs'
import { ok, refuse } from '@tradefront/rules/result'
import { normalizeAccount } from '@tradefront/rules/withdrawal/destination-account'
import { findSourceMethod } from '@tradefront/rules/withdrawal/methods'

import type { AppContext } from '../../context.ts'
import {
  buildRepeatedReply,
  buildReply,
  callProcessor,
  type CardCallReply,
  createAttempt,
  getCardSettings,
  toNativeRefusal,
  type Trader,
} from '../cards/service.ts'
import {
  applyResult,
  type DepositWithContext,
  findDepositById,
  isOpen,
  openDeposit,
  quotePayment,
  toDepositView,
} from '../deposits/service.ts'
import { hashMark, recordMark } from '../marks/service.ts'

export type WalletPayment = { readonly payment: PaymentRequest; readonly fields: WalletFields }

/**
 * Opens a deposit and asks the wallet once. A repeated call with the same key returns the same payment. A wallet is a processor without a
 * card: it has the same attempts, webhooks, inquiries, refunds and statements.
 */
export async function startPayment(
  context: AppContext,
  trader: Trader,
  wallet: Processor,
  requested: WalletPayment,
  key: string | null,
): Promise<CardCallReply> {
  const opened = await openDeposit(context, {
    userId: trader.id,
    payment: requested.payment,
    wallet: wallet.name,
    idempotencyKey: key,
    prepare: () => prepareWalletDeposit(context, trader, wallet, requested),
  })
  if (!opened.ok) return toNativeRefusal(wallet, trader, opened)
  return explainFailedStart(wallet, await askWallet(context, trader, wallet, requested, opened.value, key))
}

async function prepareWalletDeposit(
  context: AppContext,
  { profile }: Trader,
  wallet: Processor,
  { payment, fields }: WalletPayment,
) {
  const siteSettings = await context.settings.getSettings()
  if (profile.isPractice) return refuse('deposits.practice_account')
  if (siteSettings.processors_off.includes(wallet.name)) return refuse('wallets.switched_off')
  const { country } = profile
  const tab = findWalletTab(wallet.upstream.slug)
  if (fields.currency !== undefined && fields.currency !== profile.currency)
    return refuse('wallets.currency', { currency: profile.currency })
  if (tab !== null && !isTabServed(tab, profile, siteSettings.skrill_excluded_countries))
    return refuse('wallets.country')
  const quote = quotePayment(
    payment,
    { ...profile, minDeposit: profile.minDepositOther, isCard: false },
    await getCardSettings(context),
  )
  if (!quote.ok) return quote
  return ok({
    method: 'wallet',
    cardId: null,
    instrumentKind: wallet.upstream.slug,
    instrumentHint: null,
    country,
    amount: quote.value.pay,
    currency: profile.currency,
    bonus: quote.value.bonus,
    wageringRequired: quote.value.wageringRequired,
    releaseMax: quote.value.releaseMax,
    isFixed: payment.fixed === 1,
    processorOrder: [wallet.name],
  } as const)
}

async function askWallet(
  context: AppContext,
  trader: Trader,
  wallet: Processor,
  requested: WalletPayment,
  deposit: DepositWithContext,
  key: string | null,
): Promise<CardCallReply> {
  const { db, clock, config } = context
  const { email = trader.profile.email, account, secureId } = requested.fields
  const payee = findPayee(wallet, account ?? email)
  const payerMark = payee === null ? null : hashMark(context, 'payee', payee)
  const isNew = deposit.attempts.length === 0 && isOpen(deposit)
  const attempt = isNew ? await createAttempt(context, deposit, wallet, payerMark) : null
  if (attempt === null) return replyWithoutCall(context, trader, wallet, deposit, key)
  if (attempt.isDisabled) {
    const result = { source: 'time', state: 'not_charged', errorClass: 'switched_off' } as const
    await applyResult(context, attempt.reference, result)
    return buildReply(context, trader, attempt.reference, null)
  }
  const { slug, buildStartRequest } = wallet.upstream
  if (payee !== null) {
    const mark = { userId: trader.id, kind: 'payee', value: payee, isProved: false, at: clock.now() } as const
    await recordMark(context, db, mark)
  }
  const request = buildStartRequest({
    reference: attempt.reference,
    amountMinor: deposit.amount,
    currency: deposit.currency,
    account: { email, account, secureId },
    country: deposit.country,
    userId: String(trader.id),
    returnUrl: `${config.publicUrl}/return/${slug}`,
    notifyUrl: `${config.publicUrl}/hooks/${slug}`,
  })
  return callProcessor(context, trader, wallet, attempt, 'start', request)
}

async function replyWithoutCall(
  { db }: AppContext,
  trader: Trader,
  wallet: Processor,
  opened: DepositWithContext,
  key: string | null,
): Promise<CardCallReply> {
  const deposit = (await findDepositById(db, trader.id, opened.id)) ?? opened
  const [attempt] = deposit.attempts
  if (attempt === undefined) return { return: false, deposit: toDepositView(deposit, trader.language) }
  return buildRepeatedReply(trader, wallet, deposit, attempt, key === null ? null : 'start')
}

/** Returns the value of the mark of a wallet's account. */
function findPayee(wallet: Processor, account: string): string | null {
  const method = findSourceMethod(wallet.name)
  return method === null || method === 'card' ? null : `${method}:${normalizeAccount(method, account)}`
}

/** Adds `error` and `message` to the reply of a start that failed: the wallet's own reply has neither, and every refusal has both. */
export function explainFailedStart(wallet: Processor, reply: CardCallReply): CardCallReply {
  const { deposit } = reply
  const outcome = wallet.interpretStartReply(reply)
  const isRefusal = reply['return'] === false || outcome?.kind === 'next' || outcome?.kind === 'decline'
  if (!isRefusal || deposit?.state !== 'failed') return reply
  const { reason, message } = deposit
  return { ...reply, return: false, error: reason ?? 'orange.pay_fail', message: message ?? '' }
}
