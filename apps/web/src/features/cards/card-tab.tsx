import { useQueryClient } from '@tanstack/react-query'
import type { Overview } from '@tradefront/contract/domain/deposits'
import { getProcessor } from '@tradefront/processors/registry'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { serverNow } from '../../platform/clock.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { formatMoney } from '../../ui/money/format-money.ts'
import { Card } from '../../ui/layout/card.tsx'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { loadOverview, type OpenDepositReply, overviewKey } from '../deposits/api.ts'
import { buildForwardUrl } from './api.ts'
import { CardSection, type CardSectionHandle } from './form/card-section.tsx'
import { PaymentResult } from './payment/payment-result.tsx'
import { EntropayPinDialog, EntropayStartDialog } from './processors/entropay-dialogs.tsx'
import { type AmountInputs, calculateAmount, getAmountTerms } from '../deposits/amount/amount-form.ts'
import { isCardLimited } from './limits/is-card-limited.ts'
import { amountDraft } from '../deposits/amount/amount-draft.ts'
import { DayLimitDialog, CardLimitNotice } from './limits/limit-notices.tsx'
import { toCallInput } from './runner/server-calls.ts'
import { cardPayment, usePayment } from './payment/card-payment.ts'
import { InterruptedPayment, PaymentProgress } from './payment/payment-progress.tsx'
import type { PaymentState } from './runner/payment-state.ts'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import { cardInMemory } from './payment/card-in-memory.ts'

type CardTabProps = {
  readonly overview: Overview
  /** Back from ENTROPAY's page: the PIN dialog is wanted. */
  readonly isEntro: boolean
}

/** The card tab: amount, card and what one gets; while a payment runs its progress, and in the end its receipt. */
export function CardTab({ overview, isEntro }: CardTabProps) {
  const user = useUser()
  const state = usePayment()
  const isLimited = isCardLimited(overview, user.isCardLimitOverridden, serverNow())
  const form = useFundingForm()
  const { currency } = user
  useEffect(() => dismissEndedPayment, [])

  if (state.kind === 'ended' && state.deposit?.state === 'succeeded') {
    return (
      <div className="w-full max-w-2xl">
        <PaymentResult deposit={state.deposit} />
      </div>
    )
  }
  const isIdle = state.kind === 'idle'
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className={cx('flex flex-col gap-6', !isIdle && 'max-lg:order-last')}>
        {isIdle && <FormNotices overview={overview} isLimited={isLimited} />}
        <Card className="flex flex-col gap-8">
          <AmountSection
            terms={form.terms}
            inputs={form.inputs}
            model={form.model}
            onChange={form.setInputs}
            isLocked={!isIdle}
            error={form.amountError}
          />
          <CardSection
            saved={overview.card}
            country={getBootstrap().country}
            isLocked={!isIdle || isLimited}
            isLimited={isLimited}
            ref={form.card}
          />
        </Card>
      </div>
      <aside className="flex flex-col gap-6 lg:sticky lg:top-24">
        {isIdle && (
          <SummaryPanel
            terms={form.terms}
            model={form.model}
            isClosed={isLimited}
            isBusy={form.isBusy}
            onPay={form.pay}
            problem={form.problem}
          />
        )}
        {(state.kind === 'opening' || state.kind === 'running') && (
          <PaymentProgress state={state} currency={currency} />
        )}
        {state.kind === 'interrupted' && <InterruptedPayment state={state} currency={currency} />}
        {state.kind === 'ended' && state.deposit !== null && <PaymentResult deposit={state.deposit} />}
      </aside>
      <EntropayDialogs state={state} isEntro={isEntro} />
      {form.isDayLimit && <DayLimitDialog onClose={form.closeDayLimit} />}
    </div>
  )
}

/** What stands in the way of a payment, before anybody types. */
function FormNotices({ overview, isLimited }: { readonly overview: Overview; readonly isLimited: boolean }) {
  const t = useTranslate()
  if (isLimited) return <CardLimitNotice />
  if (overview.depositsLeftToday > 0 && overview.depositsLeftToday < getBootstrap().settings.card_day_limit) {
    return <Banner tone="info">{t('cards.left_today', { count: overview.depositsLeftToday })}</Banner>
  }
  if (overview.depositsLeftToday > 0) return null
  return (
    <Banner tone="warn" title={t('cards.left_today', { count: 0 })}>
      {t('cards.day_limit')}
    </Banner>
  )
}

/** The form's state, and what paying does. */
function useFundingForm() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const user = useUser()
  const queries = useQueryClient()
  const { settings, rates } = getBootstrap()
  const terms = getAmountTerms(user, settings, rates)
  const [inputs, setInputs] = useState<AmountInputs>(() => amountDraft.loadOrDefault(terms))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDayLimit, setDayLimit] = useState(false)
  const card = useRef<CardSectionHandle>(null)
  const model = calculateAmount(inputs, terms)
  const isPaying = useRef(false)
  useDayLimitFound(() => setDayLimit(true))

  const showRejection = async ({ error, message }: OpenDepositReply): Promise<void> => {
    await queries.invalidateQueries({ queryKey: overviewKey })
    if (error === 'cards.day_limit') return setDayLimit(true)
    if (error === 'cards.no_processors') {
      return showAlert({
        title: t('cards.attention'),
        body: message ?? t('cards.no_processors'),
        confirmLabel: t('cards.understood'),
      })
    }
    setProblem(message ?? t('auth.server_error'))
  }

  const submit = async (): Promise<void> => {
    if (model.request === null) return
    amountDraft.save(inputs)
    const preparedCard = await card.current?.prepareCard()
    // What is wrong with the card stands beside it already.
    if (!preparedCard) return
    if (preparedCard !== 'saved') cardInMemory.set(preparedCard)
    try {
      const rejection = await cardPayment.startPayment(model.request)
      amountDraft.clear()
      if (rejection !== null) await showRejection(rejection)
    } catch (error) {
      // Another payment is under way: that one is shown.
      if (error instanceof ApiError && error.code === 'cards.in_progress')
        cardPayment.resumePayment(await loadOverview(), null)
      setProblem(toErrorText(error))
    }
  }

  const pay = (): void => {
    if (isPaying.current) return
    isPaying.current = true
    setProblem(null)
    setBusy(true)
    submit()
      .catch((error: unknown) => setProblem(toErrorText(error)))
      .finally(() => {
        isPaying.current = false
        setBusy(false)
      })
  }

  const changeInputs = (next: Partial<AmountInputs>): void => {
    setProblem(null)
    setInputs((before) => ({ ...before, ...next }))
  }
  const formatWhole = (amount: number): string => formatMoney(amount, user.currency, lang, { whole: true })
  const limits = { minimum: formatWhole(terms.span.minimum), maximum: formatWhole(terms.span.maximum) }
  return {
    terms,
    inputs,
    model,
    setInputs: changeInputs,
    amountError: model.error === null ? null : t(model.error, limits),
    card,
    isBusy,
    problem,
    isDayLimit,
    closeDayLimit: () => setDayLimit(false),
    pay,
  }
}

/** FRAUD may find the day's limit when the payment runs already. */
function useDayLimitFound(onFound: () => void): void {
  const { kind, deposit } = usePayment()
  const found = useEffectEvent(onFound)
  const id = kind === 'ended' && deposit?.reason === 'cards.day_limit' ? deposit.id : null
  useEffect(() => {
    if (id !== null) found()
  }, [id])
}

/** ENTROPAY's dialogs. One that was closed is opened again from the progress. */
function EntropayDialogs(props: { readonly state: PaymentState; readonly isEntro: boolean }) {
  const t = useTranslate()
  const { state, isEntro } = props
  const [closed, setClosed] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const step = state.kind === 'running' ? (state.deposit?.step ?? null) : null
  if (state.deposit === null || step?.action?.kind !== 'dialog') return null
  // A code that came before its page was seen did not help: then the page is shown the way to.
  const dialog = isEntro && answered !== step.transactionId ? 'entro_pin' : step.action.dialog
  if (closed === `${step.transactionId}/${dialog}`) {
    return (
      <Button tone="primary" onPress={() => setClosed(null)} className="lg:col-start-2">
        {t('cards.open_dialog')}
      </Button>
    )
  }
  const close = (): void => setClosed(`${step.transactionId}/${dialog}`)
  const { amount, currency } = state.deposit
  if (dialog === 'entro_pin') {
    const answer = (): void => setAnswered(step.transactionId)
    return <EntropayPinDialog amount={amount} currency={currency} onClose={close} onAnswer={answer} />
  }
  const href = buildForwardUrl(getProcessor(step.processor), toCallInput(state)) ?? ''
  return <EntropayStartDialog href={href} onClose={close} />
}

/** Whoever comes back later finds the form, not how the last payment ended. */
function dismissEndedPayment(): void {
  cardPayment.dismissIfEnded()
}
