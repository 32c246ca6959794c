import { useState } from 'react'

import { EmailLinkPanel } from '../../features/auth/email-link-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { consumeLinkToken } from './consume-link-token.ts'

export function EmailLinkPage() {
  const t = useTranslate()
  const [token] = useState(consumeLinkToken)
  return (
    <AuthLayout title={t('auth.email_link_title')}>
      <EmailLinkPanel token={token} />
    </AuthLayout>
  )
}
