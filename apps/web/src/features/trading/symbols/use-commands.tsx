import { localeInfo } from '@tradefront/texts/locales'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import SunMoon from 'lucide-react/icons/sun-moon'
import type { ReactNode } from 'react'

import { listServedLocales } from '../../../platform/api/bootstrap.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { saveLocale, saveTheme, themeNames, themes } from '../../../platform/storage/preferences.ts'
import { useMenuPlaces } from '../../profile/menu-places.ts'
import { useSwitchAccount } from '../../profile/switch-account.ts'
import { useSwitchName } from '../../profile/switch-button.tsx'
import { openKeys } from '../keys/keys-button.tsx'
import { normalize } from './filter-symbols.ts'

type Command = {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly onAction: () => void
}

/**
 * Lists what the trader can do elsewhere by a menu or a switch, found by a part of its name.
 * @param typed an empty text finds nothing
 * @param hasKeys the screen has keys of its own
 */
export function useCommands(typed: string, hasKeys: boolean): readonly Command[] {
  const t = useTranslate()
  const places = useMenuPlaces()
  const { switchAccount } = useSwitchAccount()
  const switchName = useSwitchName()
  const query = normalize(typed)
  if (query === '') return []
  const commands: readonly Command[] = [
    ...places,
    { id: 'switch', label: switchName, icon: <ArrowLeftRight size={16} aria-hidden />, onAction: switchAccount },
    ...themes.map((theme) => ({
      id: `theme-${theme}`,
      label: `${t('settings.theme')}: ${t(themeNames[theme])}`,
      icon: <SunMoon size={16} aria-hidden />,
      onAction: () => saveTheme(theme),
    })),
    ...listServedLocales().map((locale) => ({
      id: `language-${locale}`,
      label: `${t('settings.language')}: ${localeInfo[locale].name}`,
      icon: <Languages size={16} aria-hidden />,
      onAction: () => void saveLocale(locale),
    })),
    ...(hasKeys
      ? [{ id: 'keys', label: t('trading.keys'), icon: <Keyboard size={16} aria-hidden />, onAction: openKeys }]
      : []),
  ]
  return commands.filter(({ label }) => normalize(label).includes(query))
}
