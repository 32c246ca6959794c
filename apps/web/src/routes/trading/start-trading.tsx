import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { canAccessPage } from '@tradefront/rules/auth/page-access'
import type { ReactNode } from 'react'

import { handleSessionExpired } from '../../features/auth/log-out.ts'
import { reportVisit } from '../../features/profile/report-visit.ts'
import { renewSubscription } from '../../features/trading/price-alerts/push-device.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { setSessionExpiredHandler } from '../../platform/api/request.ts'
import { startLiveConnection } from '../../platform/realtime/live-connection.ts'
import { reportError } from '../../platform/telemetry/error-reports.ts'
import { getLocale } from '../../platform/i18n/i18n.ts'
import { startUserRefresh } from '../../platform/current-user.ts'
import { waitBriefly } from '../../platform/query/wait-briefly.ts'
import { getPaymentReturnTarget } from './payment-return.ts'
import { paths, parseReturnTarget } from '../paths.ts'
import { preloadOverlays, Providers } from '../providers.tsx'
import { queryClient } from '../../platform/api/query-client.ts'
import { createTradingRouter, loadFirstScreen } from './trading-router.tsx'

/** Returns null if the browser goes to the log-in page, and else the first screen, for which the shell of the page waits a moment. */
export async function startArea(): Promise<ReactNode> {
  const callback = getPaymentReturnTarget(location.search)
  if (!canAccessPage('trading', getBootstrap().user !== null)) {
    location.replace(paths.login(getLocale(), callback ?? parseReturnTarget(location.hash)))
    return null
  }
  if (callback !== null) history.replaceState(null, '', paths.trading(getLocale(), callback))

  const expire = (): void => void handleSessionExpired()
  setSessionExpiredHandler(expire)
  startLiveConnection(expire)
  startUserRefresh()
  preloadOverlays()
  reportVisit()
  // If this fails, alerts of this browser come by mail only.
  renewSubscription().catch(reportError)
  const router = createTradingRouter()
  await waitBriefly(loadFirstScreen(router))
  return (
    <QueryClientProvider client={queryClient}>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </QueryClientProvider>
  )
}
