import { getFullName } from '@tradefront/contract/domain/profile'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { FactRow, SettingsGroup } from '../../ui/layout/settings-list.tsx'
import { ContactDetails } from './contact-details.tsx'

/** Spec: account 2, "Info". */
export function PersonalInfoSection() {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { hasRealAccount, country } = user
  return (
    <>
      <ContactDetails />
      <SettingsGroup
        id="account-details"
        title={t('profile.details')}
        lead={hasRealAccount ? t('profile.details_lead') : undefined}
      >
        <dl className="divide-y divide-line">
          {hasRealAccount && <FactRow name={t('profile.name')} value={getFullName(user)} />}
          {hasRealAccount && <FactRow name={t('profile.country')} value={format.region(country) ?? country} />}
          <FactRow name={t('profile.number')} value={<span className="tabular">{user.userId}</span>} />
          <FactRow name={t('profile.currency')} value={user.currency} />
          <FactRow name={t('profile.opened')} value={format.day(user.registeredAtMs)} />
        </dl>
      </SettingsGroup>
    </>
  )
}
