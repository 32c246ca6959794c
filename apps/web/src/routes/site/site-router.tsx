import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRouter,
  type RouterHistory,
} from '@tanstack/react-router'

import { loadTexts } from '../../platform/i18n/i18n.ts'
import { patterns } from '../paths.ts'
import { LoginPage } from './login-page.tsx'
import { SiteError, SiteNotFound } from './site-error-pages.tsx'
import { SiteLayout } from './site-layout.tsx'

/** Path routes of the site in front of the door. `history` is given where the page is drawn ahead of time. */
export function createSiteRouter(history?: RouterHistory): AnyRouter {
  const root = createRootRoute({ component: SiteLayout })
  const route = <P extends string>(path: P, options: object) =>
    createRoute({ getParentRoute: () => root, path, ...options })
  return createRouter({
    // Drawn ahead of time there is no address to take the origin from.
    ...(history && { history, origin: 'http://localhost' }),
    routeTree: root.addChildren([
      route(patterns.site, {
        loader: () => loadTexts('landing'),
        component: lazyRouteComponent(() => import('./landing-page.tsx'), 'LandingPage'),
      }),
      route(patterns.login, { component: LoginPage }),
      route(patterns.register, {
        component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
      }),
      route(patterns.forgot, { component: lazyRouteComponent(() => import('./forgot-page.tsx'), 'ForgotPage') }),
      route(patterns.reset, { component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage') }),
      route(patterns.autologin, {
        component: lazyRouteComponent(() => import('./autologin-page.tsx'), 'AutologinPage'),
      }),
      route(patterns.page, { component: lazyRouteComponent(() => import('./public-page.tsx'), 'PublicPage') }),
    ]),
    defaultNotFoundComponent: SiteNotFound,
    defaultErrorComponent: SiteError,
    defaultPreload: 'intent',
  })
}
