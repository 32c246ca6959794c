import { bootstrap as bootSchema, settingsCalls, type Bootstrap } from '@tradefront/contract/settings'
import { isLocale, type Locale } from '@tradefront/texts/locales'
import * as z from 'zod/mini'

// The page's policy forbids building functions from text, which zod would try once, and the browser would report.
z.config({ jitless: true })

let current: Bootstrap | null = null

/** What came with the page. Throws before `readBoot` has run. */
export function getBootstrap(): Bootstrap {
  if (current === null) throw new Error('The page has not started yet')
  return current
}

/** Starts with what is given, where the page is drawn ahead of time. */
export function setBootstrap(bootstrap: Bootstrap): void {
  current = bootstrap
}

/** Reads the JSON inlined in the page; where there is none (development server) asks for it. */
export async function loadBootstrap(): Promise<Bootstrap> {
  const inline = JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as unknown
  current = inline === null ? await fetchBootstrap() : bootSchema.parse(inline)
  return current
}

/** Asks the server for everything anew, countries included. Its CSRF token replaces the one the page had. */
export async function fetchBootstrap(): Promise<z.output<typeof settingsCalls.getBootstrap.reply>> {
  const response = await fetch(settingsCalls.getBootstrap.path, { credentials: 'same-origin', cache: 'no-store' })
  if (!response.ok) throw new Error(`boot answered ${response.status}`)
  const fresh = settingsCalls.getBootstrap.reply.parse(await response.json())
  if (current !== null) current = { ...current, csrf: fresh.csrf }
  return fresh
}

/** The token that the server gave with its last answer, good for this session. */
export function updateCsrfToken(csrf: string | undefined): void {
  if (csrf !== undefined && current !== null) current = { ...current, csrf }
}

/** The language of the address, which the server has checked. */
export function getPathLocale(pathname: string): Locale {
  const tag = pathname.split('/')[1] ?? ''
  return isLocale(tag) ? tag : 'en'
}
