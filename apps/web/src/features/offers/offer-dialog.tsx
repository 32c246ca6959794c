import type { LimitedOffer, Offer, RiskFreeOffer } from '@tradefront/contract/offers'
import { promoCalls } from '@tradefront/contract/promo'
import { tradingCalls } from '@tradefront/contract/trading'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTimeLeft } from '../../platform/countdown.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useStoredCode } from '../deposits/bonuses.ts'

type OpenOffer = Offer & { readonly endsAtMs: number }

/**
 * Dialog with the terms of an offer, the time that is left, and three answers (spec: account 4). Escape only closes it: its time runs on.
 */
export function OfferDialog(props: {
  readonly offer: OpenOffer
  readonly onIgnore: (event: 'offer:ignore' | 'offer:ignore-top') => void
  readonly onAccepted: () => void
  readonly onClose: () => void
  /** Loads the time of the server. */
  readonly askTime: () => void
}) {
  const t = useTranslate()
  const { offer, onIgnore, onAccepted, onClose, askTime } = props
  const { name } = offer
  const accept = useCallMutation(promoCalls.storeOfferPromoCode, {
    invalidates: [promoCalls.listBonuses, tradingCalls.getMarket],
    onSuccess: async () => {
      eventBus.emit('offer:accept', { name })
      // Accepting the risk-free offer ends the welcome dialogs.
      await refreshUser()
      showToast({ tone: 'success', text: t(`offers.${name}_accepted`) })
      onAccepted()
    },
    onError: (error) => {
      showError(error)
      onClose()
      askTime()
    },
  })
  const format = useFormat()
  const leftMs = useTimeLeft(offer.endsAtMs, { onEnd: () => undefined, askTime })
  return (
    <Dialog
      isOpen
      title={t(`offers.${name}_title`)}
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        <>
          <Button onPress={() => onIgnore('offer:ignore')}>{t('offers.ignore')}</Button>
          <Button onPress={() => onIgnore('offer:ignore-top')}>{t('offers.ignore_top')}</Button>
          <Button
            tone="primary"
            isPending={accept.isPending}
            onPress={() => accept.mutate({ body: { promo: offer.code } })}
          >
            {t(`offers.${name}_accept`)}
          </Button>
        </>
      }
    >
      {offer.name === 'limited' ? <LimitedTerms offer={offer} /> : <RiskFreeTerms offer={offer} />}
      <p className="text-13 text-muted">
        <span role="timer" className="tabular">
          {leftMs === null ? t('offers.left_unknown') : t('offers.left', { time: format.countdown(leftMs) })}
        </span>{' '}
        {t('offers.once')}
      </p>
    </Dialog>
  )
}

function LimitedTerms({ offer }: { readonly offer: LimitedOffer }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const stored = useStoredCode()
  const terms = { ...offer, currency, amount: null, endsAtMs: offer.codeEndsAtMs }
  return (
    <>
      <p className="text-muted">{t('offers.text')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {describePromoTerms(terms, format).map(({ key, params }) => (
          <li key={key}>{t(key, params)}</li>
        ))}
        <li>{t('promo.own_money')}</li>
      </ul>
      {stored !== null && <p className="text-muted">{t('promo.replaces', { code: stored.code })}</p>}
    </>
  )
}

function RiskFreeTerms({ offer }: { readonly offer: RiskFreeOffer }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const { percent } = offer
  const amount = format.money(offer.amount, currency)
  const loss = format.money(offer.loss, currency)
  const day = format.longDay(Date.parse(`${offer.day}T00:00:00Z`), 'UTC')
  return (
    <>
      <p>{t('offers.risk_free_text', { day, loss, percent, amount })}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">
        <li>{t('offers.risk_free_limit')}</li>
        <li>{t('offers.risk_free_outcome')}</li>
        <li>{t('offers.risk_free_counted')}</li>
        <li>{t('offers.risk_free_cost')}</li>
      </ul>
    </>
  )
}
