import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type Register,
  type RootRoute,
} from '@tanstack/react-router'

import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { loadTexts, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { paths } from '../paths.ts'
import { tradingScreens } from '../trading-routes.tsx'
import type { Screen, ScreenParams, ScreenSearch } from './define-screen.ts'
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
    routeTree: root.addChildren([index, ...createAliasRoutes(root), ...createScreenRoutes(root, screens)]),
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

/**
 * Loads the screen of the address before the router is shown. A router that is not shown yet hears no change of the address, so the screen
 * of an address that changed during the load is loaded too.
 */
export async function loadFirstScreen({ history, load }: ReturnType<typeof createTradingRouter>): Promise<void> {
  const { href } = history.location
  await load()
  if (history.location.href !== href) await load()
}

/** Shorter names that people type, and the paths that they lead to. */
const aliases = { withdraw: 'withdrawal', fund: 'funding', deposit: 'funding' } as const

function createAliasRoutes(root: RootRoute<Register>) {
  return Object.entries(aliases).map(([alias, page]) =>
    createRoute({
      getParentRoute: () => root,
      path: paths.show(alias),
      beforeLoad: () => {
        throw redirect({ to: paths.show(page), replace: true })
      },
    }),
  )
}

function createScreenRoutes(root: RootRoute<Register>, screens: readonly Screen[]) {
  return screens.map((screen) => {
    const route = createRoute({
      getParentRoute: () => root,
      path: screen.path,
      beforeLoad: () => {
        const to = screen.findDetour?.() ?? null
        if (to !== null) throw redirect({ to, replace: true })
      },
      loader: async ({ params }) => {
        const [Loaded] = await Promise.all([screen.load(params), loadTexts(...screen.texts)])
        return { Loaded }
      },
      component: ScreenRoute,
    })
    function ScreenRoute() {
      const t = useTranslate()
      const { Loaded } = route.useLoaderData()
      const params: ScreenParams = route.useParams()
      const search: ScreenSearch = route.useSearch()
      usePageTitle(screen.title === undefined ? undefined : t(screen.title))
      return <Loaded {...params} search={search} />
    }
    return route
  })
}
