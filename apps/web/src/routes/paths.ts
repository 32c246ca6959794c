import { isLocale, type Locale } from '@tradefront/texts/locales'

/** All URLs that the app links to. The trading area has hash routes. */
export const paths = {
  site: (lang: Locale) => `/${lang}/`,
  login: (lang: Locale, target = '', notice?: 'expired' | 'left' | 'changed' | 'refused') =>
    `/${lang}/login${notice === undefined ? '' : `?${notice}`}${target === '' ? '' : `#${target}`}`,
  register: (lang: Locale) => `/${lang}/register`,
  forgot: (lang: Locale) => `/${lang}/forgot`,
  reset: (lang: Locale, token = '') => `/${lang}/reset${token === '' ? '' : `#${token}`}`,
  /** Page that is opened with the token of a mailed link behind #. */
  emailLink: (lang: Locale) => `/${lang}/email`,
  autologin: (lang: Locale) => `/${lang}/autologin`,
  proof: (lang: Locale) => `/${lang}/proof`,
  page: (lang: Locale, page: string) => `/${lang}/show/${page}`,
  /** Spec: account 2. */
  modal: (lang: Locale, name: ModalName) => `/${lang}/#${name}`,
  trading: (lang: Locale, target = '') => `/${lang}/trading${target === '' ? '' : `#${target}`}`,

  home: () => '/home',
  show: (page: string) => `/show/${page}`,
  showWith: (page: string, add: string) => `/show/${page}/${add}`,
  newTicket: () => '/show/support/new',
  trade: (id: string) => `/show/trade/${id}`,
  invoice: (coin: 'BTC' | 'ETH', guid: string) => `/show/funding/invoice/${coin.toLowerCase()}/${guid}`,
  fragment: (page: string) => `/sw/${page}`,
  listen: (page: string, proc: string, id: string, uid: string) => `/listen/${page}/${proc}/${id}/${uid}`,
} as const

/** Spec: account 2. */
const modals = ['modal-register', 'modal-register-demo', 'modal-promo'] as const
export type ModalName = (typeof modals)[number]

export function parseModalHash(hash: string): ModalName | null {
  const name = hash.replace(/^#/, '')
  return modals.find((modal) => modal === name) ?? null
}

const targetPattern =
  /^\/(?:home|(?:show|sw|listen)(?:\/[\w-]{1,80}){1,4})(?:\?[a-z]{1,20}=[\w-]{1,40}(?:&[a-z]{1,20}=[\w-]{1,40}){0,4})?$/

/** Returns '' unless the hash is one of our routes. */
export function parseReturnTarget(hash: string): string {
  const target = hash.replace(/^#/, '')
  return targetPattern.test(target) ? target : ''
}

/** Returns e.g. `funding` for `/show/funding` and `terms` for `/en/show/terms`. */
export function getPageName(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '' && !isLocale(part))
  const [first = 'landing', second] = parts
  return second !== undefined && ['show', 'sw', 'listen'].includes(first) ? second : first
}

/** Returns a link to the first page of the area of a document. */
export function getAreaHome(pathname: string): string {
  const lang = getSiteLocale(pathname)
  return lang === null ? `#${paths.home()}` : paths.site(lang)
}

/** Returns a link to a page of the server in the area of a document. */
export function getPageHref(pathname: string, page: string): string {
  const lang = getSiteLocale(pathname)
  return lang === null ? `#${paths.show(page)}` : paths.page(lang, page)
}

/** Returns the language of a path. Null in the trading area, where paths are behind the hash. */
function getSiteLocale(pathname: string): Locale | null {
  const [, lang = '', page] = pathname.split('/')
  return isLocale(lang) && page !== 'trading' ? lang : null
}
