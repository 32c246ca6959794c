import { useQueryClient } from '@tanstack/react-query'
import { processorByName } from '@tradefront/processors/registry'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { tell } from '../../platform/dialogs.ts'
import { boot } from '../../platform/api/bootstrap.ts'
import { serverNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { formatMoney } from '../../ui/money/format-money.ts'
import { Card } from '../../ui/layout/surface.tsx'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { forwardAddress, loadOverview, type OpenReply, overviewKey, type Overview } from '../deposits/api.ts'
import { CardSection, type CardSectionHandle } from './form/card-section.tsx'
import { EndPanel } from './payment/payment-result.tsx'
import { EntroPinDialog, EntroStartDialog } from './processors/entropay-dialogs.tsx'
import { type AmountInputs, amountModel, amountTerms } from '../deposits/amount/amount-form.ts'
import type { FragmentComponent } from './processors/server-fragment-type.ts'
import { isCardLimited } from './form/is-card-limited.ts'
import { keptInputs } from '../deposits/amount/amount-draft.ts'
import { DayLimitDialog, LimitedNotice } from '../deposits/limit-notices.tsx'
import { payment, usePayment } from './payment/card-payment.ts'
import { InterruptedPanel, ProgressPanel } from './payment/payment-progress.tsx'
import type { PaymentState } from './payment/payment-runner.ts'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import { typedCard } from './payment/card-in-memory.ts'

type CardTabProps = {
  readonly overview: Overview
  /** Back from ENTROPAY's page: the PIN dialog is wanted. */
  readonly isEntro: boolean
  readonly accountHref: string
  readonly Fragment: FragmentComponent
}

/** The card tab: amount, card and what one gets; while a payment runs its progress, and in the end its receipt. */
export function CardTab({ overview, isEntro, accountHref, Fragment }: CardTabProps) {
  const user = useUser()
  const state = usePayment()
  const isLimited = isCardLimited(overview, user.limited_ignore, serverNow())
  const form = useForm()
  const { currency } = user
  useEffect(() => dismissEnded, [])

  if (state.kind === 'ended' && state.deposit?.state === 'succeeded') {
    return (
      <div className="w-full max-w-2xl">
        <EndPanel deposit={state.deposit} accountHref={accountHref} />
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
            country={boot().country}
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
        {(state.kind === 'opening' || state.kind === 'running') && <ProgressPanel state={state} currency={currency} />}
        {state.kind === 'interrupted' && <InterruptedPanel state={state} currency={currency} />}
        {state.kind === 'ended' && state.deposit !== null && (
          <EndPanel deposit={state.deposit} accountHref={accountHref} />
        )}
      </aside>
      <StepDialogs state={state} isEntro={isEntro} Fragment={Fragment} />
      {form.isDayLimit && <DayLimitDialog onClose={form.closeDayLimit} />}
    </div>
  )
}

/** What stands in the way of a payment, before anybody types. */
function FormNotices({ overview, isLimited }: { readonly overview: Overview; readonly isLimited: boolean }) {
  const t = useTexts()
  if (isLimited) return <LimitedNotice />
  if (overview.left_today > 0 && overview.left_today < boot().settings.card_day_limit) {
    return <Banner tone="info">{t('cards.left_today', { count: overview.left_today })}</Banner>
  }
  if (overview.left_today > 0) return null
  return (
    <Banner tone="warn" title={t('cards.left_today', { count: 0 })}>
      {t('cards.day_limit')}
    </Banner>
  )
}

/** The form's state, and what paying does. */
function useForm() {
  const t = useTexts()
  const lang = useLocaleTag()
  const user = useUser()
  const queries = useQueryClient()
  const { settings, rates } = boot()
  const terms = amountTerms(user, settings, rates)
  const [inputs, setInputs] = useState<AmountInputs>(() => keptInputs.orOpening(terms))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isDayLimit, setDayLimit] = useState(false)
  const card = useRef<CardSectionHandle>(null)
  const model = amountModel(inputs, terms)
  const isPaying = useRef(false)
  useEndedByDayLimit(() => setDayLimit(true))

  const refuse = async ({ error, message }: OpenReply): Promise<void> => {
    await queries.invalidateQueries({ queryKey: overviewKey })
    if (error === 'cards.day_limit') return setDayLimit(true)
    if (error === 'cards.no_processors') {
      return tell({
        title: t('cards.attention'),
        body: message ?? t('cards.no_processors'),
        yes: t('cards.understood'),
      })
    }
    setProblem(message ?? t('auth.server_error'))
  }

  const run = async (): Promise<void> => {
    if (model.request === null) return
    keptInputs.keep(inputs)
    const ready = await card.current?.ready()
    // What is wrong with the card stands beside it already.
    if (!ready) return
    if (ready !== 'saved') typedCard.keep(ready)
    try {
      const refused = await payment.pay(model.request)
      keptInputs.forget()
      if (refused !== null) await refuse(refused)
    } catch (error) {
      // Another payment is under way: that one is shown.
      if (error instanceof ApiError && error.code === 'cards.in_progress') payment.resume(await loadOverview(), null)
      setProblem(errorText(error))
    }
  }

  const pay = (): void => {
    if (isPaying.current) return
    isPaying.current = true
    setProblem(null)
    setBusy(true)
    run()
      .catch((error: unknown) => setProblem(errorText(error)))
      .finally(() => {
        isPaying.current = false
        setBusy(false)
      })
  }

  const change = (next: Partial<AmountInputs>): void => {
    setProblem(null)
    setInputs((before) => ({ ...before, ...next }))
  }
  const words = (amount: number): string => formatMoney(amount, user.currency, lang, { whole: true })
  const limits = { minimum: words(terms.span.minimum), maximum: words(terms.span.maximum) }
  return {
    terms,
    inputs,
    model,
    setInputs: change,
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
function useEndedByDayLimit(onFound: () => void): void {
  const { kind, deposit } = usePayment()
  const found = useEffectEvent(onFound)
  const id = kind === 'ended' && deposit?.reason === 'cards.day_limit' ? deposit.id : null
  useEffect(() => {
    if (id !== null) found()
  }, [id])
}

/** ENTROPAY's dialogs. One that was closed is opened again from the progress. */
function StepDialogs(props: {
  readonly state: PaymentState
  readonly isEntro: boolean
  readonly Fragment: FragmentComponent
}) {
  const t = useTexts()
  const { state, isEntro, Fragment } = props
  const [closed, setClosed] = useState<string | null>(null)
  const [answered, setAnswered] = useState<string | null>(null)
  const step = state.kind === 'running' ? (state.deposit?.step ?? null) : null
  if (state.deposit === null || step?.action?.kind !== 'dialog') return null
  // A code that came before its page was seen did not help: then the page is shown the way to.
  const wanted = isEntro && answered !== step.transaction_id ? 'entro_pin' : step.action.dialog
  if (closed === `${step.transaction_id}/${wanted}`) {
    return (
      <Button tone="primary" onPress={() => setClosed(null)} className="lg:col-start-2">
        {t('cards.open_dialog')}
      </Button>
    )
  }
  const close = (): void => setClosed(`${step.transaction_id}/${wanted}`)
  const { amount, currency } = state.deposit
  if (wanted === 'entro_pin') {
    const answer = (): void => setAnswered(step.transaction_id)
    return <EntroPinDialog Fragment={Fragment} amount={amount} currency={currency} onClose={close} onAnswer={answer} />
  }
  const href = forwardAddress(processorByName(step.processor), payment.input({})) ?? ''
  return <EntroStartDialog Fragment={Fragment} href={href} onClose={close} />
}

/** Whoever comes back later finds the form, not how the last payment ended. */
function dismissEnded(): void {
  payment.leaveEnded()
}
