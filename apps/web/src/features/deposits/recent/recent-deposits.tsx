import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { overviewQuery } from '../api.ts'
import { DepositTable } from './deposit-table.tsx'
import { useRefreshOverview } from './use-refresh-overview.ts'

/**
 * Table of recent deposits.
 * @param currentId id of a payment that the screen shows anyway, so that its row needs no action
 */
export function RecentDeposits({
  limit,
  currentId = null,
}: {
  readonly limit: number
  readonly currentId?: string | null
}) {
  const t = useTranslate()
  const overview = useQuery(overviewQuery)
  useRefreshOverview()
  return (
    <section aria-labelledby="recent-deposits" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id="recent-deposits" className="text-17 font-semibold">
          {t('deposits.recent')}
        </h2>
        {overview.data !== undefined && overview.data.recent.length > 0 && (
          <Link to={paths.show('deposits')} className={buttonClass({ tone: 'plain', size: 'sm', className: '-me-3' })}>
            {t('deposits.show_all')}
          </Link>
        )}
      </div>
      <QueryView
        query={overview}
        name={t('deposits.recent')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={({ recent }) => recent.length === 0}
        empty={<EmptyState title={t('deposits.recent_empty')}>{t('deposits.recent_empty_text')}</EmptyState>}
      >
        {({ recent }) => (
          <DepositTable labelledBy="recent-deposits" rows={recent.slice(0, limit)} currentId={currentId} />
        )}
      </QueryView>
    </section>
  )
}
