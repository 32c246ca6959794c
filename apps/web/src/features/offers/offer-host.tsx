import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Offer, toOffer } from '@tradefront/contract/domain/offers'
import { offersCalls } from '@tradefront/contract/offers'
import { lazy, Suspense, useEffect, useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { serverNow, syncServerClock } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { usePopupTurn } from '../../platform/popup-queue.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { useDocumentVisible } from '../../platform/use-document-visible.ts'
import { ignoredOffers } from './ignored-offers.ts'

const OfferDialog = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./offer-dialog.tsx'), loadTexts('promo', 'offers')]))
  return { default: module.OfferDialog }
})

const offersKey = callKey(offersCalls.listOffers)

/** The page has the offers that run; asking starts one that is due. */
const offersQuery = queryOptions<readonly Offer[]>({
  queryKey: offersKey,
  queryFn: async ({ signal }) => {
    const { offers, now } = await request(offersCalls.listOffers, { signal })
    syncServerClock(now)
    return offers.map(toOffer)
  },
  initialData: () => getBootstrap().offers.map(toOffer),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Shows the first offer that runs, until the trader answers or its time is over. */
export function OfferHost({ onOpenFunding }: { readonly onOpenFunding: () => void }) {
  const queryClient = useQueryClient()
  const { userId } = useUser()
  const { data: offers } = useQuery(offersQuery)
  const [answered, setAnswered] = useState<readonly Offer['name'][]>(() => ignoredOffers.load(userId))
  const { asked, due, askAgain, setAsked } = useAsks()
  const offer = offers.find(({ name, endsAtMs }) => !answered.includes(name) && endsAtMs > serverNow())
  const hasTurn = usePopupTurn('offer', offer !== undefined || asked < due)
  // The time of an offer begins when the trader can see it.
  const canAsk = useDocumentVisible() && hasTurn && asked < due
  useEffect(() => {
    if (canAsk) void queryClient.invalidateQueries({ queryKey: offersKey }).then(() => setAsked(due))
  }, [canAsk, due, queryClient, setAsked])
  useEffect(() => {
    // The answer was lost: the server still has the offer.
    for (const { name } of offers.filter((each) => ignoredOffers.load(userId).includes(each.name)))
      ignoredOffers.send(userId, name)
  }, [offers, userId])
  if (offer === undefined || !hasTurn) return null
  return (
    <Suspense>
      <OfferDialog
        key={offer.name}
        offer={offer}
        onOpenFunding={onOpenFunding}
        onClose={() => setAnswered([...answered, offer.name])}
        askTime={askAgain}
      />
    </Suspense>
  )
}

/** Numbers of the last question to the server that was answered, and of the last one that is due. */
function useAsks() {
  const { isPractice, depositTotal, tradeCount } = useUser()
  // The limited offer begins after the first deposit, the other one after a losing day (spec: account 4). Bonuses can be traded before.
  const total = isPractice || (depositTotal === 0 && tradeCount === 0) ? null : depositTotal
  const [askedTotal, setAskedTotal] = useState<number | null>(null)
  const [asked, setAsked] = useState(0)
  const [due, setDue] = useState(0)
  const askAgain = (): void => setDue((before) => before + 1)
  useLiveEvent('refresh', askAgain)
  if (total !== askedTotal) {
    setAskedTotal(total)
    askAgain()
  }
  return { asked, due, askAgain, setAsked }
}
