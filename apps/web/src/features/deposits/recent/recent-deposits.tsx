import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { overviewQuery } from '../api.ts'
import { DepositTable } from './deposit-table.tsx'
import { useRefreshOverview } from './use-refresh-overview.ts'

/** @param currentId the payment that the screen shows anyway: it needs no action */
export function RecentDeposits({
  limit,
  currentId = null,
}: {
  readonly limit: number
  readonly currentId?: string | null
}) {
  const t = useTranslate()
  const { data, isPending, isError, refetch } = useQuery(overviewQuery)
  useRefreshOverview()
  const rows = data?.recent.slice(0, limit) ?? []
  return (
    <section aria-labelledby="recent-deposits" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id="recent-deposits" className="text-17 font-semibold">
          {t('cards.recent')}
        </h2>
        {rows.length > 0 && (
          <Link to={paths.show('deposits')} className={buttonClass({ tone: 'plain', size: 'sm', className: '-me-3' })}>
            {t('cards.show_all')}
          </Link>
        )}
      </div>
      {isPending && <Skeleton className="h-32" label={t('cards.loading')} />}
      {isError && (
        <Banner tone="danger" action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
          {t('cards.recent_failed')}
        </Banner>
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title={t('cards.recent_empty')}>{t('cards.recent_empty_text')}</EmptyState>
      )}
      {rows.length > 0 && <DepositTable labelledBy="recent-deposits" rows={rows} currentId={currentId} />}
    </section>
  )
}
