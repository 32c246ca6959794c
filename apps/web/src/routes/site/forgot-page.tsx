import { ForgotPasswordForm } from '../../features/auth/forgot-password-form.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'

export function ForgotPage() {
  const t = useTranslate()
  return (
    <AuthLayout title={t('auth.forgot_title')} lead={t('auth.forgot_lead')}>
      <ForgotPasswordForm />
    </AuthLayout>
  )
}
