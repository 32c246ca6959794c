import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { useTitle } from '../../platform/page-title.ts'
import { EntryForm, FormShape } from './register-panel.tsx'
import { Entrance } from './auth-layout.tsx'

/** Opens an account; after it the trader is logged in and at home. */
export function RegisterPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  useTitle(t('auth.register_title'))
  return (
    <Entrance title={t('auth.register_title')} lead={t('auth.register_lead')}>
      <Suspense fallback={<FormShape />}>
        <EntryForm kind="real" />
      </Suspense>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4 text-muted">
        <span>
          {t('auth.have_account')}{' '}
          <Link to={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
            {t('auth.log_in')}
          </Link>
        </span>
        <Link to={paths.site(lang)} hash="modal-register-demo" className="font-medium text-accent-ink hover:underline">
          {t('auth.demo_try')}
        </Link>
      </p>
    </Entrance>
  )
}
