import { useEffect, useRef, useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showError } from '../../platform/toasts.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useHasPassed } from '../../ui/hooks/use-has-passed.ts'
import { Card } from '../../ui/layout/card.tsx'
import { cardPayment } from '../cards/payment/card-payment.ts'
import { PaymentTrouble } from '../cards/payment/payment-trouble.tsx'
import type { PaymentState } from '../cards/runner/payment-state.ts'

/** After this time without an answer, the trader can choose another way to pay. */
const unansweredMs = 15_000

/** A payment that is under way: what it waits for, and how to continue it or give it up. */
export function WalletProgress(props: {
  readonly state: PaymentState
  readonly name: string
  readonly currency: string
  readonly onStopWaiting: () => void
}) {
  const { state, name, currency, onStopWaiting } = props
  const t = useTranslate()
  const format = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const [isCanceling, setCanceling] = useState(false)
  const { deposit, payment, nextAction } = state
  const action = deposit?.step?.action ?? null
  const isLeaving = nextAction?.kind === 'leave'
  const amount = format.money(deposit?.amount ?? payment?.amount ?? 0, currency)
  const cancel = async (): Promise<void> => {
    setCanceling(true)
    try {
      await cardPayment.cancelStep('card')
    } catch (error) {
      setCanceling(false)
      showError(error)
    }
  }
  const getNote = (): string => {
    if (isCanceling) return t('wallets.canceling')
    if (deposit === null) return t('wallets.opening')
    if (isLeaving) return t('wallets.leaving', { name })
    return t(action?.kind === 'redirect' ? 'wallets.waits_for_you' : 'wallets.waits_for_result', { name })
  }
  return (
    <Card as="section" labelledBy="wallet-progress" className="flex flex-col gap-5">
      <h2 id="wallet-progress" ref={title} tabIndex={-1} className="text-17 font-semibold outline-none">
        {t('wallets.progress_title', { name, amount })}
      </h2>
      <p role="status">{getNote()}</p>
      {deposit === null ? (
        <UnansweredStart isOffline={state.isOffline} onStopWaiting={onStopWaiting} />
      ) : (
        <PaymentTrouble state={state} />
      )}
      {action?.kind === 'redirect' && !isLeaving && !isCanceling && (
        <a href={action.url} className={buttonClass({ tone: 'primary', isWide: true })}>
          {t('wallets.to_page', { name })}
        </a>
      )}
      {deposit !== null && (
        <Button tone="quiet" onPress={() => void cancel()} isPending={isCanceling} className="w-full">
          {t('wallets.cancel')}
        </Button>
      )}
    </Card>
  )
}

/**
 * Notice about a start without an answer. The call is repeated with the same nonce until it is answered, so that it opens at most one
 * payment.
 */
function UnansweredStart(props: { readonly isOffline: boolean; readonly onStopWaiting: () => void }) {
  const t = useTranslate()
  const isSlow = useHasPassed(unansweredMs, 'opening')
  if (!props.isOffline && !isSlow) return null
  return (
    <>
      <Banner tone="warn">{t('wallets.unanswered')}</Banner>
      <Button tone="quiet" onPress={props.onStopWaiting} className="w-full">
        {t('wallets.choose_other')}
      </Button>
    </>
  )
}
