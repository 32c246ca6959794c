import { createRootRoute, createRouter, type RouterHistory } from '@tanstack/react-router'

import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { createScreenRoutes } from '../screen-routes.tsx'
import { siteScreens } from '../site-routes.tsx'
import { SiteError } from './site-error.tsx'
import { SiteLayout } from './site-layout.tsx'

/** Prerendering passes its own `history`. */
export function createSiteRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: SiteLayout })
  return createRouter({
    // Prerendering has no address.
    ...(history && { history, origin: 'http://localhost' }),
    routeTree: root.addChildren(createScreenRoutes(root, siteScreens)),
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: SiteError,
    defaultPreload: 'intent',
  })
}
