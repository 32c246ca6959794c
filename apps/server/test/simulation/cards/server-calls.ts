import type { CardToSave } from '@tradefront/contract/domain/cards'
import type { CallSecret, Processor } from '@tradefront/processors/processor'

import { answerPoll } from '../../../src/modules/cards/payments/answer-poll.ts'
import { cancelAttempt } from '../../../src/modules/cards/payments/cancel-attempt.ts'
import { completeAttempt } from '../../../src/modules/cards/payments/complete-attempt.ts'
import { findRedirectUrl, handleReturn } from '../../../src/modules/cards/payments/redirects.ts'
import { startAttempt } from '../../../src/modules/cards/payments/start-attempt.ts'
import { saveCard } from '../../../src/modules/cards/saved-cards.ts'
import { cancelStep } from '../../../src/modules/deposits/cancel-step.ts'
import { requestRefund } from '../../../src/modules/deposits/refunds/refund-captures.ts'
import { type DepositWebhook, receiveWebhook, toDepositView } from '../../../src/modules/deposits/service.ts'
import type { AppContext } from '../../../src/context.ts'
import { redeemPromoCode, removeStoredCode } from '../../../src/modules/promo/service.ts'
import { reportClaim } from '../../../src/modules/wallets/report-claim.ts'
import { startPayment } from '../../../src/modules/wallets/start-payment.ts'
import type { CardCallReply } from '../../../src/modules/cards/service.ts'
import type { Webhook } from './simulated-processors.ts'
import { requireProcessor } from './native-replies.ts'
import type { ClaimKey, ClaimPlan, IdempotencyKey, Payment, SimulatedTrader, WalletKey } from './simulated-trader.ts'

/** Secrets for wallets that ask for them. */
export const walletSecrets = { account: 'trader-at-wallet', secureId: '731905' } as const

export const claimNote = `TF-1, sent as ${'0f'.repeat(32)}`

/** Calls of traders and processors: of the use cases themselves, or through HTTP. */
export type ServerCalls = {
  readonly saveCard: (trader: SimulatedTrader, card: CardToSave) => Promise<unknown>
  readonly startAttempt: (
    trader: SimulatedTrader,
    processor: Processor,
    payment: Payment,
    key: IdempotencyKey | null,
  ) => Promise<CardCallReply>
  readonly startWallet: (
    trader: SimulatedTrader,
    wallet: Processor,
    payment: Payment,
    key: WalletKey,
  ) => Promise<CardCallReply>
  readonly reportClaim: (
    trader: SimulatedTrader,
    claim: ClaimPlan,
    payment: Payment,
    key: ClaimKey,
  ) => Promise<CardCallReply>
  readonly redeemCode: (trader: SimulatedTrader, code: string) => Promise<unknown>
  readonly removeStoredCode: (trader: SimulatedTrader) => Promise<unknown>
  readonly completeAttempt: (
    trader: SimulatedTrader,
    processor: Processor,
    secret: CallSecret,
    key: IdempotencyKey | null,
  ) => Promise<CardCallReply>
  readonly cancelAttempt: (trader: SimulatedTrader, processor: Processor) => Promise<unknown>
  readonly forwardToPage: (trader: SimulatedTrader, processor: Processor) => Promise<unknown>
  readonly pollAttempt: (
    trader: SimulatedTrader,
    processor: Processor,
    attempt: { readonly transactionId: string; readonly id: string },
  ) => Promise<CardCallReply>
  readonly cancelStep: (trader: SimulatedTrader, depositId: string, after: 'card' | 'processor') => Promise<unknown>
  readonly requestRefund: (trader: SimulatedTrader, depositId: string) => Promise<unknown>
  readonly handleReturn: (slug: string, reference: string) => Promise<unknown>
  readonly sendWebhook: (webhook: Webhook) => Promise<void>
}

export function createDirectCalls(context: AppContext): ServerCalls {
  return {
    saveCard: ({ id }, card) => saveCard(context, id, card),
    startAttempt: (...call) => startAttempt(context, ...call),
    startWallet: (trader, wallet, payment, key) =>
      startPayment(context, trader, wallet, { payment, fields: { currency: trader.currency, ...walletSecrets } }, key),
    reportClaim: async (trader, { method }, payment, key) => {
      const claim = { method, payment, currency: trader.currency, note: claimNote }
      const reported = await reportClaim(context, trader, claim, key)
      return { deposit: reported.ok ? toDepositView(reported.value, trader.language) : null }
    },
    redeemCode: ({ id, profile }, code) => redeemPromoCode(context, { id, ...profile }, code),
    removeStoredCode: ({ id }) => removeStoredCode(context, id),
    completeAttempt: (...call) => completeAttempt(context, ...call),
    cancelAttempt: (...call) => cancelAttempt(context, ...call),
    forwardToPage: (trader, processor) => findRedirectUrl(context, trader, processor, {}),
    pollAttempt: ({ sessionHash }, processor, attempt) => answerPoll(context, sessionHash, [processor], attempt),
    cancelStep: ({ id }, depositId, after) => cancelStep(context, id, depositId, after),
    requestRefund: ({ id }, depositId) => requestRefund(context, id, depositId),
    handleReturn: (_slug, reference) => handleReturn(context, reference),
    sendWebhook: (webhook) => receiveWebhook(context, parseWebhook(context, webhook)),
  }
}

function parseWebhook({ providers }: AppContext, { slug, body }: Webhook): DepositWebhook {
  const event = providers[requireProcessor(slug).kind].parseWebhook(slug, body)
  if (event === null || event === 'irrelevant') throw new Error('unreadable webhook of a simulated processor')
  return event
}
