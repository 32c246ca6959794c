import { useEffect, useState } from 'react'

import { EmailLinkPanel } from '../../features/auth/email-link-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { AuthLayout } from './auth-layout.tsx'
import { consumeLinkToken } from './consume-link-token.ts'

export function EmailLinkPage() {
  const t = useTranslate()
  const [token, setToken] = useState(consumeLinkToken)
  useEffect(() => {
    // Another link in the same tab changes only what follows #.
    const readNext = (): void => {
      const next = consumeLinkToken()
      if (next !== '') setToken(next)
    }
    window.addEventListener('hashchange', readNext)
    return () => window.removeEventListener('hashchange', readNext)
  }, [])
  return (
    <AuthLayout title={t('auth.email_link_title')}>
      <EmailLinkPanel key={token} token={token} />
    </AuthLayout>
  )
}
