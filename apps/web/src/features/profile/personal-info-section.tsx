import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { getFullName, useUser } from '../../platform/current-user.ts'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { PersonalInfoForm } from './personal-info-form.tsx'

/** Spec: account 2, "Info". */
export function PersonalInfoSection() {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const ownerRows = user.hasRealAccount
    ? [
        { id: 'name', name: t('profile.name'), value: getFullName(user) },
        { id: 'country', name: t('profile.country'), value: format.region(user.country) ?? user.country },
      ]
    : []
  const opened = format.day(user.registeredAtMs)
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <section aria-labelledby="info" className="flex flex-col gap-4">
        <SectionHeading id="info" title={t('profile.info')} lead={t('profile.info_lead')} />
        <PersonalInfoForm key={user.userId} user={user} />
      </section>
      <section aria-label={t('profile.details')} className="lg:max-w-sm lg:justify-self-end lg:pt-2 lg:w-full">
        <DescriptionList
          rows={[
            ...ownerRows,
            { id: 'number', name: t('profile.number'), value: <span className="tabular">{user.userId}</span> },
            { id: 'currency', name: t('profile.currency'), value: user.currency },
            { id: 'opened', name: t('profile.opened'), value: opened },
          ]}
        />
      </section>
    </div>
  )
}
