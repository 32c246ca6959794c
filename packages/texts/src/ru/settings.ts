import type { settings as en } from '../en/settings.ts'

export const settings: Record<keyof typeof en, string> = {
  'settings.language': 'Язык',
  'settings.theme': 'Тема',
  'settings.theme_system': 'Как в системе',
  'settings.theme_dark': 'Тёмная',
  'settings.theme_light': 'Светлая',
}
