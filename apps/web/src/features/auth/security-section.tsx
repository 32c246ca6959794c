import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { SectionHeading } from '../../ui/layout/section-heading.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'
import { SessionList } from './session-list.tsx'

/** Spec: account 2. */
export function SecuritySection() {
  const t = useTranslate()
  const user = useUser()
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
      <section aria-labelledby="password" className="flex flex-col gap-4">
        <SectionHeading id="password" title={t('profile.password_title')} lead={t('profile.password_lead')} />
        <ChangePasswordForm email={user.email} personalWords={[user.firstName, user.lastName, user.email]} />
      </section>
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <SectionHeading id="sessions" title={t('profile.sessions')} lead={t('profile.sessions_lead')} />
        <SessionList />
      </section>
    </div>
  )
}
