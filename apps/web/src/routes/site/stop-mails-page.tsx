import { StopMailsPanel } from '../../features/mail/stop-mails-panel.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

export function StopMailsPage() {
  const t = useTranslate()
  return <MailedLinkPage title={t('auth.mails_stop_title')} Panel={StopMailsPanel} />
}
