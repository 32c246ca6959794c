import { type Locale } from '@tradefront/texts/locales'
/** Every URL the app links to. Those of the trading area are hash routes: they stand behind `#` of `trading`. */
export declare const paths: {
  readonly site: (lang: Locale) => string
  readonly login: (lang: Locale, target?: string, note?: 'expired' | 'left' | 'changed' | 'refused') => string
  readonly register: (lang: Locale) => string
  readonly forgot: (lang: Locale) => string
  readonly reset: (lang: Locale) => string
  readonly autologin: (lang: Locale) => string
  readonly page: (lang: Locale, page: string) => string
  /** A modal over the landing page (spec: account 2). */
  readonly modal: (lang: Locale, name: ModalName) => string
  readonly trading: (lang: Locale, target?: string) => string
  readonly home: () => string
  readonly show: (page: string) => string
  readonly showWith: (page: string, add: string) => string
  readonly fragment: (page: string) => string
  readonly listen: (page: string, proc: string, id: string, uid: string) => string
}
/** The same as patterns, for the routers. */
export declare const patterns: {
  readonly site: '/$lang'
  readonly login: '/$lang/login'
  readonly register: '/$lang/register'
  readonly forgot: '/$lang/forgot'
  readonly reset: '/$lang/reset'
  readonly autologin: '/$lang/autologin'
  readonly page: '/$lang/show/$page'
  readonly home: '/home'
  readonly show: '/show/$page'
  readonly showWith: '/show/$page/$add'
  readonly fragment: '/sw/$page'
  readonly listen: '/listen/$page/$proc/$id/$uid'
}
/** The modals that a hash opens over the pages in front of the door (spec: account 2). */
declare const modals: readonly ['modal-register', 'modal-register-demo', 'modal-promo']
export type ModalName = (typeof modals)[number]
/** The modal that an address's hash asks for, null without one. */
export declare function modalOf(hash: string): ModalName | null
/** The hash route to go back to, from an address's hash; empty where it is none of ours. */
export declare function targetOf(hash: string): string
/** What the settings call the page at a path: `funding` for `/show/funding` and what comes back to it, `terms` for `/en/show/terms`. */
export declare function pageName(pathname: string): string
export {}
