import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { useLocaleTag, useTexts } from '../../platform/texts.ts'
import { paths } from '../paths.ts'
import { useTitle } from '../use-title.ts'
import { EntryForm, FormShape } from './entry-form.tsx'
import { Entrance } from './entrance.tsx'

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
