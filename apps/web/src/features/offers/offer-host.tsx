import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Offer, toOffer } from '@tradefront/contract/domain/offers'
import { offersCalls } from '@tradefront/contract/offers'
import { lazy, Suspense, useEffect, useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { retryImport } from '../../platform/retry-import.ts'

const OfferDialog = lazy(async () => {
  const [module] = await Promise.all([retryImport(() => import('./offer-dialog.tsx')), loadTexts('promo', 'offers')])
  return { default: module.OfferDialog }
})

const offersKey = callKey(offersCalls.listOffers)

/** The page has the offers that run; asking starts one that is due. */
const offersQuery = queryOptions<readonly Offer[]>({
  queryKey: offersKey,
  queryFn: async ({ signal }) => (await request(offersCalls.listOffers, { signal })).offers.map(toOffer),
  initialData: () => getBootstrap().offers.map(toOffer),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Shows the first offer that runs, until the trader answers or its time is over. */
export function OfferHost({ onOpenFunding }: { readonly onOpenFunding: () => void }) {
  const queryClient = useQueryClient()
  const { isPractice, depositTotal } = useUser()
  const { data: offers } = useQuery(offersQuery)
  const [answered, setAnswered] = useState<readonly Offer['name'][]>([])
  const reload = (): void => void queryClient.invalidateQueries({ queryKey: offersKey })
  useLiveEvent('refresh', reload)
  useEffect(() => {
    // The limited offer begins after the first deposit (spec: account 4).
    if (depositTotal > 0 && !isPractice) void queryClient.invalidateQueries({ queryKey: offersKey })
  }, [depositTotal, isPractice, queryClient])
  const offer = offers.find(({ name, endsAtMs }) => !answered.includes(name) && endsAtMs > serverNow())
  if (offer === undefined) return null
  return (
    <Suspense>
      <OfferDialog
        key={offer.name}
        offer={offer}
        onOpenFunding={onOpenFunding}
        onClose={() => setAnswered([...answered, offer.name])}
      />
    </Suspense>
  )
}
