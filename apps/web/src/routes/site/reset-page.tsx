import { ResetPasswordForm } from '../../features/auth/reset-password-form.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

export function ResetPage() {
  const t = useTranslate()
  return <MailedLinkPage title={t('auth.reset_title')} lead={t('auth.reset_lead')} Panel={ResetPasswordForm} />
}
