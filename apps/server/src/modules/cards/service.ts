import { type CardToSave, toSavedCardRecord } from '@tradefront/contract/domain/cards'
import type { cardsCalls, DepositView, PaymentRequest } from '@tradefront/contract/cards'
import type { Processor, WebhookEvent } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import { formatAllowedLengths } from '@tradefront/rules/cards/card-number'
import { leaseMs } from '@tradefront/rules/deposits/retry-schedule'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type * as z from 'zod/mini'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { createCardStore } from './card-store.ts'
import { type CardPaymentSettings, createCardPayments, type CardCallReply, type Trader } from './card-payments.ts'
import type { DepositWithContext } from '../deposits/deposit.ts'
import { deriveResultFromStatus } from '../deposits/attempt-result.ts'
import { createResultApplier } from '../deposits/apply-result.ts'
import { createOperatorService } from '../deposits/operator/operator-service.ts'
import { createOperatorStore } from '../deposits/operator/operator-store.ts'
import { createRefundStore } from '../deposits/refunds/refund-store.ts'
import { createRefundService } from '../deposits/refunds/refund-service.ts'
import { createAttemptReconciler } from '../deposits/attempt-reconciler.ts'
import { createSavedCards } from './saved-cards.ts'
import { createDepositStore } from '../deposits/deposit-store.ts'
import { createSuspenseService } from '../deposits/refunds/suspense-service.ts'
import { toDepositView } from '../deposits/deposit-view.ts'

export type CardsService = ReturnType<typeof createCardsService>

export type CardsDeps = {
  readonly db: Db
  readonly reports: Db
  readonly seal: Seal
  readonly clock: Clock
  readonly gateway: ProcessorGateway
  readonly newId: () => string
  readonly settings: () => Promise<CardPaymentSettings>
  /** Tells whoever watches that a deposit has changed. Never throws. */
  readonly notifyDepositChanged: (userId: number, deposit: DepositWithContext) => Promise<void>
  readonly publicUrl: string
  readonly waitScale: number
}

type DepositReply = z.infer<typeof cardsCalls.cancelDepositStep.reply>

const recentDepositCount = 20
/** Rows taken in one round of the resolver. */
const batchSize = 50

/** Everything the card tab can do, and what goes on by itself behind it. */
export function createCardsService(deps: CardsDeps) {
  const { db, clock, newId, gateway, waitScale } = deps
  const store = createDepositStore(db)
  const cardStore = createCardStore(db)
  const cards = createSavedCards({ store: cardStore, seal: deps.seal, clock })
  const resultApplier = createResultApplier({ store, clock, newId, waitScale })
  const reconciler = createAttemptReconciler({ store, resultApplier, gateway, clock, waitScale })
  const refunds = createRefundService({ store: createRefundStore(db), gateway, clock, newId, waitScale })
  const suspense = createSuspenseService({ store, clock, newId })
  const payments = createCardPayments({
    ...deps,
    store,
    cards,
    resultApplier,
    notifyDepositChanged: (deposit) => deps.notifyDepositChanged(deposit.userId, deposit),
  })

  const toOptionalView = (deposit: DepositWithContext | null, language: Locale): DepositView | null =>
    deposit === null ? null : toDepositView(deposit, language)

  /** After something that was not the trader's own call: tells them, and calls off what is no longer wanted. */
  const onResultApplied = async (ourRef: string) => {
    const deposit = await store.findByAttemptRef(ourRef)
    if (deposit === null) return
    await deps.notifyDepositChanged(deposit.userId, deposit)
    const stale = deposit.attempts.find((attempt) => attempt.ourRef !== ourRef && attempt.nextCheckAtMs !== null)
    if (deposit.state === 'succeeded' && stale !== undefined) await store.makeInquiryDue(stale.ourRef, clock.now())
  }

  return {
    startAttempt: payments.startAttempt,
    completeAttempt: payments.completeAttempt,
    pollAttempt: payments.pollAttempt,
    findRedirectUrl: payments.findRedirectUrl,
    applyResult: resultApplier.applyResult,
    reconcileAttempt: reconciler.reconcileAttempt,
    operator: createOperatorService({
      store,
      operatorStore: createOperatorStore(db, deps.reports),
      resultApplier,
      reconciler,
      refunds,
      suspense,
      clock,
      waitScale,
      onResultApplied,
    }),

    async openDeposit(trader: Trader, payment: PaymentRequest, key: string | null) {
      const openResult = await payments.openDeposit(trader, payment, key)
      if (openResult.kind === 'refused')
        return { return: false, error: openResult.code, message: openResult.message, deposit: null }
      return { return: true, deposit: toDepositView(openResult.deposit, trader.language) }
    },

    /** What the card tab shows when it opens, on whichever device. */
    async getOverview(trader: Trader) {
      const [open, recent, card, limits] = await Promise.all([
        store.findOpenDeposit(trader.id),
        store.listRecentDeposits(trader.id, recentDepositCount),
        cards.findCurrentCard(trader.id),
        payments.getLimits(trader),
      ])
      return {
        return: true,
        deposit: toOptionalView(open, trader.language),
        recent: recent.map((deposit) => toDepositView(deposit, trader.language)),
        card: card === null ? null : toSavedCardRecord(card),
        limited: limits.isLimited,
        left_today: limits.leftToday,
      } as const
    },

    async saveCard(userId: number, language: Locale, card: CardToSave | { readonly remove: 1 }) {
      if ('remove' in card) {
        await cards.removeCard(userId)
        return { return: true, card: null }
      }
      const problem = await cards.saveCard(userId, card)
      const current = await cards.findCurrentCard(userId)
      const saved = current === null ? null : toSavedCardRecord(current)
      if (problem === null) return { return: true, card: saved }
      return {
        return: false,
        message: translate(language, problem, { lengths: formatAllowedLengths(card.number, language) }),
        card: saved,
      }
    },

    /** Gives the present step up; what the processor says of it decides how it ends. */
    async cancelAttempt(trader: Trader, id: string, after: 'processor' | 'card'): Promise<DepositReply> {
      const { ref } = await payments.requestCancellation(trader, id, after)
      if (ref !== null) {
        await reconciler.reconcileAttempt(ref, true)
        await onResultApplied(ref)
      }
      return { return: true, deposit: toOptionalView(await store.findById(trader.id, id), trader.language) }
    },

    /** Gives up the step that waits at this processor (ENTROPAY's reject) and goes on with the next. */
    async cancelAttemptAt(trader: Trader, processor: Processor): Promise<CardCallReply> {
      const deposit = await store.findActiveAtProcessor(trader.id, processor.name)
      const attempt = deposit?.attempts.find((each) => each.processor === processor.name)
      if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
      await reconciler.reconcileAttempt(attempt.ourRef, true)
      await onResultApplied(attempt.ourRef)
      return { return: true, deposit: toOptionalView(await store.findById(trader.id, deposit.id), trader.language) }
    },

    async requestRefund(trader: Trader, id: string): Promise<DepositReply> {
      const deposit = await store.findById(trader.id, id)
      if (deposit === null) throw new AppError('errors.not_found')
      const result = await refunds.requestRefund(deposit)
      const fresh = await store.findById(trader.id, id)
      const view = toOptionalView(fresh, trader.language)
      if (result === 'requested' && fresh !== null) await deps.notifyDepositChanged(trader.id, fresh)
      if (result === 'requested') return { return: true, deposit: view }
      return { return: false, message: translate(trader.language, `cards.refund_${result}`), deposit: view }
    },

    async ignoreLimit(userId: number) {
      await cardStore.setLimitIgnored(userId)
      return { return: true }
    },

    async recordTrace(userId: number, kind: string, detail: Record<string, string>) {
      await cardStore.insertTrace(userId, kind, detail, clock.now())
      return { return: true }
    },

    /** Keeps a processor's event, then applies it. Whatever happens after it is kept, the sweep applies it later. */
    async receiveWebhook(slug: string, event: WebhookEvent, body: Record<string, unknown>): Promise<void> {
      const fresh = await store.insertWebhookEvent(slug, event.eventId, event.ref, body, clock.now())
      if (fresh) await applyWebhookEvent(slug, event)
    },

    /** The trader is back from a processor's page: where they land, and let the attempt be asked about at once. */
    async handleReturn(ourRef: string): Promise<{ deposit: DepositWithContext; processor: string } | null> {
      const deposit = await store.findByAttemptRef(ourRef)
      const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
      if (deposit === null || attempt === undefined) return null
      await store.makeInquiryDue(ourRef, clock.now())
      return { deposit, processor: attempt.processor }
    },

    /** One round of everything that goes on by itself. Safe on every copy at once. */
    async processDueWork(): Promise<void> {
      const before = new Date(clock.now().getTime() - leaseMs * waitScale)
      for (const { processor, body } of await store.listUnappliedWebhookEvents(before, batchSize)) {
        const event = processors.find(({ upstream }) => upstream.slug === processor)?.upstream.parseWebhook(body)
        if (event) await applyWebhookEvent(processor, event)
      }
      await Promise.all(
        (await reconciler.claimDueAttempts(batchSize)).map(async (ref) => {
          await reconciler.reconcileAttempt(ref)
          await onResultApplied(ref)
        }),
      )
      for (const { ourRef } of await refunds.processDueRefunds(batchSize)) await onResultApplied(ourRef)
      await reconciler.closeIdleDeposits(batchSize)
    },
  }

  async function applyWebhookEvent(slug: string, event: WebhookEvent): Promise<void> {
    const sender = processors.find(({ upstream }) => upstream.slug === slug)
    const result = sender === undefined ? null : deriveResultFromStatus('webhook', sender, event.charge)
    const applied = result === null ? null : await resultApplier.applyResult(event.ref, result)
    await store.markWebhookEventApplied(slug, event.eventId, clock.now())
    if (applied?.changed === true) await onResultApplied(event.ref)
  }
}
