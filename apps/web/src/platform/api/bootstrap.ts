import { bootstrap as bootSchema, settingsCalls, type Bootstrap } from '@tradefront/contract/settings'
import { isLocale, type Locale } from '@tradefront/texts/locales'
import * as z from 'zod/mini'

// The page's CSP forbids `new Function`, which zod would try once and the browser would report.
z.config({ jitless: true })

let current: Bootstrap | null = null

/** The data that came with the page. Throws before `loadBootstrap` has run. */
export function getBootstrap(): Bootstrap {
  if (current === null) throw new Error('The bootstrap data has not been loaded')
  return current
}

/** For prerendering and tests. */
export function setBootstrap(bootstrap: Bootstrap): void {
  current = bootstrap
}

/** Reads the JSON inlined in the page; requests it from the development server, which inlines nothing. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inline = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as unknown
  current = inline === null ? await fetchBootstrap() : bootSchema.parse(inline)
  return current
}

/** Loads the data again, with the countries. Its CSRF token replaces the page's. */
export async function fetchBootstrap(): Promise<z.output<typeof settingsCalls.getBootstrap.reply>> {
  const response = await fetch(settingsCalls.getBootstrap.path, { credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok) throw new Error(`boot answered ${response.status}`)
  const fresh = settingsCalls.getBootstrap.reply.parse(await response.json())
  if (current !== null) current = { ...current, csrf: fresh.csrf }
  return fresh
}

/** Sets the CSRF token that came with a new session. */
export function updateCsrfToken(csrf: string | undefined): void {
  if (csrf !== undefined && current !== null) current = { ...current, csrf }
}

/** Language of the address. The server redirects unknown ones. */
export function getPathLocale(pathname: string): Locale {
  const tag = pathname.split('/')[1] ?? ''
  return isLocale(tag) ? tag : 'en'
}
