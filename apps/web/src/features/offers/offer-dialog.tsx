import type { Offer } from '@tradefront/contract/domain/offers'
import { promoCalls } from '@tradefront/contract/promo'
import { describePromoTerms } from '@tradefront/rules/promo/describe-terms'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { formatTimeLeft, useSecondsLeft } from '../../platform/use-seconds-left.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useStoredCode } from '../deposits/bonuses.ts'
import { ignoredOffers } from './ignored-offers.ts'

/** Its terms, the time that is left, and three answers (spec: account 4). Closing it is an answer: the offer does not come back. */
export function OfferDialog(props: {
  readonly offer: Offer
  readonly onOpenFunding: () => void
  readonly onClose: () => void
  /** Must bring the time of the server. */
  readonly askTime: () => void
}) {
  const t = useTranslate()
  const { userId } = useUser()
  const { offer, onOpenFunding, onClose, askTime } = props
  const { name } = offer
  const stored = useStoredCode()
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
    ignoredOffers.send(userId, name)
    eventBus.emit(event, { name })
    onClose()
    if (event === 'offer:ignore-top') onOpenFunding()
  }
  const expire = (): void => {
    if (accept.isPending) return
    // Expiry acts as ignore, on the server as well.
    eventBus.emit('offer:ignore', { name })
    onClose()
  }
  const secondsLeft = useSecondsLeft(offer.endsAtMs, { onEnd: expire, askTime })
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
      {stored !== null && <p className="text-muted">{t('promo.replaces', { code: stored.code })}</p>}
      <p className="text-13 text-muted">
        <span role="timer" className="tabular">
          {secondsLeft === null ? t('offers.left_unknown') : t('offers.left', { time: formatTimeLeft(secondsLeft) })}
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
  const terms = { ...offer, currency, amount: null, endsAtMs: offer.codeEndsAtMs }
  return (
    <ul className="flex list-disc flex-col gap-1 ps-5">
      {describePromoTerms(terms, lang).map(({ key, params }) => (
        <li key={key}>{t(key, params)}</li>
      ))}
      <li>{t('promo.own_money')}</li>
    </ul>
  )
}
