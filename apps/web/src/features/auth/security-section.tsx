import { useTexts } from '../../platform/texts.ts'
import { useUser } from '../../platform/user.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList, useSessionsRefresh } from './session-list.tsx'

/** Password and devices; `onLeave` logs out everywhere (spec: account 2, "Security"). */
export function SecuritySection({ onLeave }: { readonly onLeave: () => Promise<void> }) {
  const t = useTexts()
  const user = useUser()
  const refresh = useSessionsRefresh()
  return (
    <div className="grid items-start gap-10 lg:grid-cols-2">
      <section aria-labelledby="password" className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 id="password" className="text-21 font-semibold">
            {t('profile.password_title')}
          </h2>
          <p className="text-muted">{t('profile.password_lead')}</p>
        </div>
        <PasswordForm email={user.email} own={[user.firstName, user.lastName, user.email]} onChanged={refresh} />
      </section>
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 id="sessions" className="text-21 font-semibold">
            {t('profile.sessions')}
          </h2>
          <p className="text-muted">{t('profile.sessions_lead')}</p>
        </div>
        <SessionList onLeave={onLeave} />
      </section>
    </div>
  )
}
