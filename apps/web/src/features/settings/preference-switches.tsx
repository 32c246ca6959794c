import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { type Locale, localeInfo, locales } from '@tradefront/texts/locales'

import { saveLocale, saveTheme, themeNames, themes, useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'

/** Keeps what is on screen. */
export function LanguageSwitch() {
  const t = useTranslate()
  return (
    <SegmentedControl
      label={t('settings.language')}
      options={locales.map((id) => ({ id, label: <LanguageName id={id} />, name: localeInfo[id].name, lang: id }))}
      value={useLocaleTag()}
      onChange={(next) => void saveLocale(next)}
    />
  )
}

/** Wide screens show the full name. */
function LanguageName({ id }: { readonly id: Locale }) {
  return (
    <>
      <span className="sm:hidden">{id.toUpperCase()}</span>
      <span className="hidden sm:inline">{localeInfo[id].name}</span>
    </>
  )
}

const icons = { system: Monitor, dark: Moon, light: Sun } as const

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
