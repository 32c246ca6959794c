import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { localeInfo, locales } from '@tradefront/texts/locales'

import { saveLocale, saveTheme, themes, useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'

/** Keeps what is on screen. Codes, because a name in another script would load its font. */
export function LanguageSwitch() {
  const t = useTranslate()
  return (
    <SegmentedControl
      label={t('settings.language')}
      options={locales.map((id) => ({ id, label: id.toUpperCase(), name: localeInfo[id].name, lang: id }))}
      value={useLocaleTag()}
      onChange={(next) => void saveLocale(next)}
    />
  )
}

const icons = { system: Monitor, dark: Moon, light: Sun } as const
const themeNames = {
  system: 'settings.theme_system',
  dark: 'settings.theme_dark',
  light: 'settings.theme_light',
} as const

export function ThemeSwitch() {
  const t = useTranslate()
  return (
    <SegmentedControl
      label={t('settings.theme')}
      options={themes.map((id) => {
        const Icon = icons[id]
        return { id, label: <Icon size={16} aria-hidden />, name: t(themeNames[id]) }
      })}
      value={useTheme()}
      onChange={saveTheme}
    />
  )
}
