import { getProcessor } from '@tradefront/processors/registry'
import { actionDeadlineMs, idleDeadlineMs, reviewAfterMs } from '@tradefront/rules/deposits/inquiry-schedule'
import { useEffect, useRef, useState } from 'react'

import { confirmAction } from '../../../platform/dialogs.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError } from '../../../platform/toasts.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { ProgressSteps } from '../../../ui/feedback/progress.tsx'
import { useHasPassed } from '../../../ui/hooks/use-has-passed.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { cardPayment } from './card-payment.ts'
import { PaymentTrouble } from './payment-trouble.tsx'
import { isFurtherBankPage, listPaymentSteps } from './payment-steps.ts'
import type { PaymentState } from '../runner/payment-state.ts'

/** After this time in one step, the screen says that it takes long. */
const slowMs = 10_000
/** After this time in a step that charges nothing, the trader can choose another card. */
const stuckMs = 15_000

export function PaymentProgress({ state, currency }: { readonly state: PaymentState; readonly currency: string }) {
  const t = useTranslate()
  const format = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  const { deposit, payment } = state
  const deadlineMs = deposit?.step?.action == null ? idleDeadlineMs : actionDeadlineMs
  const { isEmailProved } = useUser()
  const amount = format.money(deposit?.amount ?? payment?.amount ?? 0, currency, { isWhole: true })
  const { isCanceling, cancelStep } = useCancelStep()
  // The focus is for keyboards and screen readers; a phone also scrolls to the title.
  useEffect(() => title.current?.focus(), [])

  const steps = listPaymentSteps(deposit)
  const present = steps.find(({ state: stepState }) => stepState === 'present')
  const isSlow = useHasPassed(slowMs, `${present?.id} ${deposit?.step?.transactionId}`)
  const getNote = ({ id, note }: (typeof steps)[number]): string | undefined => {
    if (note === null) return undefined
    if (id !== present?.id) return t(note)
    if (isCanceling) return t('cards.closing')
    return t(isSlow && id !== 'verify' ? 'cards.note_slow' : note)
  }
  return (
    <Card as="section" labelledBy="payment-progress" className="flex flex-col gap-5">
      <h2 id="payment-progress" ref={title} tabIndex={-1} className="text-17 font-semibold outline-none">
        {t('cards.progress_title', { amount })}
      </h2>
      <ProgressSteps
        steps={steps.map((step) => ({ ...step, label: t(`cards.step_${step.id}`), note: getNote(step) }))}
        words={{
          done: t('cards.state_done'),
          present: t('cards.state_present'),
          ahead: t('cards.state_ahead'),
          failed: t('cards.state_failed'),
        }}
      />
      <p role="status" className="sr-only">
        {present !== undefined && `${t(`cards.step_${present.id}`)}. ${getNote(present) ?? ''}`}
      </p>
      <PaymentTrouble state={state} />
      <BankPageLink state={state} />
      {!isCanceling && <CancelOffer state={state} onCancel={cancelStep} />}
      <p className="border-t border-line pt-4 text-13 text-muted">
        {t(isEmailProved ? 'cards.safe_to_leave' : 'cards.safe_to_leave_no_mail', { minutes: deadlineMs / 60_000 })}
      </p>
    </Card>
  )
}

/** Link to the bank's page, unless the browser is just leaving for it. */
function BankPageLink({ state }: { readonly state: PaymentState }) {
  const t = useTranslate()
  const action = state.deposit?.step?.action
  if (action?.kind !== 'redirect') return null
  if (state.nextAction?.kind === 'leave') return <p>{t('cards.note_leaving')}</p>
  return (
    <>
      {state.deposit !== null && isFurtherBankPage(state.deposit) && (
        <Banner tone="info" title={t('cards.further_bank_title')}>
          {t('cards.further_bank')}
        </Banner>
      )}
      <a href={action.url} className={buttonClass({ tone: 'primary', isWide: true })}>
        {t('cards.to_bank')}
      </a>
    </>
  )
}

/**
 * Offer to cancel. It is shown at once if a step waits for the trader, and late if it can have charged the card: then another card could
 * pay twice.
 */
function CancelOffer({ state, onCancel }: { readonly state: PaymentState; readonly onCancel: () => void }) {
  const t = useTranslate()
  const step = state.deposit?.step ?? null
  const canHaveCharged = step !== null && getProcessor(step.processor).canCharge
  const isStuck = useHasPassed(canHaveCharged ? reviewAfterMs : stuckMs, `${step?.transactionId}`)
  const waitsForTrader = step?.action != null && state.nextAction?.kind !== 'tokenize'
  if (!isStuck && !waitsForTrader) return null
  return (
    <Button tone="quiet" onPress={onCancel} className="w-full">
      {t('cards.other_card')}
    </Button>
  )
}

/** Notice about a payment that was started elsewhere. */
export function InterruptedPayment({ state, currency }: { readonly state: PaymentState; readonly currency: string }) {
  const t = useTranslate()
  const format = useFormat()
  const { isCanceling, cancelStep } = useCancelStep()
  const amount = format.money(state.deposit?.amount ?? 0, currency, { isWhole: true })
  return (
    <Card as="section" labelledBy="payment-interrupted" className="flex flex-col gap-4">
      <h2 id="payment-interrupted" className="text-17 font-semibold">
        {t('cards.interrupted_title', { amount })}
      </h2>
      <p className="text-muted">{t('cards.interrupted')}</p>
      <div className="flex flex-col gap-2">
        <Button tone="primary" onPress={cardPayment.resumeHere} isDisabled={isCanceling}>
          {t('deposits.go_on')}
        </Button>
        <Button onPress={cancelStep} isPending={isCanceling}>
          {t('cards.give_up')}
        </Button>
      </div>
    </Card>
  )
}

/** Asks for confirmation, and cancels the step. `isCanceling` lasts until the payment has ended or the call failed. */
function useCancelStep(): { readonly isCanceling: boolean; readonly cancelStep: () => void } {
  const t = useTranslate()
  const [isCanceling, setCanceling] = useState(false)
  const confirmAndCancel = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('cards.other_card_title'),
      body: t('cards.other_card_text'),
      confirmLabel: t('cards.other_card_yes'),
      cancelLabel: t('cards.other_card_no'),
      isCancelPrimary: true,
    })
    if (!isConfirmed) return
    setCanceling(true)
    try {
      await cardPayment.cancelStep('card')
    } catch (error) {
      setCanceling(false)
      showError(error)
    }
  }
  return { isCanceling, cancelStep: () => void confirmAndCancel() }
}
