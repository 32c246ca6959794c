import Lightbulb from 'lucide-react/icons/lightbulb'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import Vibrate from 'lucide-react/icons/vibrate'
import Volume2 from 'lucide-react/icons/volume-2'

import { getFullName, getInitials } from '@tradefront/contract/domain/profile'
import { localeInfo } from '@tradefront/texts/locales'

import { listServedLocales } from '../../platform/api/bootstrap.ts'
import { saveLocale, saveTheme, themeNames, themes, useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useMenuPlaces } from './menu-places.ts'
import { canVibrate, toggleResultSignal, useResultSignals } from './result-signals.ts'
import { setTipsEnabled, useTipsEnabled } from './tips.ts'

const icons = { system: Monitor, dark: Moon, light: Sun } as const
export function UserMenu({ onLogOut }: { readonly onLogOut: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const theme = useTheme()
  const user = useUser()
  const signals = useResultSignals()
  const hasTips = useTipsEnabled()
  const name = getFullName(user)
  return (
    <Menu
      label={t('profile.menu')}
      trigger={
        <TriggerButton tone="subtle" size="narrow">
          <span
            aria-hidden
            className="flex size-8 items-center justify-center rounded-full bg-accent-soft text-13 font-semibold text-accent-ink"
          >
            {getInitials(user)}
          </span>
          <span className="max-w-44 truncate font-medium max-xl:sr-only landscape-phone:sr-only">{name}</span>
        </TriggerButton>
      }
      header={
        <div className="border-b border-line px-3 pt-2 pb-3">
          <p className="truncate font-medium">{name}</p>
          {name !== user.email && <p className="truncate text-13 text-muted">{user.email}</p>}
        </div>
      }
      groups={[
        {
          id: 'account',
          entries: useMenuPlaces().filter(({ isUnderName }) => isUnderName),
        },
        {
          id: 'language',
          title: t('settings.language'),
          entries: listServedLocales().map((id) => ({
            id: `lang-${id}`,
            label: localeInfo[id].name,
            note: localeInfo[id].preview,
            lang: id,
            isChosen: id === lang,
            onAction: () => void saveLocale(id),
          })),
        },
        {
          id: 'theme',
          title: t('settings.theme'),
          entries: themes.map((id) => {
            const Icon = icons[id]
            return {
              id: `theme-${id}`,
              label: t(themeNames[id]),
              icon: <Icon size={16} className="text-muted" aria-hidden />,
              isChosen: id === theme,
              onAction: () => saveTheme(id),
            }
          }),
        },
        {
          id: 'results',
          title: t('profile.result_signals'),
          entries: [
            {
              id: 'sound',
              label: t('profile.result_sound'),
              icon: <Volume2 size={16} className="text-muted" aria-hidden />,
              isChosen: signals.sound,
              onAction: () => toggleResultSignal('sound'),
            },
            ...(canVibrate()
              ? [
                  {
                    id: 'vibration',
                    label: t('profile.result_vibration'),
                    icon: <Vibrate size={16} className="text-muted" aria-hidden />,
                    isChosen: signals.vibration,
                    onAction: () => toggleResultSignal('vibration'),
                  },
                ]
              : []),
          ],
        },
        {
          id: 'tips',
          entries: [
            {
              id: 'tips',
              label: t('profile.tips'),
              icon: <Lightbulb size={16} className="text-muted" aria-hidden />,
              isChosen: hasTips,
              onAction: () => setTipsEnabled(!hasTips),
            },
          ],
        },
        {
          id: 'out',
          entries: [
            {
              id: 'log-out',
              label: t('shell.log_out'),
              icon: <LogOut size={16} className="text-muted" aria-hidden />,
              onAction: onLogOut,
            },
          ],
        },
      ]}
    />
  )
}
