import { Link } from '@tanstack/react-router'

import { ForgotForm } from '../../features/auth/forgot-form.tsx'
import { useLocaleTag, useTexts } from '../../platform/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../use-title.ts'
import { Entrance } from './entrance.tsx'

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
