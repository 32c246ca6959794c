import { locales } from '@tradefront/texts/locales'

import { isServedPage } from './service.ts'
import type { PageKey } from './store.ts'

/** Reads the key of a page. Returns null if it can never be shown. @param page e.g. `pg/risk/en` */
export function parsePageKey(page: string): (PageKey & { readonly language: (typeof locales)[number] }) | null {
  const [, area, name, tag] = /^(pg|ag|modal)\/([a-z0-9_-]{1,60})\/([\w-]+)$/.exec(page) ?? []
  const language = locales.find((locale) => locale === tag)
  if ((area !== 'pg' && area !== 'ag' && area !== 'modal') || name === undefined || language === undefined) return null
  return isServedPage({ area, name }) ? { area, name, language } : null
}
