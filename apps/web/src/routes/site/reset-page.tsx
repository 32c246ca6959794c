import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { paths } from '../paths.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { AuthLayout } from './auth-layout.tsx'

/** What stood behind the hash of the mailed link. It leaves the address and the history at once. */
function consumeResetToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

/** Where the mailed link leads: a new password, once. */
export function ResetPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [token] = useState(consumeResetToken)
  usePageTitle(t('auth.reset_title'))
  return (
    <AuthLayout title={t('auth.reset_title')} lead={t('auth.reset_lead')}>
      <ResetPasswordForm
        token={token}
        again={
          <Link to={paths.forgot(lang)} className={buttonClass({ tone: 'primary' })}>
            {t('auth.reset_ask')}
          </Link>
        }
        onDone={() => location.assign(paths.login(lang, '', 'changed'))}
      />
    </AuthLayout>
  )
}
