import { bootstrap as bootSchema, settingsCalls, type Bootstrap } from '@tradefront/contract/settings'
import { isLocale, type Locale, locales, previewLocales } from '@tradefront/texts/locales'
import * as z from 'zod/mini'

// The CSP forbids `new Function`, which zod would try.
z.config({ jitless: true })

let current: Bootstrap | null = null

/** Returns the data of the page. Throws before `loadBootstrap` has run. */
export function getBootstrap(): Bootstrap {
  if (current === null) throw new Error('The bootstrap data has not been loaded')
  return current
}

export function setBootstrap(bootstrap: Bootstrap): void {
  current = bootstrap
}

/** Returns when the server had the time `now`, by `performance.now()`. */
export async function loadBootstrap(): Promise<number> {
  const inline = JSON.parse(document.getElementById('boot')?.textContent || 'null') as unknown
  if (inline === null) {
    // The development server does not inline the data.
    current = await fetchBootstrap()
    return performance.now()
  }
  current = bootSchema.parse(inline)
  const [page] = performance.getEntriesByType('navigation')
  // When the first byte came. A slow phone runs this seconds later.
  return page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now()
}

/** Fetches the data again. Its CSRF token replaces the page's. */
export async function fetchBootstrap(): Promise<z.output<typeof settingsCalls.getBootstrap.reply>> {
  const response = await fetch(settingsCalls.getBootstrap.path, { credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok) throw new Error(`boot answered ${response.status}`)
  const fresh = settingsCalls.getBootstrap.reply.parse(await response.json())
  if (current !== null) current = { ...current, csrf: fresh.csrf }
  return fresh
}

/** Returns the CSRF token. It is empty at the desk, which needs none: its cookie is never sent from another site. */
export const getCsrfToken = (): string => current?.csrf ?? ''

export function updateCsrfToken(csrf: string | undefined): void {
  if (csrf !== undefined && current !== null) current = { ...current, csrf }
}

/** Lists the languages of the menus: those that are offered, and previews that are switched on. */
export function listServedLocales(): readonly Locale[] {
  const { previewLanguages } = getBootstrap()
  return [...locales, ...previewLocales.filter((locale) => previewLanguages.includes(locale))]
}

/** Returns the language of a path; English for a path without a language that we know. */
export function getPathLocale(pathname: string): Locale {
  const tag = pathname.split('/')[1] ?? ''
  return isLocale(tag) ? tag : 'en'
}
