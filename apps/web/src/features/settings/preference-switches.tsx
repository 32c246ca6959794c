import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { type Locale, localeInfo, locales } from '@tradefront/texts/locales'

import { listServedLocales } from '../../platform/api/bootstrap.ts'
import { saveLocale, saveTheme, themeNames, themes, useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'

/** Switches the language, and keeps what is on the screen. It shows codes, because a name in another script would load its font. */
export function LanguageSwitch() {
  const t = useTranslate()
  // A prerendered page knows no previews, which only the server of the page can switch on.
  const offered = useIsHydrated() ? listServedLocales() : locales
  return (
    <SegmentedControl
      label={t('settings.language')}
      options={offered.map((id) => ({ id, label: <LanguageCode id={id} />, name: describeLanguage(id), lang: id }))}
      value={useLocaleTag()}
      onChange={(next) => void saveLocale(next)}
    />
  )
}

function describeLanguage(id: Locale): string {
  const { name, preview } = localeInfo[id]
  return preview === undefined ? name : `${name} (${preview})`
}

function LanguageCode({ id }: { readonly id: Locale }) {
  const { preview } = localeInfo[id]
  return (
    <>
      {id.toUpperCase()}
      {preview !== undefined && <span className="ms-2 text-faint">{preview}</span>}
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
