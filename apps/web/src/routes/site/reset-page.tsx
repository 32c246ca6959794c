import { useState } from 'react'

import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Removes the token from the address and the history. */
function consumeResetToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

export function ResetPage() {
  const t = useTranslate()
  const [token] = useState(consumeResetToken)
  return (
    <AuthLayout title={t('auth.reset_title')} lead={t('auth.reset_lead')}>
      <ResetPasswordForm token={token} />
    </AuthLayout>
  )
}
