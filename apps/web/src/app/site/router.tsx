import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRouter,
} from '@tanstack/react-router'

import { locale } from '../../platform/texts.ts'
import { patterns, paths } from '../paths.ts'
import { LoginPage } from './login-page.tsx'
import { SiteFailure, SiteNotFound } from './site-notices.tsx'
import { SiteShell } from './site-shell.tsx'

/** Path routes of the site in front of the door. */
export function createSiteRouter(): AnyRouter {
  const root = createRootRoute({ component: SiteShell })
  const route = <P extends string>(path: P, rest: object) => createRoute({ getParentRoute: () => root, path, ...rest })
  return createRouter({
    routeTree: root.addChildren([
      route(patterns.site, {
        beforeLoad: () => {
          throw redirect({ to: paths.login(locale()) })
        },
      }),
      route(patterns.login, { component: LoginPage }),
      route(patterns.register, {
        component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
      }),
      route(patterns.page, { component: lazyRouteComponent(() => import('./public-page.tsx'), 'PublicPage') }),
    ]),
    defaultNotFoundComponent: SiteNotFound,
    defaultErrorComponent: SiteFailure,
    defaultPreload: 'intent',
  })
}
