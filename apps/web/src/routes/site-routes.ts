import type { TextArea } from '@tradefront/texts/areas'
import type { TextKey } from '@tradefront/texts/keys'
import type { ComponentType } from 'react'

export type SiteScreen = {
  /** Path after the language. `$page` is the name of a page of the server. */
  readonly path: string
  readonly load: () => Promise<ComponentType<{ readonly page: string }>>
  readonly texts: readonly TextArea[]
  /** Title of the screen, unless it calls `usePageTitle`. */
  readonly title?: TextKey
  /** Text for search engines, which leave out pages without one. */
  readonly description?: TextKey
  readonly isPrerendered?: true
}

/** Screens of the site. Each is a document of its own, so that visitors load no router. */
export const siteScreens: readonly SiteScreen[] = [
  {
    path: '/',
    load: async () => (await import('../features/landing/landing.tsx')).Landing,
    texts: ['landing'],
    title: 'landing.title',
    description: 'landing.description',
    isPrerendered: true,
  },
  {
    path: '/login',
    load: async () => (await import('./site/login-page.tsx')).LoginPage,
    texts: [],
    title: 'auth.title',
    description: 'auth.description',
    isPrerendered: true,
  },
  {
    path: '/register',
    load: async () => (await import('./site/register-page.tsx')).RegisterPage,
    texts: ['auth'],
    title: 'auth.register_title',
    description: 'auth.register_lead',
    isPrerendered: true,
  },
  {
    path: '/forgot',
    load: async () => (await import('./site/forgot-page.tsx')).ForgotPage,
    texts: ['auth', 'access'],
    title: 'auth.forgot_title',
    description: 'auth.forgot_lead',
  },
  {
    path: '/reset',
    load: async () => (await import('./site/reset-page.tsx')).ResetPage,
    texts: ['auth', 'access'],
    title: 'auth.reset_title',
  },
  {
    path: '/email',
    load: async () => (await import('./site/email-link-page.tsx')).EmailLinkPage,
    texts: ['auth', 'access'],
    title: 'auth.email_link_title',
  },
  {
    path: '/mails',
    load: async () => (await import('./site/stop-mails-page.tsx')).StopMailsPage,
    texts: ['access'],
    title: 'auth.mails_stop_title',
  },
  {
    path: '/autologin',
    load: async () => (await import('./site/autologin-page.tsx')).AutologinPage,
    texts: ['auth', 'access'],
    title: 'auth.autologin_title',
  },
  {
    path: '/proof',
    load: async () => (await import('./site/proof-page.tsx')).ProofPage,
    texts: ['log'],
    title: 'log.title',
    description: 'log.lead',
  },
  {
    path: '/show/$page',
    load: async () => (await import('./site/public-page.tsx')).PublicPage,
    texts: [],
  },
]

/**
 * Finds the screen of a path.
 * @param pathname with the language, e.g. `/en/login`
 */
export function findSiteScreen(pathname: string): SiteScreen | undefined {
  const path = pathname.replace(/^\/[^/]+/, '').replace(/\/$/, '') || '/'
  return siteScreens.find((screen) => new RegExp(`^${screen.path.replace('$page', '[^/]+')}$`).test(path))
}
