import type { PageReply } from '@tradefront/contract/pages'
import { texts } from '@tradefront/texts/en/all'
import { type Locale, locales } from '@tradefront/texts/locales'
import { isTextKey, translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { fillPageNumbers, formatPageNumbers, pageNumberNames, toPageSettings } from './page-numbers.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { okReply } from '../../platform/http/route.ts'
import { sanitizeHtml, wouldLoseContent } from '../../platform/http/sanitize-html.ts'
import {
  findPageOverride,
  listPageOverrides,
  type PageArea,
  type PageContent,
  type PageOverride,
  replacePage,
} from './store.ts'

export type { PageArea, PageContent }

export type PageName = { readonly area: PageArea; readonly name: string }

/** `changedAt` is null for built-in text. */
export type PageSummary = Omit<PageOverride, 'changedAt'> & { readonly changedAt: Date | null }

// An operator's version replaces the texts `pages.<area>.<name>.title` and `.html`.

/** Finds a page with placeholders for numbers. */
export async function findPageSource(
  { db }: Pick<AppContext, 'db'>,
  area: PageArea,
  name: string,
  locale: Locale,
): Promise<PageContent | null> {
  const row = await findPageOverride(db, area, name, toOfferedLocale(locale))
  // Another program could have written the row.
  if (row) return { title: row.title, html: await sanitizeHtml(row.html) }
  const [title, html] = [`pages.${area}.${name}.title`, `pages.${area}.${name}.html`]
  if (!isTextKey(title) || !isTextKey(html)) return null
  return { title: translate(locale, title), html: translate(locale, html, placeholders) }
}

/** Returns a page as visitors see it. */
export async function findPage(
  context: AppContext,
  area: PageArea,
  name: string,
  locale: Locale,
): Promise<PageContent | null> {
  const page = await findPageSource(context, area, name, locale)
  if (page === null || !page.html.includes('{')) return page
  return {
    ...page,
    html: fillPageNumbers(page.html, formatPageNumbers(toPageSettings(await context.settings.getSettings()), locale)),
  }
}

/** What a call returns of a page. Null: there is none. */
export async function showPage(
  context: AppContext,
  area: PageArea,
  page: string,
  language: Locale,
): Promise<PageReply | null> {
  const content = await findPage(context, area, page, language)
  return content && { ...okReply, page, language, ...content }
}

export async function listPages({ db }: Pick<AppContext, 'db'>): Promise<PageSummary[]> {
  const overrides = await listPageOverrides(db)
  const isOverridden = (page: PageName, language: string) =>
    overrides.some((row) => row.area === page.area && row.name === page.name && row.language === language)
  const defaults = listDefaultPages().flatMap((page) =>
    locales
      .filter((language) => !isOverridden(page, language))
      .map((language) => ({ ...page, language, title: findDefaultTitle(page, language), changedAt: null })),
  )
  const toSortKey = ({ area, name, language }: PageSummary) => `${area} ${name} ${language}`
  return [...overrides, ...defaults].toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1))
}

/** Returns whether a page can be shown. Modals have fixed names; pages and fragments can have any. */
export function isServedPage({ area, name }: PageName): boolean {
  return area !== 'modal' || listDefaultPages().some((page) => page.area === area && page.name === name)
}

export async function sanitizePage(html: string): Promise<{ html: string; hasLoss: boolean }> {
  return {
    html: await sanitizeHtml(html),
    hasLoss: await wouldLoseContent(html),
  }
}

export async function savePage(
  { db, clock }: AppContext,
  { area, name }: PageName,
  locale: Locale,
  content: PageContent,
  by: Operator,
): Promise<string> {
  const html = await sanitizeHtml(content.html)
  await replacePage(
    db,
    { area, name, language: locale },
    { title: content.title, html },
    { by, at: clock.now(), action: 'page.write' },
  )
  return html
}

export async function resetPage(
  { db, clock }: AppContext,
  { area, name }: PageName,
  locale: Locale,
  by: Operator,
): Promise<void> {
  await replacePage(db, { area, name, language: locale }, null, { by, at: clock.now(), action: 'page.reset' })
}

/** Each placeholder is replaced by itself, so that the operator sees it in the text. */
const placeholders = Object.fromEntries(pageNumberNames.map((name) => [name, `{${name}}`]))

function listDefaultPages(): PageName[] {
  return Object.keys(texts).flatMap((key) => {
    const [, area, name] = /^pages\.(pg|ag|modal)\.([a-z0-9_-]+)\.title$/.exec(key) ?? []
    return (area === 'pg' || area === 'ag' || area === 'modal') && name !== undefined ? [{ area, name }] : []
  })
}

function findDefaultTitle({ area, name }: PageName, locale: Locale): string {
  const title = `pages.${area}.${name}.title`
  return isTextKey(title) ? translate(locale, title) : ''
}
