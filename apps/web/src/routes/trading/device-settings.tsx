import Languages from 'lucide-react/icons/languages'
import Lightbulb from 'lucide-react/icons/lightbulb'
import SunMoon from 'lucide-react/icons/sun-moon'
import Vibrate from 'lucide-react/icons/vibrate'
import Volume2 from 'lucide-react/icons/volume-2'

import { canVibrate, toggleResultSignal, useResultSignals } from '../../features/profile/result-signals.ts'
import { setTipsEnabled, useTipsEnabled } from '../../features/profile/tips.ts'
import { LanguageSwitch, ThemeSwitch } from '../../features/settings/preference-switches.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { themeNames, useTheme } from '../../platform/storage/preferences.ts'
import { localeInfo } from '@tradefront/texts/locales'
import { SettingsGroup, SettingsRow, SwitchRow } from '../../ui/layout/settings-list.tsx'

/** How the site looks and sounds. The menu under the trader's name has the same choices. */
export function DeviceSettings() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const theme = useTheme()
  const signals = useResultSignals()
  const hasTips = useTipsEnabled()
  return (
    <SettingsGroup id="display" title={t('profile.display')}>
      <SettingsRow
        icon={<Languages size={20} />}
        name={t('settings.language')}
        value={localeInfo[lang].name}
        action={<LanguageSwitch />}
      />
      <SettingsRow
        icon={<SunMoon size={20} />}
        name={t('settings.theme')}
        value={t(themeNames[theme])}
        action={<ThemeSwitch />}
      />
      <SwitchRow
        icon={<Volume2 size={20} />}
        name={t('profile.result_sound_long')}
        isOn={signals.sound}
        onChange={() => toggleResultSignal('sound')}
      />
      {canVibrate() && (
        <SwitchRow
          icon={<Vibrate size={20} />}
          name={t('profile.result_vibration_long')}
          isOn={signals.vibration}
          onChange={() => toggleResultSignal('vibration')}
        />
      )}
      <SwitchRow
        icon={<Lightbulb size={20} />}
        name={t('profile.tips')}
        isOn={hasTips}
        onChange={(isOn) => setTipsEnabled(isOn)}
      />
    </SettingsGroup>
  )
}
