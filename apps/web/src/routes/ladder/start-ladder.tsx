import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LadderPage } from '../../features/trading/ladder/ladder-page.tsx'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { setSessionExpiredHandler } from '../../platform/api/request.ts'
import { startUserRefresh } from '../../platform/current-user.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { startLiveConnection } from '../../platform/realtime/live-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Providers } from '../providers.tsx'

/** Starts the page of the ladder. It can be in a frame, so that a page around it leads to the log-in when the session ends. */
export function startArea(): ReactNode {
  const symbol = new URLSearchParams(location.search).get('symbol') ?? undefined
  // The server writes this element for a link that is not valid.
  const isExpired = document.getElementById('ladder-expired') !== null || getBootstrap().user === null
  setSessionExpiredHandler(() => undefined)
  if (!isExpired) {
    startLiveConnection(() => undefined)
    startUserRefresh()
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Providers>
        <div className="min-h-dvh bg-surface px-3">
          {isExpired ? (
            <Banner tone="info" title={translate('trading.ladder_expired')} />
          ) : (
            <LadderPage symbol={symbol} />
          )}
        </div>
      </Providers>
    </QueryClientProvider>
  )
}
