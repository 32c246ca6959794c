import { use, useState } from 'react'

import { UpgradeAccountForm } from '../../features/auth/upgrade-account-form.tsx'
import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { loadRegistrationChoices } from '../../platform/api/countries.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'

export function UpgradeAccountScreen() {
  const t = useTranslate()
  const choices = use(loadRegistrationChoices())
  const { isPractice } = useUser()
  // The account becomes real while the page is open.
  const [isOpen] = useState(isPractice)
  if (!isOpen) return <PageNotFound />
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t('auth.real_lead')}>{t('auth.real_title')}</ScreenTitle>
      <UpgradeAccountForm {...choices} />
    </div>
  )
}
