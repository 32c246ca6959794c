import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SettingsGroup } from '../../ui/layout/settings-list.tsx'
import { PasswordRow } from './password-row.tsx'
import { SessionList } from './session-list.tsx'

/** Spec: account 2. */
export function SecuritySection() {
  const t = useTranslate()
  return (
    <>
      <SettingsGroup id="login" title={t('profile.login')}>
        <PasswordRow />
      </SettingsGroup>
      <SettingsGroup id="sessions" title={t('profile.sessions')} lead={t('profile.sessions_lead')}>
        <SessionList />
      </SettingsGroup>
    </>
  )
}
