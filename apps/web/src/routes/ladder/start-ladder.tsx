import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { closeMessage } from '../../features/trading/ladder/close-message.ts'
import { LadderFrame } from '../../features/trading/ladder/ladder-frame.tsx'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { setSessionExpiredHandler } from '../../platform/api/request.ts'
import { startUserRefresh } from '../../platform/current-user.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { startLiveConnection } from '../../platform/realtime/live-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Providers } from '../providers.tsx'

/** The page in the frame of the ladder. When the session ends, the page around it leads to the log-in. */
export function startArea(): ReactNode {
  const query = new URLSearchParams(location.search)
  const isLoggedIn = getBootstrap().user !== null
  setSessionExpiredHandler(() => undefined)
  if (isLoggedIn) {
    startLiveConnection(() => undefined)
    startUserRefresh()
  }
  document.addEventListener('keydown', closeOnEscape)
  return (
    <QueryClientProvider client={queryClient}>
      <Providers>
        <div className="min-h-dvh bg-surface px-2">
          {isLoggedIn ? (
            <LadderFrame token={query.get('token') ?? ''} symbol={query.get('symbol') ?? ''} />
          ) : (
            <Banner tone="info" title={translate('trading.ladder_expired')} />
          )}
        </div>
      </Providers>
    </QueryClientProvider>
  )
}

/** A list that is open closes first. */
function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role=listbox]') !== null) return
  // Otherwise the keyboard would be lost with the frame.
  window.parent.focus()
  window.parent.postMessage(closeMessage, location.origin)
}
