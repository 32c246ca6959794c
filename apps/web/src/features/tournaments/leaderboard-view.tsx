import type { Leaderboard } from '@tradefront/contract/domain/tournaments'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView, type ShownQuery } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function LeaderboardView(props: {
  readonly query: ShownQuery<Leaderboard>
  readonly isEmpty: (leaderboard: Leaderboard) => boolean
  readonly empty: ReactNode
  readonly children: (leaderboard: Leaderboard) => ReactNode
}) {
  const t = useTranslate()
  return (
    <QueryView
      {...props}
      name={t('tournaments.places')}
      failureTitle={t('tournaments.load_failed')}
      note={t('tournaments.trades_note')}
      skeleton={
        <div className="flex flex-col gap-8">
          <Skeleton className="h-40" />
          <Skeleton className="h-96" />
        </div>
      }
    />
  )
}
