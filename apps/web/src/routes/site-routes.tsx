import { defineScreen, type Screen } from './screen-routes.tsx'

export const siteScreens: readonly Screen[] = [
  defineScreen({
    path: '/$lang',
    load: async () => (await import('../features/landing/landing.tsx')).Landing,
    texts: ['landing'],
    title: 'landing.title',
    description: 'landing.description',
    isPrerendered: true,
  }),
  defineScreen({
    path: '/$lang/login',
    load: async () => (await import('./site/login-page.tsx')).LoginPage,
    texts: [],
    title: 'auth.title',
    description: 'auth.description',
    isPrerendered: true,
  }),
  defineScreen({
    path: '/$lang/register',
    load: async () => (await import('./site/register-page.tsx')).RegisterPage,
    texts: ['auth'],
    title: 'auth.register_title',
    description: 'auth.register_lead',
    isPrerendered: true,
  }),
  defineScreen({
    path: '/$lang/forgot',
    load: async () => (await import('./site/forgot-page.tsx')).ForgotPage,
    texts: ['auth'],
    title: 'auth.forgot_title',
    description: 'auth.forgot_lead',
  }),
  defineScreen({
    path: '/$lang/reset',
    load: async () => (await import('./site/reset-page.tsx')).ResetPage,
    texts: ['auth'],
    title: 'auth.reset_title',
  }),
  defineScreen({
    path: '/$lang/email',
    load: async () => (await import('./site/email-link-page.tsx')).EmailLinkPage,
    texts: ['auth'],
    title: 'auth.email_link_title',
  }),
  defineScreen({
    path: '/$lang/mails',
    load: async () => (await import('./site/stop-mails-page.tsx')).StopMailsPage,
    texts: ['auth'],
    title: 'auth.mails_stop_title',
  }),
  defineScreen({
    path: '/$lang/autologin',
    load: async () => (await import('./site/autologin-page.tsx')).AutologinPage,
    texts: ['auth'],
    title: 'auth.autologin_title',
  }),
  defineScreen({
    path: '/$lang/proof',
    load: async () => (await import('./site/proof-page.tsx')).ProofPage,
    texts: ['log'],
    title: 'log.title',
    description: 'log.lead',
  }),
  defineScreen({
    path: '/$lang/show/$page',
    load: async () => (await import('./site/public-page.tsx')).PublicPage,
    texts: [],
  }),
]
