import type { Offer } from '@tradefront/contract/offers'
import { lazy, Suspense, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { ignoredOffers } from './ignored-offers.ts'
import { useOffers } from './offers-query.ts'

const OfferLine = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./offer-line.tsx'), loadTexts('promo', 'offers')]))
  return { default: module.OfferLine }
})

/** Offers, each as a quiet line. Nothing opens by itself, and no time runs before the trader opens an offer (spec: account 4). */
export function Offers(props: {
  readonly names?: readonly Offer['name'][]
  readonly isCompact?: boolean
  readonly onOpenFunding: () => void
}) {
  const { userId } = useUser()
  const { offers, setOffers, refresh } = useOffers()
  const [answered, setAnswered] = useState<readonly Offer['name'][]>(() => ignoredOffers.load(userId))
  const shown = offers.filter(
    (offer) => props.names?.includes(offer.name) !== false && !answered.includes(offer.name) && !isOver(offer),
  )
  return shown.map((offer) => (
    <Suspense key={offer.name}>
      <OfferLine
        offer={offer}
        isCompact={props.isCompact === true}
        onOpenFunding={props.onOpenFunding}
        onOpened={setOffers}
        onEnded={() => setAnswered([...answered, offer.name])}
        onRefresh={refresh}
      />
    </Suspense>
  ))
}

function isOver(offer: Offer): boolean {
  const endsAtMs = offer.endsAtMs ?? (offer.name === 'limited' ? offer.openUntilMs : Infinity)
  return endsAtMs <= serverNow()
}
