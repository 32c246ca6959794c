import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { recoveryQuery } from './api.ts'

/** Says on every screen of the desk that no money moves, and where to read why. That screen itself says it all. */
export function QuarantineBanner() {
  const t = useTranslate()
  const quarantine = useQuery(recoveryQuery).data?.quarantine ?? null
  const isRecovery = useRouterState({ select: ({ location }) => location.pathname.startsWith('/quarantines') })
  if (quarantine === null || isRecovery) return null
  const isChecked = quarantine.cause === 'silence'
  return (
    <Banner
      tone={isChecked ? 'warn' : 'danger'}
      title={t(isChecked ? 'desk_recovery.checking' : 'desk_recovery.held')}
      className="mb-6"
      action={
        <Link to="/quarantines" className="font-medium text-accent-ink hover:underline">
          {t('desk_recovery.what_to_do')}
        </Link>
      }
    >
      {t(isChecked ? 'desk_recovery.checking_text' : 'desk_recovery.held_text')}
    </Banner>
  )
}
