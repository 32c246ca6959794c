import type { CardToSave } from '@tradefront/contract/domain/cards'
import type { CallSecret, Processor } from '@tradefront/processors/processor'

import type { DepositsService, DepositWebhook, PaymentProvider } from '../../deposits/service.ts'
import type { CardCallReply, CardsService } from '../service.ts'
import type { Webhook } from './simulated-processors.ts'
import type { IdempotencyKey, Payment, SimulatedTrader } from './simulated-trader.ts'

/** Calls of traders and processors: of the services themselves, or through HTTP. */
export type ServerCalls = {
  readonly saveCard: (trader: SimulatedTrader, card: CardToSave) => Promise<unknown>
  readonly startAttempt: (
    trader: SimulatedTrader,
    processor: Processor,
    payment: Payment,
    key: IdempotencyKey | null,
  ) => Promise<CardCallReply>
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

export type ServerCallsDeps = {
  readonly cards: CardsService
  readonly deposits: DepositsService
  readonly provider: PaymentProvider
}

export function createDirectCalls({ cards, deposits, provider }: ServerCallsDeps): ServerCalls {
  return {
    saveCard: ({ id }, card) => cards.saveCard(id, card),
    startAttempt: cards.startAttempt,
    completeAttempt: cards.completeAttempt,
    cancelAttempt: cards.cancelAttempt,
    forwardToPage: (trader, processor) => cards.findRedirectUrl(trader, processor, {}),
    pollAttempt: ({ sessionHash }, processor, attempt) => cards.answerPoll(sessionHash, [processor], attempt),
    cancelStep: ({ id }, depositId, after) => deposits.cancelStep(id, depositId, after),
    requestRefund: ({ id }, depositId) => deposits.requestRefund(id, depositId),
    handleReturn: (_slug, reference) => cards.handleReturn(reference),
    sendWebhook: (webhook) => deposits.receiveWebhook(parseWebhook(provider, webhook)),
  }
}

function parseWebhook(provider: PaymentProvider, { slug, body }: Webhook): DepositWebhook {
  const event = provider.parseWebhook(slug, body)
  if (event === null) throw new Error('unreadable webhook of a simulated processor')
  return event
}
