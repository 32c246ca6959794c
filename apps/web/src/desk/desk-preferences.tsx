import { locales } from '@tradefront/texts/locales'

import { ThemeSwitch } from '../features/settings/preference-switches.tsx'
import { changeLocale, useLocaleTag, useTranslate } from '../platform/i18n/i18n.ts'
import { saveCookie } from '../platform/storage/preferences.ts'
import { SegmentedControl } from '../ui/fields/segmented-control.tsx'

/** Language and theme, kept in this browser. */
export function DeskPreferences() {
  const t = useTranslate()
  const locale = useLocaleTag()
  return (
    <div className="flex gap-2">
      <SegmentedControl
        label={t('settings.language')}
        options={locales.map((id) => ({ id, label: id.toUpperCase(), lang: id }))}
        value={locales.find((id) => id === locale) ?? 'en'}
        onChange={(next) => {
          saveCookie('lang', next)
          void changeLocale(next)
        }}
      />
      <ThemeSwitch />
    </div>
  )
}
