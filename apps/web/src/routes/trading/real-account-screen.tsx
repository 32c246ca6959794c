import { use } from 'react'

import { RealAccountForm } from '../../features/auth/real-account-form.tsx'
import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { loadRegistrationChoices } from '../../platform/api/countries.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'

export function RealAccountScreen() {
  const t = useTranslate()
  const choices = use(loadRegistrationChoices())
  if (useUser().hasRealAccount) return <PageNotFound />
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t('auth.real_lead')}>{t('auth.real_title')}</ScreenTitle>
      <RealAccountForm {...choices} />
    </div>
  )
}
