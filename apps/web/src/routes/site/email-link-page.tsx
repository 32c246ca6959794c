import { EmailLinkPanel } from '../../features/auth/email-link-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function EmailLinkPage() {
  const t = useTranslate()
  const token = useLinkToken()
  return (
    <AuthLayout title={t('auth.email_link_title')}>
      <EmailLinkPanel key={token} token={token} />
    </AuthLayout>
  )
}
