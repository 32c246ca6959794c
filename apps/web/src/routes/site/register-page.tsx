import { QueryClientProvider } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'

import { queryClient } from '../../platform/api/query-client.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useIsHydrated } from '../../ui/hooks/use-is-hydrated.ts'
import { paths } from '../paths.ts'
import { RegisterPanel, RegisterFormSkeleton } from './register-panel.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** At least as high as the window, so that what is below it does not move into view. */
const skeleton = (
  <div className="min-h-dvh">
    <RegisterFormSkeleton />
  </div>
)

export function RegisterPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const isHydrated = useIsHydrated()
  return (
    <AuthLayout title={t('auth.register_title')} lead={t('auth.register_lead')}>
      <QueryClientProvider client={queryClient}>
        {isHydrated ? (
          <Suspense fallback={skeleton}>
            <RegisterPanel kind="real" />
          </Suspense>
        ) : (
          skeleton
        )}
      </QueryClientProvider>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4 text-muted">
        <span>
          {t('auth.have_account')}{' '}
          <Link to={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
            {t('auth.log_in')}
          </Link>
        </span>
        <Link to={paths.site(lang)} hash="modal-register-demo" className="font-medium text-accent-ink hover:underline">
          {t('auth.practice_try')}
        </Link>
        <Link to={paths.site(lang)} hash="modal-promo" className="font-medium text-accent-ink hover:underline">
          {t('auth.promo_have')}
        </Link>
      </p>
    </AuthLayout>
  )
}
