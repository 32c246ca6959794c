import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Processor, WalletFields } from '@tradefront/processors/processor'
import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { findWalletTab, isTabServed } from '@tradefront/rules/deposits/funding-tabs'
import { ok, refuse } from '@tradefront/rules/result'
import { normalizeAccount } from '@tradefront/rules/withdrawal/destination-account'
import { findSourceMethod } from '@tradefront/rules/withdrawal/methods'

import type { AppContext } from '../../context.ts'
import { explainFailedStart } from './explain-failed-start.ts'
import { createReportClaim } from './report-claim.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import {
  buildRepeatedReply,
  buildReply,
  callProcessor,
  type CardCallReply,
  type CardSettings,
  type CardsService,
  type TopUp,
  createAttempt,
  toNativeRefusal,
  type Trader,
} from '../cards/service.ts'
import {
  type DepositsService,
  type DepositWithContext,
  findDepositById,
  isOpen,
  type PaymentProvider,
  quotePayment,
  toDepositView,
} from '../deposits/service.ts'
import type { MarksService } from '../marks/service.ts'

/** Claims have no processor: an operator decides them, and inquiries, cancels and refunds are not sent. */
export function createWalletsProvider(provider: PaymentProvider): PaymentProvider {
  return {
    ...provider,
    fetchStatus: async (attempt) =>
      isClaimCode(attempt.processor) ? { source: 'inquiry', state: 'manual_review' } : provider.fetchStatus(attempt),
    cancelCharge: async (attempt) => (isClaimCode(attempt.processor) ? null : provider.cancelCharge(attempt)),
    refundCharge: async (refund) => (isClaimCode(refund.processor) ? 'refused' : provider.refundCharge(refund)),
  }
}

export type WalletsService = ReturnType<typeof createWalletsService>

export type WalletsDeps = {
  readonly context: AppContext
  readonly db: Db
  readonly deposits: DepositsService
  readonly cards: Pick<CardsService, 'answerPoll' | 'topUpSavedCard'>
  /** spec: funding 6: money has been deposited before, and a saved card can be charged. */
  readonly canTopUp: (user: SessionUser) => Promise<boolean>
  readonly clock: Clock
  readonly marks: Pick<MarksService, 'hashMark' | 'recordMark'>
  readonly getSettings: () => Promise<WalletSettings>
  readonly publicUrl: string
}

export type WalletSettings = CardSettings & { readonly skrillExcludedCountries: readonly string[] }

export type WalletPayment = { readonly payment: PaymentRequest; readonly fields: WalletFields }

/** A wallet is a processor without a card: it has the same attempts, webhooks, inquiries, refunds and statements. */
export function createWalletsService(deps: WalletsDeps) {
  const { deposits } = deps

  return {
    startPayment: createStartPayment(deps),
    reportClaim: createReportClaim(deps),

    /** Null if the trader cannot use it. */
    topUpSavedCard: async (user: SessionUser, trader: Trader, topUp: TopUp, key: string | null) =>
      (await deps.canTopUp(user)) ? deps.cards.topUpSavedCard(trader, topUp, key) : null,

    /** @param id null: the deposit is found by the transaction */
    async answerPoll(
      sessionHash: Buffer,
      wallet: Processor,
      { transactionId, id }: { readonly transactionId: string; readonly id: string | null },
    ): Promise<CardCallReply> {
      const depositId = id ?? (await deposits.findByAttemptReference(transactionId))?.id ?? null
      return deps.cards.answerPoll(sessionHash, [wallet], { transactionId, id: depositId })
    },
  }
}

/** Opens a deposit and asks the wallet once. A repeated call with the same key returns the same payment. */
function createStartPayment(deps: WalletsDeps) {
  const { db, clock, marks, deposits, publicUrl } = deps

  return async (
    trader: Trader,
    wallet: Processor,
    requested: WalletPayment,
    key: string | null,
  ): Promise<CardCallReply> => {
    const opened = await deposits.openDeposit({
      userId: trader.id,
      payment: requested.payment,
      wallet: wallet.name,
      idempotencyKey: key,
      prepare: () => prepareWalletDeposit(deps, trader, wallet, requested),
    })
    if (!opened.ok) return toNativeRefusal(wallet, trader, opened)
    return explainFailedStart(wallet, await askWallet(trader, wallet, requested, opened.value, key))
  }

  async function askWallet(
    trader: Trader,
    wallet: Processor,
    requested: WalletPayment,
    deposit: DepositWithContext,
    key: string | null,
  ): Promise<CardCallReply> {
    const { email = trader.profile.email, account, secureId } = requested.fields
    const payee = findPayee(wallet, account ?? email)
    const payerMark = payee === null ? null : marks.hashMark('payee', payee)
    const isNew = deposit.attempts.length === 0 && isOpen(deposit)
    const attempt = isNew ? await createAttempt(deps.context, deposit, wallet, payerMark) : null
    if (attempt === null) return replyWithoutCall(trader, wallet, deposit, key)
    if (attempt.isDisabled) {
      const result = { source: 'time', state: 'not_charged', errorClass: 'switched_off' } as const
      await deposits.applyResult(attempt.reference, result)
      return buildReply(deps.context, trader, attempt.reference, null)
    }
    const { slug, buildStartRequest } = wallet.upstream
    if (payee !== null)
      await marks.recordMark(db, { userId: trader.id, kind: 'payee', value: payee, isProved: false, at: clock.now() })
    const request = buildStartRequest({
      reference: attempt.reference,
      amountMinor: deposit.amount,
      currency: deposit.currency,
      account: { email, account, secureId },
      country: deposit.country,
      userId: String(trader.id),
      returnUrl: `${publicUrl}/return/${slug}`,
      notifyUrl: `${publicUrl}/hooks/${slug}`,
    })
    return callProcessor(deps.context, trader, wallet, attempt, 'start', request)
  }

  async function replyWithoutCall(
    trader: Trader,
    wallet: Processor,
    opened: DepositWithContext,
    key: string | null,
  ): Promise<CardCallReply> {
    const deposit = (await findDepositById(deps.db, trader.id, opened.id)) ?? opened
    const [attempt] = deposit.attempts
    if (attempt === undefined) return { return: false, deposit: toDepositView(deposit, trader.language) }
    return buildRepeatedReply(trader, wallet, deposit, attempt, key === null ? null : 'start')
  }
}

/** Value of the mark of a wallet's account. */
function findPayee(wallet: Processor, account: string): string | null {
  const method = findSourceMethod(wallet.name)
  return method === null || method === 'card' ? null : `${method}:${normalizeAccount(method, account)}`
}

async function prepareWalletDeposit(
  { getSettings }: WalletsDeps,
  { profile }: Trader,
  wallet: Processor,
  { payment, fields }: WalletPayment,
) {
  const settings = await getSettings()
  if (profile.isPractice) return refuse('deposits.practice_account')
  if (settings.disabledProcessors.includes(wallet.name)) return refuse('wallets.switched_off')
  const { country } = profile
  const tab = findWalletTab(wallet.upstream.slug)
  if (fields.currency !== undefined && fields.currency !== profile.currency)
    return refuse('wallets.currency', { currency: profile.currency })
  if (tab !== null && !isTabServed(tab, profile, settings.skrillExcludedCountries)) return refuse('wallets.country')
  const quote = quotePayment(payment, { ...profile, minDeposit: profile.minDepositOther, isCard: false }, settings)
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
