import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRouter,
} from '@tanstack/react-router'

import { patterns, paths } from '../paths.ts'
import { ScreenError, ScreenNotFound, ScreenSkeleton } from './screen-states.tsx'
import { loadScreen } from './lazy-screens.tsx'
import { FragmentRoute, HomeRoute, ListenRoute, ShowRoute } from './route-components.tsx'
import { TradingLayout } from './trading-layout.tsx'

/** Hash routes behind the door (spec: funding 2, account 2). */
export function createTradingRouter(): AnyRouter {
  const root = createRootRoute({ component: TradingLayout })
  const route = <P extends string>(path: P, options: object) =>
    createRoute({ getParentRoute: () => root, path, ...options })
  // The screen's code and texts are asked for together, before it is drawn.
  const loader = ({ params }: { params: Readonly<Record<string, string>> }) => loadScreen(params['page'] ?? '')
  return createRouter({
    history: createHashHistory(),
    routeTree: root.addChildren([
      route('/', {
        beforeLoad: () => {
          throw redirect({ to: paths.home(), replace: true })
        },
      }),
      route(patterns.home, { component: HomeRoute, loader: () => loadScreen('home') }),
      route(patterns.show, { component: ShowRoute, loader }),
      route(patterns.showWith, { component: ShowRoute, loader }),
      route(patterns.fragment, { component: FragmentRoute }),
      route(patterns.listen, { component: ListenRoute, loader }),
    ]),
    defaultNotFoundComponent: ScreenNotFound,
    defaultErrorComponent: ScreenError,
    defaultPendingComponent: ScreenSkeleton,
    defaultPendingMs: 300,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    defaultStructuralSharing: true,
    scrollRestoration: true,
  })
}
