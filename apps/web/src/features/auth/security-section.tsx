import { useTexts } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { SectionHead } from '../../ui/layout/surface.tsx'
import { PasswordForm } from './change-password-form.tsx'
import { SessionList, useSessionsRefresh } from './session-list.tsx'

/** Password and devices; `onLeave` logs out everywhere (spec: account 2, "Security"). */
export function SecuritySection({ onLeave }: { readonly onLeave: () => Promise<void> }) {
  const t = useTexts()
  const user = useUser()
  const refresh = useSessionsRefresh()
  return (
    <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-2">
      <section aria-labelledby="password" className="flex flex-col gap-4">
        <SectionHead id="password" title={t('profile.password_title')} lead={t('profile.password_lead')} />
        <PasswordForm email={user.email} own={[user.firstName, user.lastName, user.email]} onChanged={refresh} />
      </section>
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <SectionHead id="sessions" title={t('profile.sessions')} lead={t('profile.sessions_lead')} />
        <SessionList onLeave={onLeave} />
      </section>
    </div>
  )
}
