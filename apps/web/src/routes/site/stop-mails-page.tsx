import { StopMailsPanel } from '../../features/mail/stop-mails-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

export function StopMailsPage() {
  const t = useTranslate()
  const token = useLinkToken()
  return (
    <AuthLayout title={t('auth.mails_stop_title')}>
      <StopMailsPanel key={token} token={token} />
    </AuthLayout>
  )
}
