import { Link } from '@tanstack/react-router'

import { ForgotForm } from '../../features/auth/forgot-password-form.tsx'
import { useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../../platform/page-title.ts'
import { Entrance } from './auth-layout.tsx'

/** Mails a link for a new password. */
export function ForgotPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  useTitle(t('auth.forgot_title'))
  return (
    <Entrance title={t('auth.forgot_title')} lead={t('auth.forgot_lead')}>
      <ForgotForm
        back={
          <Link to={paths.login(lang)} className={buttonClass({ tone: 'plain', className: 'self-start' })}>
            {t('auth.back_to_login')}
          </Link>
        }
      />
    </Entrance>
  )
}
