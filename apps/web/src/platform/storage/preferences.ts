import { settingsCalls } from '@tradefront/contract/settings'
import type { Locale } from '@tradefront/texts/locales'

import { request } from '../api/request.ts'
import { createStore } from '../create-store.ts'
import { changeLocale } from '../i18n/i18n.ts'

export const themes = ['system', 'dark', 'light'] as const
export const themeNames = {
  system: 'settings.theme_system',
  dark: 'settings.theme_dark',
  light: 'settings.theme_light',
} as const
export type Theme = (typeof themes)[number]

const yearSeconds = 365 * 24 * 3600

/** Reads the theme, which the server writes from the cookie into the page. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return themes.find((name) => name === chosen) ?? 'system'
}

const theme = createStore<Theme>(typeof document === 'undefined' ? 'system' : readTheme(), () => 'system')

export const useTheme = theme.useValue

export function saveTheme(next: Theme): void {
  document.documentElement.dataset['theme'] = next
  for (const color of ['dark', 'light'])
    document
      .getElementById(`color-${color}`)
      ?.setAttribute(
        'media',
        next === 'system' ? `(prefers-color-scheme: ${color})` : next === color ? 'all' : 'not all',
      )
  saveCookie('theme', next)
  theme.set(next)
}

export async function saveLocale(next: Locale): Promise<void> {
  await changeLocale(next)
  const path = location.pathname.replace(/^\/[^/]*/, `/${next}`)
  history.replaceState(history.state, '', `${path}${location.search}${location.hash}`)
  // The cookie is saved before the call, which ends when the trader leaves the page.
  saveCookie('lang', next)
  // The URL has the language, so a failure needs no message.
  await request(settingsCalls.savePreferences, { body: { language: next } }).catch(() => undefined)
}

export function saveCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${yearSeconds}; samesite=lax`
}
