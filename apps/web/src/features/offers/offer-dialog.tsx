import type { Offer } from '@tradefront/contract/domain/offers'
import { offersCalls } from '@tradefront/contract/offers'
import { promoCalls } from '@tradefront/contract/promo'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'
import { useEffect, useEffectEvent, useState } from 'react'

import { request } from '../../platform/api/request.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { serverNow } from '../../platform/clock.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

/** Its terms, the time that is left, and three answers (spec: account 4). Closing it is an answer: the offer does not come back. */
export function OfferDialog(props: {
  readonly offer: Offer
  readonly onOpenFunding: () => void
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const { offer, onOpenFunding, onClose } = props
  const { name } = offer
  const accept = useCallMutation(promoCalls.storeOfferPromoCode, {
    invalidates: [promoCalls.listBonuses],
    onSuccess: async () => {
      eventBus.emit('offer:accept', { name })
      // Accepting the risk-free offer ends the welcome dialogs.
      await refreshUser()
      showToast({ tone: 'success', text: t('offers.accepted') })
      onClose()
      onOpenFunding()
    },
    onError: (error) => {
      showError(error)
      onClose()
    },
  })
  const ignore = (event: 'offer:ignore' | 'offer:ignore-top'): void => {
    // The offer ends by itself if the call is lost.
    void request(offersCalls.ignoreOffer, { body: { name } }).catch(() => undefined)
    eventBus.emit(event, { name })
    onClose()
    if (event === 'offer:ignore-top') onOpenFunding()
  }
  const secondsLeft = useSecondsLeft(offer.endsAtMs, () => {
    if (accept.isPending) return
    // Expiry acts as ignore, on the server as well.
    eventBus.emit('offer:ignore', { name })
    onClose()
  })
  return (
    <Dialog
      isOpen
      title={t(`offers.${name}_title`)}
      onClose={() => ignore('offer:ignore')}
      closeLabel={t('shell.close')}
      actions={
        <>
          <Button onPress={() => ignore('offer:ignore')}>{t('offers.ignore')}</Button>
          <Button onPress={() => ignore('offer:ignore-top')}>{t('offers.ignore_top')}</Button>
          <Button
            tone="primary"
            isPending={accept.isPending}
            onPress={() => accept.mutate({ body: { promo: offer.code } })}
          >
            {t('offers.accept')}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('offers.text')}</p>
      <OfferTerms offer={offer} />
      <p className="text-13 text-muted">
        <span role="timer" className="tabular">
          {t('offers.left', { time: formatTimeLeft(secondsLeft) })}
        </span>{' '}
        {t('offers.once')}
      </p>
    </Dialog>
  )
}

function OfferTerms({ offer }: { readonly offer: Offer }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { currency } = useUser()
  const terms = { ...offer, currency, amount: null, endsAtMs: null }
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5">
      {describePromoTerms(terms, lang).map(({ key, params }) => (
        <li key={key}>{t(key, params)}</li>
      ))}
      <li>{t('promo.own_money')}</li>
    </ul>
  )
}

/** By the server's clock, so that it is right after sleep and with a wrong device clock. */
function useSecondsLeft(endsAtMs: number, onEnd: () => void): number {
  const read = (): number => Math.max(0, Math.ceil((endsAtMs - serverNow()) / 1000))
  const [seconds, setSeconds] = useState(read)
  const tick = useEffectEvent(() => {
    const next = read()
    setSeconds(next)
    if (next === 0) onEnd()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

/** 3:00, or 59:59. */
function formatTimeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
