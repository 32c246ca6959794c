import { isLocale, type Locale } from '@tradefront/texts/locales'

/** Every URL the app links to. Those of the trading area are hash routes: they stand behind `#` of `trading`. */
export const paths = {
  site: (lang: Locale) => `/${lang}/`,
  login: (lang: Locale, target = '', notice?: 'expired' | 'left' | 'changed' | 'refused') =>
    `/${lang}/login${notice === undefined ? '' : `?${notice}`}${target === '' ? '' : `#${target}`}`,
  register: (lang: Locale) => `/${lang}/register`,
  forgot: (lang: Locale) => `/${lang}/forgot`,
  reset: (lang: Locale) => `/${lang}/reset`,
  autologin: (lang: Locale) => `/${lang}/autologin`,
  page: (lang: Locale, page: string) => `/${lang}/show/${page}`,
  /** A modal over the landing page (spec: account 2). */
  modal: (lang: Locale, name: ModalName) => `/${lang}/#${name}`,
  trading: (lang: Locale, target = '') => `/${lang}/trading${target === '' ? '' : `#${target}`}`,

  home: () => '/home',
  show: (page: string) => `/show/${page}`,
  showWith: (page: string, add: string) => `/show/${page}/${add}`,
  fragment: (page: string) => `/sw/${page}`,
  listen: (page: string, proc: string, id: string, uid: string) => `/listen/${page}/${proc}/${id}/${uid}`,
} as const

/** The same as patterns, for the routers. */
export const patterns = {
  site: '/$lang',
  login: '/$lang/login',
  register: '/$lang/register',
  forgot: '/$lang/forgot',
  reset: '/$lang/reset',
  autologin: '/$lang/autologin',
  page: '/$lang/show/$page',

  home: '/home',
  show: '/show/$page',
  showWith: '/show/$page/$add',
  fragment: '/sw/$page',
  listen: '/listen/$page/$proc/$id/$uid',
} as const

/** The modals that a hash opens over the pages in front of the door (spec: account 2). */
const modals = ['modal-register', 'modal-register-demo', 'modal-promo'] as const
export type ModalName = (typeof modals)[number]

/** The modal that an address's hash asks for, null without one. */
export function parseModalHash(hash: string): ModalName | null {
  const name = hash.replace(/^#/, '')
  return modals.find((modal) => modal === name) ?? null
}

const targetPattern = /^\/(?:home|(?:show|sw|listen)(?:\/[\w-]{1,80}){1,4})$/

/** The hash route to go back to, from an address's hash; empty where it is none of ours. */
export function parseReturnTarget(hash: string): string {
  const target = hash.replace(/^#/, '')
  return targetPattern.test(target) ? target : ''
}

/** What the settings call the page at a path: `funding` for `/show/funding` and what comes back to it, `terms` for `/en/show/terms`. */
export function getPageName(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '' && !isLocale(part))
  const [first = 'landing', second] = parts
  return second !== undefined && ['show', 'sw', 'listen'].includes(first) ? second : first
}
