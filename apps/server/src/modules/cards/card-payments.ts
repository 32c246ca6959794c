import { createHash } from 'node:crypto'

import type { DepositView, PaymentRequest } from '@tradefront/contract/cards'
import type {
  ChargeReply,
  Processor,
  StepPayment,
  StepRefs,
  UpstreamRequest,
  UpstreamSecret,
} from '@tradefront/processors/processor'
import { processorByName } from '@tradefront/processors/registry'
import { type DepositSummary, maximumDeposit, minimumDeposit, summarise } from '@tradefront/rules/deposits/amount-limits'
import { isLive } from '@tradefront/rules/deposits/deposit-state-machine'
import { depositCountry, planCascade } from '@tradefront/rules/cards/cascade-plan'
import { nextCheckAtMs } from '@tradefront/rules/deposits/retry-schedule'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import { say } from '@tradefront/texts/say'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { Clock } from '../../platform/clock.ts'
import { AppError, type TextParams, violatedConstraint } from '../../platform/http/errors.ts'
import {
  type Attempt,
  type Deposit,
  isOpen,
  liveAttempt,
  nextProcessor,
  type Reply,
  type ShownDeposit,
} from '../deposits/deposit.ts'
import type { DepositWrites } from '../deposits/deposit-commands.ts'
import { type Evidence, evidenceOfReply } from '../deposits/attempt-result.ts'
import type { Outcomes } from '../deposits/apply-result.ts'
import type { SavedCards } from './saved-cards.ts'
import type { DepositStore, NewDeposit, Opener } from '../deposits/deposit-store.ts'
import { viewAttempt, viewDeposit } from '../deposits/deposit-view.ts'

export type Cascade = ReturnType<typeof createCascade>

/** Who is asking. `detectedCountry` comes from a trusted proxy, or is null. */
export type Trader = {
  readonly id: number
  readonly language: Locale
  readonly detectedCountry: string | null
}

/** What an operator may set. */
export type CascadeSettings = {
  readonly cascade: string | null
  readonly processorsOff: readonly string[]
  readonly dayLimit: number
  readonly failLimit: number
  readonly turnoverFactor: number
  readonly affiliatesMin300: readonly string[]
  readonly rates: Readonly<Record<Deposit['currency'], number>>
}

/** The answer to a card call: the processor's native fields and where the deposit stands. */
export type StepReply = Reply & {
  readonly in_progress?: boolean
  readonly deposit?: DepositView | null
  readonly message?: string
}

/** Either a deposit to go on with, or why none can be opened. */
export type Opened =
  | { readonly kind: 'deposit'; readonly deposit: ShownDeposit }
  | { readonly kind: 'refused'; readonly code: TextKey; readonly message: string }

export type CascadeDeps = {
  readonly store: DepositStore
  readonly cards: SavedCards
  readonly outcomes: Outcomes
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly newId: () => string
  readonly settings: () => Promise<CascadeSettings>
  /** The outcome of a step is told to whoever watches; never waited for by money. */
  readonly tell: (deposit: ShownDeposit) => Promise<void>
  readonly publicUrl: string
  readonly waitScale: number
}

const dayMs = 86_400_000

/**
 * The cascade: the browser proposes the next step, this decides. A step is committed before the call goes out, what comes
 * back is evidence for `applyOutcome`, and nobody else is asked while an earlier step is undecided.
 */
export function createCascade(deps: CascadeDeps) {
  const { store, outcomes, gateway, clock, newId, waitScale } = deps

  return {
    open,

    /** Whether the form is closed by failed cards, and how many charging deposits the day has left. */
    async limits(trader: Trader): Promise<{ limited: boolean; leftToday: number }> {
      const [settings, opener] = await Promise.all([deps.settings(), openerNow(trader)])
      return { limited: isLimited(opener, settings), leftToday: Math.max(0, settings.dayLimit - opener.usedToday) }
    },

    /** Asks a processor: the first time it is called, and never again. */
    async start(trader: Trader, processor: Processor, asked: StepPayment, key: string | null): Promise<StepReply> {
      const payment = await fullPayment(trader, asked, key)
      const opened = await open(trader, payment, key)
      if (opened.kind === 'refused') return refusal(processor, opened.code, opened.message)
      const begun = await begin(opened.deposit, processor)
      if (begun.kind !== 'begun') {
        const deposit = (await store.byId(trader.id, opened.deposit.id)) ?? opened.deposit
        const attempt = deposit.attempts.find((each) => each.processor === processor.name)
        if (attempt !== undefined)
          return existingReply(trader, processor, deposit, attempt, key === null ? null : 'start')
        return { return: false, deposit: viewDeposit(deposit, trader.language) }
      }
      const card = begun.isOff ? null : await deps.cards.toCharge(opened.deposit.cardId)
      if (card === null) {
        const errorClass = begun.isOff ? 'switched_off' : 'no_card'
        await apply(begun.ourRef, { source: 'time', verdict: 'never_happened', errorClass })
        return answer(trader, begun.ourRef, null)
      }
      const { slug } = processor.upstream
      return exchange(
        trader,
        processor,
        begun.ourRef,
        'start',
        processor.upstream.start({
          ref: begun.ourRef,
          amountMinor: opened.deposit.amount,
          currency: opened.deposit.currency,
          card,
          country: opened.deposit.country,
          userId: String(trader.id),
          returnUrl: `${deps.publicUrl}/return/${slug}`,
          notifyUrl: `${deps.publicUrl}/hooks/${slug}`,
        }),
      )
    },

    /** Sends what a waiting step asked for: a token, a code. It passes through here once. */
    async complete(
      trader: Trader,
      processor: Processor,
      secret: UpstreamSecret,
      key: string | null,
    ): Promise<StepReply> {
      const found = await depositToComplete(trader, processor, key)
      const waiting = found?.attempts.find((attempt) => attempt.processor === processor.name)
      if (found === null || waiting === undefined) throw new AppError('errors.not_found')
      const now = clock.now()
      const sent = await store.change({ id: found.id }, async (deposit, writes) => {
        const attempt = deposit.attempts.find((each) => each.id === waiting.id)
        if (attempt?.state !== 'requires_action' || attempt.action?.kind === 'redirect') return false
        // Fulfilled by a late success, or about to be closed: nobody is charged for it any more.
        if (!isOpen(deposit) || deposit.closing) return false
        const next = nextCheckAtMs('sent', 0, now.getTime(), waitScale)
        await writes.resend(attempt.id, next === null ? null : new Date(next), now)
        return true
      })
      if (sent !== true) {
        const fresh = (await store.byRef(waiting.ourRef)) ?? found
        const attempt = fresh.attempts.find((each) => each.id === waiting.id) ?? waiting
        return existingReply(trader, processor, fresh, attempt, key === null ? null : 'complete')
      }
      return exchange(
        trader,
        processor,
        waiting.ourRef,
        'complete',
        processor.upstream.complete(waiting.ourRef, secret),
      )
    },

    /** Where an attempt stands, for the poll. Null without a session; foreign and missing references alike are not found. */
    async listen(
      sessionHash: Buffer,
      asked: readonly Processor[],
      { transactionId, id }: { readonly transactionId: string; readonly id: string },
    ): Promise<StepReply | null> {
      const row = await store.listened({ sessionHash, depositId: id, now: clock.now() })
      if (row === null) return null
      const attempt = row.deposit?.attempts.find((each) => each.ourRef === transactionId)
      const processor = asked.find((each) => each.name === attempt?.processor)
      if (row.deposit === null || attempt === undefined || processor?.listenReply === undefined)
        throw new AppError('errors.not_found')
      return {
        ...processor.listenReply(viewAttempt(row.deposit, attempt)),
        deposit: viewDeposit(row.deposit, row.language),
      }
    },

    /** The page that a step of this trader's waits at; null when there is none. Moves nothing. */
    async forward(trader: Trader, processor: Processor, refs: StepRefs): Promise<string | null> {
      const deposit = await store.liveAt(trader.id, processor.name)
      const attempt = deposit?.attempts.find(
        (each) => each.processor === processor.name && each.state === 'requires_action',
      )
      if (attempt?.action === null || attempt?.action === undefined || attempt.action.kind === 'tokenise') return null
      const named = refs.transactionId
      if (named !== undefined && named !== attempt.ourRef && named !== attempt.pspRef) return null
      return attempt.action.url ?? null
    },

    /**
     * Marks the present step as given up. `card`: the deposit is closed as soon as nothing is undecided.
     * @returns the reference to ask the processor about, null when nothing is undecided
     */
    async giveUp(trader: Trader, id: string, after: 'processor' | 'card'): Promise<{ ref: string | null }> {
      const owned = await store.byId(trader.id, id)
      if (owned === null) throw new AppError('errors.not_found')
      const ref = await store.change({ id }, async (deposit, writes) => {
        const live = liveAttempt(deposit)
        if (after === 'card' && isOpen(deposit)) await writes.close('cards.abandoned', live === null, clock.now())
        return live?.ourRef ?? null
      })
      return { ref }
    },
  }

  /** A call whose body lacks the options (ZOOM) means those of the deposit it belongs to. */
  async function fullPayment(trader: Trader, asked: StepPayment, key: string | null): Promise<PaymentRequest> {
    const { amount, fixed, bonus } = asked
    if (fixed !== null && bonus !== null) return { amount, fixed, bonus }
    const deposit = key === null ? await store.open(trader.id) : await store.byKey(trader.id, key)
    return { amount, fixed: deposit?.fixed === true ? 1 : 0, bonus: (deposit?.bonus ?? 0) > 0 ? 1 : 0 }
  }

  /** What a token or a code belongs to: the key's deposit, else the one that waits at this processor, else the open one. */
  async function depositToComplete(
    trader: Trader,
    { name }: Processor,
    key: string | null,
  ): Promise<ShownDeposit | null> {
    const named = key === null ? null : await store.byKey(trader.id, key)
    return named ?? (await store.liveAt(trader.id, name)) ?? store.open(trader.id)
  }

  function openerNow(trader: Trader): Promise<Opener> {
    return store.opener(trader.id, today(), new Date(clock.now().getTime() - dayMs))
  }

  function isLimited(opener: Opener, settings: CascadeSettings): boolean {
    return !opener.limitedIgnore && opener.failedLately >= settings.failLimit
  }

  /** The key's deposit with a key, the user's open one without; a new one where there is none. */
  async function open(trader: Trader, payment: PaymentRequest, key: string | null): Promise<Opened> {
    if (payment.fixed === 1 && payment.bonus === 1)
      throw new AppError('errors.malformed', 400, {}, { bonus: 'cards.fixed_and_bonus' })
    const hash = createHash('sha256').update(`${payment.amount}|${payment.fixed}|${payment.bonus}`).digest('hex')
    // Twice: whoever loses the race for the one open deposit finds the winner's at the second look.
    for (let look = 0; look < 2; look += 1) {
      // At one moment: a deposit of this key that was just opened is not taken for somebody else's.
      const { current, named } = await store.present(trader.id, key)
      if (named !== null) {
        if (named.requestHash !== hash) throw new AppError('errors.other_key_body')
        return { kind: 'deposit', deposit: named }
      }
      if (current !== null && key === null && current.requestHash === hash) return { kind: 'deposit', deposit: current }
      const wanted = await describeNew(trader, payment, key, hash)
      if ('code' in wanted)
        return { kind: 'refused', code: wanted.code, message: say(trader.language, wanted.code, wanted.params) }
      if (current !== null) await supersede(current.id)
      const deposit = await store.insert(wanted, clock.now())
      if (deposit !== null) return { kind: 'deposit', deposit }
    }
    throw new AppError('cards.in_progress')
  }

  async function describeNew(trader: Trader, payment: PaymentRequest, key: string | null, hash: string) {
    const [settings, opener] = await Promise.all([deps.settings(), openerNow(trader)])
    if (opener.practice) return refusedWith('cards.practice_account')
    const offer = describeOffer(payment, opener, settings)
    if ('code' in offer) return offer
    const countries = {
      profileCountry: opener.country,
      cardCountry: opener.cardCountry,
      detectedCountry: trader.detectedCountry,
    }
    const plan = planCascade({
      ...countries,
      userCascade: opener.cascade,
      siteCascade: settings.cascade,
      switchedOff: settings.processorsOff,
    })
    if (plan.length === 0) return refusedWith('cards.no_processors')
    if (opener.cardId === null) return refusedWith('cards.no_card')
    if (opener.usedToday >= settings.dayLimit) return refusedWith('cards.day_limit')
    if (isLimited(opener, settings)) return refusedWith('cards.limit')
    const deposit: NewDeposit = {
      id: newId(),
      userId: trader.id,
      cardId: opener.cardId,
      country: depositCountry(countries),
      amount: offer.pay,
      currency: opener.currency,
      bonus: offer.bonus,
      turnover: offer.turnover,
      fixed: payment.fixed === 1,
      plan,
      idemKey: key,
      requestHash: hash,
    }
    return deposit
  }

  /** A new payment takes the place of one that nobody goes on with, but never of one that is undecided. */
  async function supersede(id: string): Promise<void> {
    const done = await store.change({ id }, async (deposit, writes) => {
      if (!isOpen(deposit)) return true
      if (liveAttempt(deposit) !== null) return false
      await writes.close('cards.superseded', true, clock.now())
      return true
    })
    if (done === false) throw new AppError('cards.in_progress')
  }

  /** Commits the attempt before anybody is called; `not_begun` when there is one already, or the deposit has ended. */
  async function begin(
    opened: Deposit,
    processor: Processor,
  ): Promise<{ kind: 'begun'; ourRef: string; isOff: boolean } | { kind: 'not_begun' }> {
    const { id } = opened
    const { dayLimit, processorsOff } = await deps.settings()
    // Switched off since the plan was made: it is passed over, not asked, and so does not count for the day either.
    const isOff = processorsOff.includes(processor.name)
    try {
      const start = async (deposit: Deposit, writes: DepositWrites) => {
        const asked = deposit.attempts.some((attempt) => attempt.processor === processor.name)
        if (asked || !isOpen(deposit)) return { kind: 'not_begun' } as const
        if (nextProcessor(deposit) !== processor.name) throw new AppError('cards.not_next')
        const now = clock.now()
        const ourRef = newId()
        const next = nextCheckAtMs('sent', 0, now.getTime(), waitScale)
        await writes.insertAttempt(
          {
            processor: processor.name,
            charges: processor.charges && !isOff,
            ourRef,
            nextCheckAt: next === null ? null : new Date(next),
          },
          today(),
          dayLimit,
          now,
        )
        return { kind: 'begun', ourRef, isOff } as const
      }
      const begun = await store.change({ id }, start, opened)
      if (begun === null) throw new AppError('errors.not_found')
      return begun
    } catch (error) {
      if (violatedConstraint(error) !== 'card_days_check') throw error
      // Another deposit took the day's last place in between: this one ends without asking anybody.
      await store.change({ id }, async (deposit, writes) => {
        if (isOpen(deposit)) await writes.close('cards.day_limit', true, clock.now())
      })
      return { kind: 'not_begun' }
    }
  }

  /** One call to a processor and what it means. Anything but a readable reply leaves the attempt in doubt. */
  async function exchange(
    trader: Trader,
    processor: Processor,
    ourRef: string,
    call: 'start' | 'complete',
    request: UpstreamRequest,
  ): Promise<StepReply> {
    const answered = await gateway.ask(request)
    const charge: ChargeReply | null = answered.ok ? processor.upstream.readReply(answered.json) : null
    if (charge === null) {
      const errorClass = answered.ok ? 'unreadable' : answered.fault
      await apply(ourRef, processor.charges ? { source: 'reply', verdict: 'in_doubt', errorClass } : passed(errorClass))
      return answer(trader, ourRef, null, say(trader.language, 'cards.response_error'))
    }
    const evidence = evidenceOfReply(processor, charge, processor.readStart(charge.reply))
    await apply(ourRef, { ...evidence, answer: { call, reply: charge.reply } })
    return answer(trader, ourRef, charge.reply)
  }

  async function apply(ourRef: string, evidence: Evidence): Promise<void> {
    await outcomes.applyOutcome(ourRef, evidence)
  }

  /** The reply to a step just taken: the processor's words, or the listening reply where it gave none. */
  async function answer(trader: Trader, ourRef: string, native: Reply | null, message?: string): Promise<StepReply> {
    const deposit = await store.byRef(ourRef)
    const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
    if (deposit === null || attempt === undefined) throw new AppError('errors.not_found')
    // Whoever else watches hears of it at the same time, not first.
    void deps.tell(deposit)
    const own = native ?? processorByName(attempt.processor).startReply(viewAttempt(deposit, attempt))
    const extras = {
      ...(native === null && { in_progress: isLive(attempt.state) }),
      ...(message !== undefined && { message }),
    }
    return { transaction_id: ourRef, id: deposit.id, ...own, ...extras, deposit: viewDeposit(deposit, trader.language) }
  }

  /** A processor that was asked before: its words again under the same key, else where the attempt stands. */
  function existingReply(
    trader: Trader,
    processor: Processor,
    deposit: ShownDeposit,
    attempt: Attempt,
    call: 'start' | 'complete' | null,
  ): StepReply {
    const view = viewDeposit(deposit, trader.language)
    const given = call === null ? undefined : attempt.answers[call]
    if (given !== undefined) return { transaction_id: attempt.ourRef, id: deposit.id, ...given, deposit: view }
    const refs = { transaction_id: attempt.ourRef, id: deposit.id }
    return { ...refs, ...processor.startReply(viewAttempt(deposit, attempt)), in_progress: true, deposit: view }
  }

  function refusal(processor: Processor, code: TextKey, message: string): StepReply {
    return { ...processor.refusals?.[code], return: false, error: code, message, deposit: null }
  }

  function passed(errorClass: string): Evidence {
    return { source: 'reply', verdict: 'never_happened', errorClass }
  }

  function today(): string {
    return clock.now().toISOString().slice(0, 10)
  }
}

type Refused = { readonly code: TextKey; readonly params: TextParams }

function refusedWith(code: TextKey, params: TextParams = {}): Refused {
  return { code, params }
}

/** The sums of a payment, or why this amount can't be paid. */
function describeOffer(payment: PaymentRequest, opener: Opener, settings: CascadeSettings): DepositSummary | Refused {
  const { currency, affiliateId, minDepositCard } = opener
  const rate = settings.rates[currency]
  const minimum = minimumDeposit({
    rate,
    affiliateId,
    affiliatesMin300: settings.affiliatesMin300,
    override: minDepositCard,
  })
  const maximum = maximumDeposit(rate)
  if (payment.amount < minimum) return refusedWith('cards.below_minimum', { minimum: `${minimum} ${currency}` })
  if (payment.amount > maximum) return refusedWith('cards.above_maximum', { maximum: `${maximum} ${currency}` })
  const offer = summarise(payment.amount, payment.bonus === 1, {
    currency,
    rate,
    turnoverFactor: settings.turnoverFactor,
  })
  return fromMinor(offer.pay, currency) === payment.amount ? offer : refusedWith('cards.too_precise')
}
