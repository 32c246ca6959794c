import { settingsCalls } from '@tradefront/contract/settings'
import type { Locale } from '@tradefront/texts/locales'
import { useSyncExternalStore } from 'react'

import { request } from '../api/request.ts'
import { changeLocale } from '../i18n/i18n.ts'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

const yearSeconds = 365 * 24 * 3600
const watchers = new Set<() => void>()

/** The chosen theme. The server writes it into the page from the cookie, so the first paint is right. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return themes.find((name) => name === chosen) ?? 'system'
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    readTheme,
    () => 'system',
  )
}

/** Changes the theme at once and for the next visits. */
export function saveTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next
  document.cookie = `theme=${next}; path=/; max-age=${yearSeconds}; samesite=lax`
  for (const watcher of watchers) watcher()
}

/** Changes the language at once, in the address, and for the next visits. */
export async function saveLocale(next: Locale): Promise<void> {
  await changeLocale(next)
  const path = location.pathname.replace(/^\/[^/]*/, `/${next}`)
  history.replaceState(history.state, '', `${path}${location.search}${location.hash}`)
  // The address says it already; that the server could not keep it is not worth a message.
  await request(settingsCalls.savePreferences, { body: { language: next } }).catch(() => undefined)
}
