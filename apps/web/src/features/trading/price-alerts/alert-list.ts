import { useQuery } from '@tanstack/react-query'
import { type PriceAlert, priceAlertsCalls } from '@tradefront/contract/price-alerts'
import { useMemo } from 'react'

import { callQuery } from '../../../platform/api/call-query.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'

const alertsQuery = callQuery(priceAlertsCalls.listPriceAlerts, {})
const none: readonly PriceAlert[] = []

/** Loads the trader's alerts, also those that are set on another device. */
export function useAlertsQuery() {
  const reload = (): void => void queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey })
  useLiveEvent('price_alerts', reload)
  useLiveEvent('refresh', reload)
  return useQuery(alertsQuery)
}

/** Returns the waiting alerts of a symbol. It is empty until they are loaded. */
export function useWaitingAlerts(symbol: string): readonly PriceAlert[] {
  const { data } = useAlertsQuery()
  const alerts = data?.alerts ?? none
  return useMemo(() => alerts.filter((alert) => alert.symbol === symbol && alert.state === 'waiting'), [alerts, symbol])
}
