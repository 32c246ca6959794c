import { useQuery } from '@tanstack/react-query'
import type { TraderDetails, TraderEventKind } from '@tradefront/contract/desk-traders'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { TraderMoneyActions } from '../money/trader-money-actions.tsx'
import { traderQuery } from './api.ts'
import { TraderAccess } from '../control/trader-access.tsx'
import { RelatedAccounts } from './related-accounts.tsx'
import { TraderTimeline } from './trader-timeline.tsx'
import { TraderNotes } from './trader-notes.tsx'
import { TraderIdentity } from './trader-identity.tsx'
import { TraderMoney } from './trader-money.tsx'

/**
 * Everything about one trader.
 * @param kind of the events that are shown
 */
export function TraderScreen({ id, kind }: { readonly id: string; readonly kind: TraderEventKind | undefined }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(traderQuery(id))}
      name={t('traders.trader')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {/* What was typed about one trader must not be there for the next one. */}
      {(trader) => <Page key={trader.id} trader={trader} kind={kind} />}
    </QueryView>
  )
}

function Page({ trader, kind }: { readonly trader: TraderDetails; readonly kind: TraderEventKind | undefined }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('traders.account', { id: trader.id })} aside={<TraderMoneyActions trader={trader} />}>
        {trader.name || t('traders.no_name')}
      </ScreenTitle>
      {trader.lockedAtMs !== null && (
        <Banner tone="danger">{t('traders.locked', { time: format.dateTime(trader.lockedAtMs) })}</Banner>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(20rem,1fr)_2fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <TraderMoney trader={trader} />
          <TraderNotes trader={trader} />
          <TraderIdentity trader={trader} />
          <TraderAccess trader={trader} />
          <RelatedAccounts related={trader.related} />
        </div>
        <TraderTimeline id={String(trader.id)} kind={kind} />
      </div>
    </div>
  )
}
