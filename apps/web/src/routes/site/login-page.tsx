import { useSyncExternalStore } from 'react'

import { LoginForm } from '../../features/auth/login-form.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { paths } from '../paths.ts'
import { AuthLayout } from './auth-layout.tsx'

export function LoginPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  // The prerendered page is the same for every query.
  const query = new URLSearchParams(
    useSyncExternalStore(
      subscribeToNothing,
      () => location.search,
      () => '',
    ),
  )
  return (
    <AuthLayout title={t('auth.title')} lead={t('auth.lead')}>
      {query.has('expired') && <Banner tone="info">{t('auth.expired')}</Banner>}
      {query.has('left') && <Banner tone="success">{t('auth.left')}</Banner>}
      {query.has('refused') && (
        <Banner tone="danger" isUrgent className="animate-shake">
          {t('auth.login_error')}
        </Banner>
      )}
      {query.has('changed') && <Banner tone="success">{t('auth.changed')}</Banner>}
      <LoginForm />
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-line pt-4 text-muted">
        <span>
          {t('auth.new_here')}{' '}
          <a href={paths.register(lang)} className="font-medium text-accent-ink hover:underline">
            {t('auth.open_account')}
          </a>
        </span>
        <a href={paths.modal(lang, 'modal-register-demo')} className="font-medium text-accent-ink hover:underline">
          {t('auth.practice_try')}
        </a>
      </p>
    </AuthLayout>
  )
}

function subscribeToNothing(): () => void {
  return () => undefined
}
