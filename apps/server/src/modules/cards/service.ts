import type { cardsCalls, DepositView, PaymentRequest } from '@tradefront/contract/cards'
import type { Processor, WebhookEvent } from '@tradefront/processors/processor'
import { processors } from '@tradefront/processors/registry'
import { lengthsInWords } from '@tradefront/rules/cards/card-number'
import { leaseMs } from '@tradefront/rules/deposits/retry-schedule'
import type { Locale } from '@tradefront/texts/locales'
import { say } from '@tradefront/texts/say'
import type * as z from 'zod/mini'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { createCardStore } from './card-store.ts'
import { type CascadeSettings, createCascade, type StepReply, type Trader } from './card-payments.ts'
import type { ShownDeposit } from '../deposits/deposit.ts'
import { evidenceOfStatus } from '../deposits/attempt-result.ts'
import { createOutcomes } from '../deposits/apply-result.ts'
import { createOperator } from '../deposits/operator/operator-service.ts'
import { createOperatorStore } from '../deposits/operator/operator-store.ts'
import { createRefundStore } from '../deposits/refunds/refund-store.ts'
import { createRefunds } from '../deposits/refunds/refund-service.ts'
import { createResolver } from '../deposits/attempt-reconciler.ts'
import { type CardToSave, createSavedCards } from './saved-cards.ts'
import { createDepositStore } from '../deposits/deposit-store.ts'
import { createSuspense } from '../deposits/refunds/suspense-service.ts'
import { viewDeposit } from '../deposits/deposit-view.ts'

export type CardsService = ReturnType<typeof createCardsService>

export type CardsDeps = {
  readonly db: Db
  readonly seal: Seal
  readonly clock: Clock
  readonly gateway: ProcessorGateway
  readonly newId: () => string
  readonly settings: () => Promise<CascadeSettings>
  /** Tells whoever watches that a deposit has changed. Never throws. */
  readonly tell: (userId: number, deposit: ShownDeposit) => Promise<void>
  readonly publicUrl: string
  readonly waitScale: number
}

type DepositReply = z.infer<typeof cardsCalls.abandon.reply>

const recentCount = 20
/** Rows taken in one round of the resolver. */
const batch = 50

/** Everything the card tab can do, and what goes on by itself behind it. */
export function createCardsService(deps: CardsDeps) {
  const { db, clock, newId, gateway, waitScale } = deps
  const store = createDepositStore(db)
  const cardStore = createCardStore(db)
  const cards = createSavedCards({ store: cardStore, seal: deps.seal, clock })
  const outcomes = createOutcomes({ store, clock, newId, waitScale })
  const resolver = createResolver({ store, outcomes, gateway, clock, waitScale })
  const refunds = createRefunds({ store: createRefundStore(db), gateway, clock, newId, waitScale })
  const suspense = createSuspense({ store, clock, newId })
  const cascade = createCascade({
    ...deps,
    store,
    cards,
    outcomes,
    tell: (deposit) => deps.tell(deposit.userId, deposit),
  })

  const viewed = (deposit: ShownDeposit | null, language: Locale): DepositView | null =>
    deposit === null ? null : viewDeposit(deposit, language)

  /** After something that was not the trader's own call: tells them, and calls off what is no longer wanted. */
  const afterOutcome = async (ourRef: string) => {
    const deposit = await store.byRef(ourRef)
    if (deposit === null) return
    await deps.tell(deposit.userId, deposit)
    const stale = deposit.attempts.find((attempt) => attempt.ourRef !== ourRef && attempt.nextCheckAtMs !== null)
    if (deposit.state === 'succeeded' && stale !== undefined) await store.wake(stale.ourRef, clock.now())
  }

  return {
    start: cascade.start,
    complete: cascade.complete,
    listen: cascade.listen,
    forward: cascade.forward,
    applyOutcome: outcomes.applyOutcome,
    check: resolver.check,
    operator: createOperator({
      store,
      operatorStore: createOperatorStore(db),
      outcomes,
      resolver,
      refunds,
      suspense,
      clock,
      waitScale,
      afterOutcome,
    }),

    async openDeposit(trader: Trader, payment: PaymentRequest, key: string | null) {
      const opened = await cascade.open(trader, payment, key)
      if (opened.kind === 'refused')
        return { return: false, error: opened.code, message: opened.message, deposit: null }
      return { return: true, deposit: viewDeposit(opened.deposit, trader.language) }
    },

    /** What the card tab shows when it opens, on whichever device. */
    async overview(trader: Trader) {
      const [open, recent, card, limits] = await Promise.all([
        store.open(trader.id),
        store.recent(trader.id, recentCount),
        cards.current(trader.id),
        cascade.limits(trader),
      ])
      return {
        return: true,
        deposit: viewed(open, trader.language),
        recent: recent.map((deposit) => viewDeposit(deposit, trader.language)),
        card,
        limited: limits.limited,
        left_today: limits.leftToday,
      } as const
    },

    async saveCard(userId: number, language: Locale, card: CardToSave | { readonly remove: 1 }) {
      if ('remove' in card) {
        await cards.remove(userId)
        return { return: true, card: null }
      }
      const problem = await cards.save(userId, card)
      const saved = await cards.current(userId)
      if (problem === null) return { return: true, card: saved }
      return {
        return: false,
        message: say(language, problem, { lengths: lengthsInWords(card.cnu, language) }),
        card: saved,
      }
    },

    /** Gives the present step up; what the processor says of it decides how it ends. */
    async abandon(trader: Trader, id: string, after: 'processor' | 'card'): Promise<DepositReply> {
      const { ref } = await cascade.giveUp(trader, id, after)
      if (ref !== null) {
        await resolver.check(ref, true)
        await afterOutcome(ref)
      }
      return { return: true, deposit: viewed(await store.byId(trader.id, id), trader.language) }
    },

    /** Gives up the step that waits at this processor (ENTROPAY's reject) and goes on with the next. */
    async abandonAt(trader: Trader, processor: Processor): Promise<StepReply> {
      const deposit = await store.liveAt(trader.id, processor.name)
      const attempt = deposit?.attempts.find((each) => each.processor === processor.name)
      if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
      await resolver.check(attempt.ourRef, true)
      await afterOutcome(attempt.ourRef)
      return { return: true, deposit: viewed(await store.byId(trader.id, deposit.id), trader.language) }
    },

    async takeRefund(trader: Trader, id: string): Promise<DepositReply> {
      const deposit = await store.byId(trader.id, id)
      if (deposit === null) throw new AppError('errors.not_found')
      const result = await refunds.takeUp(deposit)
      const fresh = await store.byId(trader.id, id)
      const view = viewed(fresh, trader.language)
      if (result === 'ordered' && fresh !== null) await deps.tell(trader.id, fresh)
      if (result === 'ordered') return { return: true, deposit: view }
      return { return: false, message: say(trader.language, `cards.refund_${result}`), deposit: view }
    },

    async ignoreLimit(userId: number) {
      await cardStore.ignoreLimit(userId)
      return { return: true }
    },

    async trace(userId: number, kind: string, detail: Record<string, string>) {
      await cardStore.trace(userId, kind, detail, clock.now())
      return { return: true }
    },

    /** Keeps a processor's event, then applies it. Whatever happens after it is kept, the sweep applies it later. */
    async receive(slug: string, event: WebhookEvent, body: Record<string, unknown>): Promise<void> {
      const fresh = await store.rememberEvent(slug, event.eventId, event.ref, body, clock.now())
      if (fresh) await applyEvent(slug, event)
    },

    /** The trader is back from a processor's page: where they land, and let the attempt be asked about at once. */
    async returned(ourRef: string): Promise<{ deposit: ShownDeposit; processor: string } | null> {
      const deposit = await store.byRef(ourRef)
      const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
      if (deposit === null || attempt === undefined) return null
      await store.wake(ourRef, clock.now())
      return { deposit, processor: attempt.processor }
    },

    /** One round of everything that goes on by itself. Safe on every copy at once. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - leaseMs * waitScale)
      for (const { processor, body } of await store.unappliedEvents(before, batch)) {
        const event = processors.find(({ upstream }) => upstream.slug === processor)?.upstream.readWebhook(body)
        if (event) await applyEvent(processor, event)
      }
      await Promise.all(
        (await resolver.claimDue(batch)).map(async (ref) => {
          await resolver.check(ref)
          await afterOutcome(ref)
        }),
      )
      for (const { ourRef } of await refunds.resolveDue(batch)) await afterOutcome(ourRef)
      await resolver.closeIdle(batch)
    },
  }

  async function applyEvent(slug: string, event: WebhookEvent): Promise<void> {
    const sender = processors.find(({ upstream }) => upstream.slug === slug)
    const evidence = sender === undefined ? null : evidenceOfStatus('webhook', sender, event.charge)
    const applied = evidence === null ? null : await outcomes.applyOutcome(event.ref, evidence)
    await store.eventApplied(slug, event.eventId, clock.now())
    if (applied?.changed === true) await afterOutcome(event.ref)
  }
}
