import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { mayOpen } from '@tradefront/rules/auth/page-access'
import type { ReactNode } from 'react'

import { noteVisit } from '../../features/profile/report-visit.ts'
import { boot } from '../../platform/api/bootstrap.ts'
import { onSessionExpired } from '../../platform/api/request.ts'
import { startLive } from '../../platform/realtime/live-connection.ts'
import { locale } from '../../platform/i18n/i18n.ts'
import { startUserRefresh } from '../../platform/current-user.ts'
import { callbackTarget } from './payment-return.ts'
import { paths, targetOf } from '../paths.ts'
import { loadSpeech, Providers } from '../providers.tsx'
import { queries } from '../../platform/api/query-client.ts'
import { leaveExpired } from '../log-out.ts'
import { createTradingRouter } from './trading-router.tsx'

/** The trading area, for a trader alone; a visitor goes to the log-in and comes back. Null while the browser leaves. */
export function startArea(): ReactNode {
  const callback = callbackTarget(location.search)
  if (!mayOpen('trading', boot().user !== null)) {
    location.replace(paths.login(locale(), callback ?? targetOf(location.hash)))
    return null
  }
  // The callback's references have been read: they need not stay in the address.
  if (callback !== null) history.replaceState(null, '', paths.trading(locale(), callback))

  const expire = (): void => void leaveExpired()
  onSessionExpired(expire)
  startLive(expire)
  startUserRefresh()
  loadSpeech()
  noteVisit()
  return (
    <QueryClientProvider client={queries}>
      <Providers>
        <RouterProvider router={createTradingRouter()} />
      </Providers>
    </QueryClientProvider>
  )
}
