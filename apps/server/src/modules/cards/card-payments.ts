import { createHash } from 'node:crypto'

import type { DepositView, PaymentRequest } from '@tradefront/contract/cards'
import type {
  ChargeReply,
  Processor,
  CallPayment,
  CallReferences,
  UpstreamRequest,
  CallSecret,
} from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'
import {
  type DepositSummary,
  computeMaximumDeposit,
  computeMinimumDeposit,
  summarizeDeposit,
} from '@tradefront/rules/deposits/amount-limits'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { resolveDepositCountry, planCascade } from '@tradefront/processors/plan-cascade'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/retry-schedule'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError, type TextParams, getViolatedConstraint } from '../../platform/http/errors.ts'
import {
  type Attempt,
  type Deposit,
  isOpen,
  findActiveAttempt,
  findNextProcessor,
  type NativeReply,
  type DepositWithContext,
} from '../deposits/deposit.ts'
import type { DepositCommands } from '../deposits/deposit-commands.ts'
import { type AttemptResult, deriveResultFromReply } from '../deposits/attempt-result.ts'
import type { ResultApplier } from '../deposits/apply-result.ts'
import type { SavedCards } from './saved-cards.ts'
import type { DepositStore, NewDeposit, DepositEligibility } from '../deposits/deposit-store.ts'
import { toAttemptView, toDepositView } from '../deposits/deposit-view.ts'

export type CardPayments = ReturnType<typeof createCardPayments>

/** Who is asking. `detectedCountry` comes from a trusted proxy, or is null. */
export type Trader = {
  readonly id: number
  readonly language: Locale
  readonly detectedCountry: string | null
}

/** What an operator may set. */
export type CardPaymentSettings = {
  readonly cascade: string | null
  readonly disabledProcessors: readonly string[]
  readonly dayLimit: number
  readonly failLimit: number
  readonly turnoverFactor: number
  readonly affiliatesMin300: readonly string[]
  readonly rates: Readonly<Record<Deposit['currency'], number>>
}

/** The answer to a card call: the processor's native fields and where the deposit stands. */
export type CardCallReply = NativeReply & {
  readonly in_progress?: boolean
  readonly deposit?: DepositView | null
  readonly message?: string
}

/** Either a deposit to go on with, or why none can be opened. */
export type OpenDepositResult =
  | { readonly kind: 'deposit'; readonly deposit: DepositWithContext }
  | { readonly kind: 'refused'; readonly code: TextKey; readonly message: string }

export type CardPaymentsDeps = {
  readonly store: DepositStore
  readonly cards: SavedCards
  readonly resultApplier: ResultApplier
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly newId: () => string
  readonly settings: () => Promise<CardPaymentSettings>
  /** The outcome of a step is told to whoever watches; never waited for by money. */
  readonly notifyDepositChanged: (deposit: DepositWithContext) => Promise<void>
  readonly publicUrl: string
  readonly waitScale: number
}

const dayMs = 86_400_000

/**
 * The cascade: the browser proposes the next step, this decides. A step is committed before the call goes out, what comes
 * back is evidence for `applyOutcome`, and nobody else is asked while an earlier step is undecided.
 */
export function createCardPayments(deps: CardPaymentsDeps) {
  const { store, resultApplier, gateway, clock, newId, waitScale } = deps

  return {
    openDeposit,

    /** Whether the form is closed by failed cards, and how many charging deposits the day has left. */
    async getLimits(trader: Trader): Promise<{ isLimited: boolean; leftToday: number }> {
      const [settings, eligibility] = await Promise.all([deps.settings(), findEligibility(trader)])
      return {
        isLimited: isLimited(eligibility, settings),
        leftToday: Math.max(0, settings.dayLimit - eligibility.usedToday),
      }
    },

    /** Asks a processor: the first time it is called, and never again. */
    async startAttempt(
      trader: Trader,
      processor: Processor,
      requested: CallPayment,
      key: string | null,
    ): Promise<CardCallReply> {
      const payment = await resolvePaymentOptions(trader, requested, key)
      const openResult = await openDeposit(trader, payment, key)
      if (openResult.kind === 'refused') return toRefusalReply(processor, openResult.code, openResult.message)
      const newAttempt = await beginAttempt(openResult.deposit, processor)
      if (newAttempt.kind !== 'begun') {
        const deposit = (await store.findById(trader.id, openResult.deposit.id)) ?? openResult.deposit
        const attempt = deposit.attempts.find((each) => each.processor === processor.name)
        if (attempt !== undefined)
          return buildExistingReply(trader, processor, deposit, attempt, key === null ? null : 'start')
        return { return: false, deposit: toDepositView(deposit, trader.language) }
      }
      const card = newAttempt.isOff ? null : await deps.cards.decryptForCharge(openResult.deposit.cardId)
      if (card === null) {
        const errorClass = newAttempt.isOff ? 'switched_off' : 'no_card'
        await applyResult(newAttempt.ourRef, { source: 'time', state: 'never_happened', errorClass })
        return buildReply(trader, newAttempt.ourRef, null)
      }
      const { slug } = processor.upstream
      return callProcessor(
        trader,
        processor,
        newAttempt.ourRef,
        'start',
        processor.upstream.buildStartRequest({
          ref: newAttempt.ourRef,
          amountMinor: openResult.deposit.amount,
          currency: openResult.deposit.currency,
          card,
          country: openResult.deposit.country,
          userId: String(trader.id),
          returnUrl: `${deps.publicUrl}/return/${slug}`,
          notifyUrl: `${deps.publicUrl}/hooks/${slug}`,
        }),
      )
    },

    /** Sends what a waiting step asked for: a token, a code. It passes through here once. */
    async completeAttempt(
      trader: Trader,
      processor: Processor,
      secret: CallSecret,
      key: string | null,
    ): Promise<CardCallReply> {
      const candidate = await findDepositToComplete(trader, processor, key)
      const waitingAttempt = candidate?.attempts.find((attempt) => attempt.processor === processor.name)
      if (candidate === null || waitingAttempt === undefined) throw new AppError('errors.not_found')
      const now = clock.now()
      const isResent = await store.updateDeposit({ id: candidate.id }, async (deposit, writes) => {
        const attempt = deposit.attempts.find((each) => each.id === waitingAttempt.id)
        if (attempt?.state !== 'requires_action' || attempt.action?.kind === 'redirect') return false
        // Fulfilled by a late success, or about to be closed: nobody is charged for it any more.
        if (!isOpen(deposit) || deposit.closing) return false
        const next = computeNextInquiryAtMs('sent', 0, now.getTime(), waitScale)
        await writes.markAttemptResent(attempt.id, next === null ? null : new Date(next), now)
        return true
      })
      if (isResent !== true) {
        const freshDeposit = (await store.findByAttemptRef(waitingAttempt.ourRef)) ?? candidate
        const attempt = freshDeposit.attempts.find((each) => each.id === waitingAttempt.id) ?? waitingAttempt
        return buildExistingReply(trader, processor, freshDeposit, attempt, key === null ? null : 'complete')
      }
      return callProcessor(
        trader,
        processor,
        waitingAttempt.ourRef,
        'complete',
        processor.upstream.buildCompleteRequest(waitingAttempt.ourRef, secret),
      )
    },

    /** Where an attempt stands, for the poll. Null without a session; foreign and missing references alike are not found. */
    async pollAttempt(
      sessionHash: Buffer,
      candidates: readonly Processor[],
      { transactionId, id }: { readonly transactionId: string; readonly id: string },
    ): Promise<CardCallReply | null> {
      const row = await store.findForPoll({ sessionHash, depositId: id, now: clock.now() })
      if (row === null) return null
      const attempt = row.deposit?.attempts.find((each) => each.ourRef === transactionId)
      const processor = candidates.find((each) => each.name === attempt?.processor)
      if (row.deposit === null || attempt === undefined || processor?.buildListenReply === undefined)
        throw new AppError('errors.not_found')
      return {
        ...processor.buildListenReply(toAttemptView(row.deposit, attempt)),
        deposit: toDepositView(row.deposit, row.language),
      }
    },

    /** The page that a step of this trader's waits at; null when there is none. Moves nothing. */
    async findRedirectUrl(trader: Trader, processor: Processor, refs: CallReferences): Promise<string | null> {
      const deposit = await store.findActiveAtProcessor(trader.id, processor.name)
      const attempt = deposit?.attempts.find(
        (each) => each.processor === processor.name && each.state === 'requires_action',
      )
      if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenise') return null
      const requestedRef = refs.transactionId
      if (requestedRef !== undefined && requestedRef !== attempt.ourRef && requestedRef !== attempt.pspRef) return null
      return attempt.action.url ?? null
    },

    /**
     * Marks the present step as given up. `card`: the deposit is closed as soon as nothing is undecided.
     * @returns the reference to ask the processor about, null when nothing is undecided
     */
    async requestCancellation(
      trader: Trader,
      id: string,
      after: 'processor' | 'card',
    ): Promise<{ ref: string | null }> {
      const ownDeposit = await store.findById(trader.id, id)
      if (ownDeposit === null) throw new AppError('errors.not_found')
      const ref = await store.updateDeposit({ id }, async (deposit, writes) => {
        const activeAttempt = findActiveAttempt(deposit)
        if (after === 'card' && isOpen(deposit))
          await writes.closeDeposit('cards.abandoned', activeAttempt === null, clock.now())
        return activeAttempt?.ourRef ?? null
      })
      return { ref }
    },
  }

  /** A call whose body lacks the options (ZOOM) means those of the deposit it belongs to. */
  async function resolvePaymentOptions(
    trader: Trader,
    requested: CallPayment,
    key: string | null,
  ): Promise<PaymentRequest> {
    const { amount, fixed, bonus } = requested
    if (fixed !== null && bonus !== null) return { amount, fixed, bonus }
    const deposit =
      key === null ? await store.findOpenDeposit(trader.id) : await store.findByIdempotencyKey(trader.id, key)
    return { amount, fixed: deposit?.fixed === true ? 1 : 0, bonus: (deposit?.bonus ?? 0) > 0 ? 1 : 0 }
  }

  /** What a token or a code belongs to: the key's deposit, else the one that waits at this processor, else the open one. */
  async function findDepositToComplete(
    trader: Trader,
    { name }: Processor,
    key: string | null,
  ): Promise<DepositWithContext | null> {
    const depositByKey = key === null ? null : await store.findByIdempotencyKey(trader.id, key)
    return depositByKey ?? (await store.findActiveAtProcessor(trader.id, name)) ?? store.findOpenDeposit(trader.id)
  }

  function findEligibility(trader: Trader): Promise<DepositEligibility> {
    return store.findEligibility(trader.id, getUtcDate(), new Date(clock.now().getTime() - dayMs))
  }

  function isLimited(eligibility: DepositEligibility, settings: CardPaymentSettings): boolean {
    return !eligibility.isCardLimitOverridden && eligibility.recentFailures >= settings.failLimit
  }

  /** The key's deposit with a key, the user's open one without; a new one where there is none. */
  async function openDeposit(trader: Trader, payment: PaymentRequest, key: string | null): Promise<OpenDepositResult> {
    if (payment.fixed === 1 && payment.bonus === 1)
      throw new AppError('errors.malformed', 400, {}, { bonus: 'cards.fixed_and_bonus' })
    const hash = createHash('sha256').update(`${payment.amount}|${payment.fixed}|${payment.bonus}`).digest('hex')
    // Twice: whoever loses the race for the one open deposit finds the winner's at the second look.
    for (let look = 0; look < 2; look += 1) {
      // At one moment: a deposit of this key that was just opened is not taken for somebody else's.
      const { current, byKey } = await store.findOpenAndByKey(trader.id, key)
      if (byKey !== null) {
        if (byKey.requestHash !== hash) throw new AppError('errors.other_key_body')
        return { kind: 'deposit', deposit: byKey }
      }
      if (current !== null && key === null && current.requestHash === hash) return { kind: 'deposit', deposit: current }
      const newDeposit = await prepareDeposit(trader, payment, key, hash)
      if ('code' in newDeposit)
        return {
          kind: 'refused',
          code: newDeposit.code,
          message: translate(trader.language, newDeposit.code, newDeposit.params),
        }
      if (current !== null) await supersede(current.id)
      const deposit = await store.insertDeposit(newDeposit, clock.now())
      if (deposit !== null) return { kind: 'deposit', deposit }
    }
    throw new AppError('cards.in_progress')
  }

  async function prepareDeposit(trader: Trader, payment: PaymentRequest, key: string | null, hash: string) {
    const [settings, eligibility] = await Promise.all([deps.settings(), findEligibility(trader)])
    if (eligibility.practice) return buildRefusal('cards.practice_account')
    const summary = summarizePayment(payment, eligibility, settings)
    if ('code' in summary) return summary
    const countries = {
      profileCountry: eligibility.country,
      cardCountry: eligibility.cardCountry,
      detectedCountry: trader.detectedCountry,
    }
    const plan = planCascade({
      ...countries,
      userCascade: eligibility.cascade,
      siteCascade: settings.cascade,
      disabledProcessors: settings.disabledProcessors,
    })
    if (plan.length === 0) return buildRefusal('cards.no_processors')
    if (eligibility.cardId === null) return buildRefusal('cards.no_card')
    if (eligibility.usedToday >= settings.dayLimit) return buildRefusal('cards.day_limit')
    if (isLimited(eligibility, settings)) return buildRefusal('cards.limit')
    const deposit: NewDeposit = {
      id: newId(),
      userId: trader.id,
      cardId: eligibility.cardId,
      country: resolveDepositCountry(countries),
      amount: summary.pay,
      currency: eligibility.currency,
      bonus: summary.bonus,
      turnover: summary.wageringRequirement,
      fixed: payment.fixed === 1,
      plan,
      idemKey: key,
      requestHash: hash,
    }
    return deposit
  }

  /** A new payment takes the place of one that nobody goes on with, but never of one that is undecided. */
  async function supersede(id: string): Promise<void> {
    const isSuperseded = await store.updateDeposit({ id }, async (deposit, writes) => {
      if (!isOpen(deposit)) return true
      if (findActiveAttempt(deposit) !== null) return false
      await writes.closeDeposit('cards.superseded', true, clock.now())
      return true
    })
    if (isSuperseded === false) throw new AppError('cards.in_progress')
  }

  /** Commits the attempt before anybody is called; `not_begun` when there is one already, or the deposit has ended. */
  async function beginAttempt(
    foundDeposit: Deposit,
    processor: Processor,
  ): Promise<{ kind: 'begun'; ourRef: string; isOff: boolean } | { kind: 'not_begun' }> {
    const { id } = foundDeposit
    const { dayLimit, disabledProcessors } = await deps.settings()
    // Switched off since the plan was made: it is passed over, not asked, and so does not count for the day either.
    const isOff = disabledProcessors.includes(processor.name)
    try {
      const insertIfNext = async (deposit: Deposit, writes: DepositCommands) => {
        const isTried = deposit.attempts.some((attempt) => attempt.processor === processor.name)
        if (isTried || !isOpen(deposit)) return { kind: 'not_begun' } as const
        if (findNextProcessor(deposit) !== processor.name) throw new AppError('cards.not_next')
        const now = clock.now()
        const ourRef = newId()
        const next = computeNextInquiryAtMs('sent', 0, now.getTime(), waitScale)
        await writes.insertAttempt(
          {
            processor: processor.name,
            charges: processor.canCharge && !isOff,
            ourRef,
            nextCheckAt: next === null ? null : new Date(next),
          },
          getUtcDate(),
          dayLimit,
          now,
        )
        return { kind: 'begun', ourRef, isOff } as const
      }
      const newAttempt = await store.updateDeposit({ id }, insertIfNext, foundDeposit)
      if (newAttempt === null) throw new AppError('errors.not_found')
      return newAttempt
    } catch (error) {
      if (getViolatedConstraint(error) !== 'card_days_check') throw error
      // Another deposit took the day's last place in between: this one ends without asking anybody.
      await store.updateDeposit({ id }, async (deposit, writes) => {
        if (isOpen(deposit)) await writes.closeDeposit('cards.day_limit', true, clock.now())
      })
      return { kind: 'not_begun' }
    }
  }

  /** One call to a processor and what it means. Anything but a readable reply leaves the attempt in doubt. */
  async function callProcessor(
    trader: Trader,
    processor: Processor,
    ourRef: string,
    call: 'start' | 'complete',
    request: UpstreamRequest,
  ): Promise<CardCallReply> {
    const response = await gateway.sendRequest(request)
    const charge: ChargeReply | null = response.ok ? processor.upstream.parseChargeReply(response.json) : null
    if (charge === null) {
      const errorClass = response.ok ? 'unreadable' : response.fault
      await applyResult(
        ourRef,
        processor.canCharge ? { source: 'reply', state: 'in_doubt', errorClass } : buildSkippedResult(errorClass),
      )
      return buildReply(trader, ourRef, null, translate(trader.language, 'cards.response_error'))
    }
    const result = deriveResultFromReply(processor, charge, processor.interpretStartReply(charge.reply))
    await applyResult(ourRef, { ...result, nativeReply: { call, reply: charge.reply } })
    return buildReply(trader, ourRef, charge.reply)
  }

  async function applyResult(ourRef: string, result: AttemptResult): Promise<void> {
    await resultApplier.applyResult(ourRef, result)
  }

  /** The reply to a step just taken: the processor's words, or the listening reply where it gave none. */
  async function buildReply(
    trader: Trader,
    ourRef: string,
    native: NativeReply | null,
    message?: string,
  ): Promise<CardCallReply> {
    const deposit = await store.findByAttemptRef(ourRef)
    const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
    if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
    // Whoever else watches hears of it at the same time, not first.
    void deps.notifyDepositChanged(deposit)
    const body = native ?? getProcessor(attempt.processor).buildStartReply(toAttemptView(deposit, attempt))
    const extras = {
      ...(native === null && { in_progress: isActiveState(attempt.state) }),
      ...(message !== undefined && { message }),
    }
    return {
      transaction_id: ourRef,
      id: deposit.id,
      ...body,
      ...extras,
      deposit: toDepositView(deposit, trader.language),
    }
  }

  /** A processor that was asked before: its words again under the same key, else where the attempt stands. */
  function buildExistingReply(
    trader: Trader,
    processor: Processor,
    deposit: DepositWithContext,
    attempt: Attempt,
    call: 'start' | 'complete' | null,
  ): CardCallReply {
    const view = toDepositView(deposit, trader.language)
    const previousReply = call === null ? undefined : attempt.answers[call]
    if (previousReply !== undefined)
      return { transaction_id: attempt.ourRef, id: deposit.id, ...previousReply, deposit: view }
    const refs = { transaction_id: attempt.ourRef, id: deposit.id }
    return { ...refs, ...processor.buildStartReply(toAttemptView(deposit, attempt)), in_progress: true, deposit: view }
  }

  function toRefusalReply(processor: Processor, code: TextKey, message: string): CardCallReply {
    return { ...processor.rejectionReplies?.[code], return: false, error: code, message, deposit: null }
  }

  function buildSkippedResult(errorClass: string): AttemptResult {
    return { source: 'reply', state: 'never_happened', errorClass }
  }

  function getUtcDate(): string {
    return clock.now().toISOString().slice(0, 10)
  }
}

type Refusal = { readonly code: TextKey; readonly params: TextParams }

function buildRefusal(code: TextKey, params: TextParams = {}): Refusal {
  return { code, params }
}

/** The sums of a payment, or why this amount can't be paid. */
function summarizePayment(
  payment: PaymentRequest,
  eligibility: DepositEligibility,
  settings: CardPaymentSettings,
): DepositSummary | Refusal {
  const { currency, affiliateId, minDepositCard } = eligibility
  const rate = settings.rates[currency]
  const minimum = computeMinimumDeposit({
    rate,
    affiliateId,
    affiliatesMin300: settings.affiliatesMin300,
    override: minDepositCard,
  })
  const maximum = computeMaximumDeposit(rate)
  if (payment.amount < minimum) return buildRefusal('cards.below_minimum', { minimum: `${minimum} ${currency}` })
  if (payment.amount > maximum) return buildRefusal('cards.above_maximum', { maximum: `${maximum} ${currency}` })
  const summary = summarizeDeposit(payment.amount, payment.bonus === 1, {
    currency,
    rate,
    turnoverFactor: settings.turnoverFactor,
  })
  return fromMinor(summary.pay, currency) === payment.amount ? summary : buildRefusal('cards.too_precise')
}
