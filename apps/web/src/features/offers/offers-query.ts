import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Offer, offersCalls } from '@tradefront/contract/offers'
import { useEffect } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { request } from '../../platform/api/request.ts'
import { syncServerClock } from '../../platform/clock.ts'
import { getInitialUser, useUser } from '../../platform/current-user.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { ignoredOffers } from './ignored-offers.ts'

const offersKey = callKey(offersCalls.listOffers)

/**
 * Returns the offers that the trader can open, and those that run. The page has the first ones; a deposit, trade or approval can change
 * them.
 */
export function useOffers(): {
  readonly offers: readonly Offer[]
  readonly setOffers: (offers: readonly Offer[]) => void
  /** Loads the offers and the time of the server. */
  readonly refresh: () => void
} {
  const queryClient = useQueryClient()
  const { userId, isPractice, depositTotal, tradeCount, verification } = useUser()
  const blockTrades = getBootstrap().settings.tradingBlock?.trades ?? 1
  const facts = [depositTotal, Math.min(tradeCount, blockTrades), verification]
  const queryKey = [...offersKey, ...facts]
  const initial = getInitialUser()
  const isInitial =
    initial !== null &&
    initial.depositTotal === depositTotal &&
    initial.tradeCount === tradeCount &&
    initial.verification === verification
  const { data } = useQuery<readonly Offer[]>({
    queryKey,
    enabled: !isPractice,
    queryFn: async ({ signal }) => {
      const { offers, now } = await request(offersCalls.listOffers, { signal })
      syncServerClock(now)
      return offers
    },
    ...(isInitial && { initialData: () => getBootstrap().offers }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const offers = data ?? []
  useEffect(() => {
    // The answer was lost, and the server still has the offer.
    for (const { name } of (data ?? []).filter((each) => ignoredOffers.load(userId).includes(each.name)))
      ignoredOffers.send(userId, name)
  }, [data, userId])
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: offersKey })
  useLiveEvent('refresh', refresh)
  return { offers, setOffers: (shown) => queryClient.setQueryData(queryKey, shown), refresh }
}
