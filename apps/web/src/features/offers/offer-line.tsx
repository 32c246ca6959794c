import type { Offer } from '@tradefront/contract/offers'
import { type Offer as OfferView, offersCalls } from '@tradefront/contract/offers'
import Gift from 'lucide-react/icons/gift'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { syncServerClock } from '../../platform/clock.ts'
import { useTimeLeft } from '../../platform/countdown.ts'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { showError } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ignoredOffers } from './ignored-offers.ts'
import { OfferDialog } from './offer-dialog.tsx'

/** Shows an offer in one sentence. Its button opens the terms, which starts the time; closing them leaves the line with the time left. */
export function OfferLine(props: {
  readonly offer: Offer
  /** True if the line has one row. */
  readonly isCompact: boolean
  readonly onOpenFunding: () => void
  readonly onOpened: (offers: readonly OfferView[]) => void
  readonly onEnded: () => void
  readonly onRefresh: () => void
}) {
  const t = useTranslate()
  const { userId } = useUser()
  const { offer, isCompact, onOpened, onEnded } = props
  const { name, endsAtMs } = offer
  const line = useRef<HTMLElement>(null)
  const [isShown, setShown] = useState(false)
  const open = useCallMutation(offersCalls.openOffer, {
    onSuccess: ({ offers, now }) => {
      if (now !== undefined) syncServerClock(now)
      onOpened(offers ?? [])
      setShown(true)
    },
    onError: (error) => {
      showError(error)
      props.onRefresh()
    },
  })
  const end = (): void => {
    // The focused button disappears with the line.
    line.current?.closest('main')?.querySelector('h1')?.focus()
    onEnded()
  }
  const ignore = (event: 'offer:ignore' | 'offer:ignore-top'): void => {
    ignoredOffers.send(userId, name)
    eventBus.emit(event, { name })
    end()
    if (event === 'offer:ignore-top') props.onOpenFunding()
  }
  const expire = (): void => {
    // Expiry acts as ignore, on the server as well.
    eventBus.emit('offer:ignore', { name })
    end()
  }
  const text = useOfferSentence(offer)
  return (
    <aside
      ref={line}
      aria-label={t(`offers.${name}_title`)}
      className={cx(
        'flex items-center gap-3 rounded-card border border-line bg-surface px-4',
        isCompact ? 'py-1' : 'py-2 sm:px-6',
      )}
    >
      <Gift size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className={cx('max-w-prose flex-1 basis-60', isCompact && 'text-13')}>
          {text} {endsAtMs !== null && <TimeLeft endsAtMs={endsAtMs} onEnd={expire} askTime={props.onRefresh} />}
        </p>
        <Button
          tone="plain"
          size="sm"
          isPending={open.isPending}
          onPress={() => (endsAtMs === null ? open.mutate({ body: { name } }) : setShown(true))}
        >
          {t('offers.open')}
        </Button>
      </div>
      <IconButton label={t('offers.ignore')} className="-me-2" onClick={() => ignore('offer:ignore')}>
        <X size={18} aria-hidden />
      </IconButton>
      {isShown && endsAtMs !== null && (
        <OfferDialog
          offer={{ ...offer, endsAtMs }}
          onIgnore={ignore}
          onAccepted={() => {
            end()
            props.onOpenFunding()
          }}
          onClose={() => setShown(false)}
          askTime={props.onRefresh}
        />
      )}
    </aside>
  )
}

function TimeLeft(props: { readonly endsAtMs: number; readonly onEnd: () => void; readonly askTime: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const leftMs = useTimeLeft(props.endsAtMs, props)
  return (
    <span role="timer" className="tabular whitespace-nowrap text-muted">
      {leftMs === null ? t('offers.left_unknown') : t('offers.left', { time: format.countdown(leftMs) })}
    </span>
  )
}

function useOfferSentence(offer: Offer): string {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const minutes = offer.seconds / 60
  if (offer.name === 'risk_free') {
    const amount = format.money(offer.amount, currency)
    return offer.endsAtMs === null
      ? t('offers.risk_free_line', { amount, minutes })
      : t('offers.risk_free_running', { amount })
  }
  const { percent } = offer
  if (offer.endsAtMs !== null) return t('offers.limited_running', { percent })
  const time = format.dateTime(offer.openUntilMs)
  return t('offers.limited_line', { percent, minutes, time })
}
