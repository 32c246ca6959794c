import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { ResetForm } from '../../features/auth/reset-password-form.tsx'
import { useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../../platform/page-title.ts'
import { Entrance } from './auth-layout.tsx'

/** What stood behind the hash of the mailed link. It leaves the address and the history at once. */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

/** Where the mailed link leads: a new password, once. */
export function ResetPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  const [token] = useState(takeToken)
  useTitle(t('auth.reset_title'))
  return (
    <Entrance title={t('auth.reset_title')} lead={t('auth.reset_lead')}>
      <ResetForm
        token={token}
        again={
          <Link to={paths.forgot(lang)} className={buttonClass({ tone: 'primary' })}>
            {t('auth.reset_ask')}
          </Link>
        }
        onDone={() => location.assign(paths.login(lang, '', 'changed'))}
      />
    </Entrance>
  )
}
