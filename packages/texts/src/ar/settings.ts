import type { settings as en } from '../en/settings.ts'

export const settings = {
  'settings.language': 'اللغة',
  'settings.theme': 'المظهر',
  'settings.theme_system': 'حسب النظام',
  'settings.theme_dark': 'داكن',
  'settings.theme_light': 'فاتح',
} satisfies Partial<Record<keyof typeof en, string>>
