import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'

import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { paths } from '../paths.ts'
import { createScreenRoutes, type Screen } from '../screen-routes.tsx'
import { tradingScreens } from '../trading-routes.tsx'
import { ScreenError, ScreenSkeleton } from './screen-states.tsx'
import { TradingLayout } from './trading-layout.tsx'

/** Spec: funding 2, account 2. */
export function createTradingRouter(screens: readonly Screen[] = tradingScreens) {
  const root = createRootRoute({ component: () => <TradingLayout screens={screens} /> })
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: paths.home(), replace: true })
    },
  })
  return createRouter({
    history: createHashHistory(),
    routeTree: root.addChildren([index, ...createScreenRoutes(root, screens)]),
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    defaultStructuralSharing: true,
    scrollRestoration: true,
  })
}
