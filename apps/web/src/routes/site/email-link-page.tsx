import { EmailLinkPanel } from '../../features/auth/email-link-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

export function EmailLinkPage() {
  const t = useTranslate()
  return <MailedLinkPage title={t('auth.email_link_title')} Panel={EmailLinkPanel} />
}
