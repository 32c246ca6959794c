import { Link } from '@tanstack/react-router'

import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { paths } from '../paths.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Mails a link for a new password. */
export function ForgotPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  usePageTitle(t('auth.forgot_title'))
  return (
    <AuthLayout title={t('auth.forgot_title')} lead={t('auth.forgot_lead')}>
      <ForgotPasswordForm
        back={
          <Link to={paths.login(lang)} className={buttonClass({ tone: 'plain', className: 'self-start' })}>
            {t('auth.back_to_login')}
          </Link>
        }
      />
    </AuthLayout>
  )
}
