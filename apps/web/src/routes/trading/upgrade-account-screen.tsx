import { Link, useNavigate } from '@tanstack/react-router'
import { use, useState } from 'react'

import { UpgradeAccountForm } from '../../features/auth/upgrade-account-form.tsx'
import { loadCountries } from '../../platform/api/countries.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { useUser } from '../../platform/current-user.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenTitle } from '../../ui/layout/surface.tsx'
import { paths } from '../paths.ts'
import { ScreenNotFound } from './screen-states.tsx'

/** `/show/real`: from practice to real money. There is no such page for whoever has a real account. */
export function UpgradeAccountScreen() {
  const t = useTranslate()
  const navigate = useNavigate()
  const countries = use(loadCountries())
  const { isPractice } = useUser()
  // The account becomes real while the page is still there.
  const [isOpen] = useState(isPractice)
  if (!isOpen) return <ScreenNotFound />
  const handleDone = (): void => {
    showToast({ tone: 'good', text: t('auth.real_done') })
    void navigate({ to: paths.home() })
  }
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t('auth.real_lead')}>{t('auth.real_title')}</ScreenTitle>
      <UpgradeAccountForm
        countries={countries}
        stay={
          <Link to={paths.home()} className={buttonClass({ tone: 'plain', size: 'lg' })}>
            {t('auth.real_stay')}
          </Link>
        }
        onDone={handleDone}
      />
    </div>
  )
}
