import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function ResetPage() {
  const t = useTranslate()
  const token = useLinkToken()
  return (
    <AuthLayout title={t('auth.reset_title')} lead={t('auth.reset_lead')}>
      <ResetPasswordForm key={token} token={token} />
    </AuthLayout>
  )
}
