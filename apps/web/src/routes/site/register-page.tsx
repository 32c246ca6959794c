import { RegisterForm } from '../../features/auth/register-form.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { AuthLayout } from './auth-layout.tsx'

export function RegisterPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <AuthLayout title={t('auth.register_title')} lead={t('auth.register_lead')}>
      <RegisterForm kind="real" />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4 text-muted">
        <span>
          {t('auth.have_account')}{' '}
          <a href={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
            {t('auth.log_in')}
          </a>
        </span>
        <a href={paths.modal(lang, 'modal-register-demo')} className="font-medium text-accent-ink hover:underline">
          {t('auth.practice_try')}
        </a>
        <a href={paths.modal(lang, 'modal-promo')} className="font-medium text-accent-ink hover:underline">
          {t('auth.promo_have')}
        </a>
      </p>
    </AuthLayout>
  )
}
