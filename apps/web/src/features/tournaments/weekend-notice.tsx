import { useQuery } from '@tanstack/react-query'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Trophy from 'lucide-react/icons/trophy'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useState } from 'react'

import { queryClient } from '../../platform/api/query-client.ts'
import { closeNotice, useClosedAt } from '../../platform/closed-notices.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { currentQuery } from './api.ts'
import { useRefreshPlaces } from './use-refresh-places.ts'

const WeekendDialog = lazy(async () => ({
  default: (await retryImport(() => import('./weekend-dialog.tsx'))).WeekendDialog,
}))

/** A failure is left to the notice. */
export async function preloadWeekendNotice(): Promise<void> {
  await queryClient.ensureQueryData(currentQuery).catch(() => undefined)
}

/**
 * Notice on home while the weekend tournament runs, with the own place and a link to the others. Once it is closed, it stays closed for
 * this tournament.
 */
export function WeekendNotice() {
  const t = useTranslate()
  const { data } = useQuery(currentQuery)
  const closedAtMs = useClosedAt('weekend')
  const [isOpen, setIsOpen] = useState(false)
  useRefreshPlaces()
  const [tournament] = data?.tournaments ?? []
  if (data === undefined || tournament?.type !== 'weekend' || tournament.state !== 'running') return null
  if (closedAtMs !== null && closedAtMs >= tournament.startsAtMs) return null
  const own = data.participants.find(({ isOwn }) => isOwn)
  return (
    <section
      data-waits
      aria-label={t('tournaments.weekend')}
      className="flex items-center gap-2 rounded-card bg-accent-soft ps-4 text-13"
    >
      <Trophy size={18} className="shrink-0 text-accent-ink" aria-hidden />
      <p className="min-w-0 flex-1 py-2 wrap-anywhere">
        {own === undefined
          ? t('tournaments.weekend_notice')
          : t('tournaments.weekend_notice_place', { rank: own.rank, count: data.participantCount })}
      </p>
      <Button tone="plain" size="sm" onPress={() => setIsOpen(true)}>
        <span className="max-sm:sr-only">{t('tournaments.see_places')}</span>
        <ChevronRight size={18} className="sm:hidden rtl:-scale-x-100" aria-hidden />
      </Button>
      <Button tone="plain" size="icon" onPress={() => closeNotice('weekend')} aria-label={t('shell.close')}>
        <X size={18} aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <WeekendDialog id={tournament.id} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
