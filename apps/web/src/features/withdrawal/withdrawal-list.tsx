import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Withdrawal } from '@tradefront/contract/domain/withdrawal'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Money } from '../../ui/money/money.tsx'
import { MethodIcon } from '../deposits/methods/method-icon.tsx'
import { getListQuery } from './api.ts'
import { describeProgress } from './describe-withdrawal.ts'
import { StateMark } from './state-mark.tsx'

export function WithdrawalList() {
  const t = useTranslate()
  return (
    <section aria-labelledby="withdrawals" className="flex flex-col gap-4">
      <h2 id="withdrawals" className="text-17 font-semibold">
        {t('withdrawal.list')}
      </h2>
      <QueryView
        query={useInfiniteQuery(getListQuery(useLocaleTag()))}
        name={t('withdrawal.list')}
        skeleton={<Skeleton className="h-24" />}
        isEmpty={({ length }) => length === 0}
        empty={<EmptyState title={t('withdrawal.list_empty')}>{t('withdrawal.list_empty_text')}</EmptyState>}
      >
        {(withdrawals) => (
          <ul className="overflow-hidden rounded-card border border-line bg-surface">
            {withdrawals.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function WithdrawalRow({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, method, amount, currency, state, requestedAtMs } = withdrawal
  return (
    <li className="border-b border-line last:border-b-0 hover:bg-raised">
      <Link
        to={paths.showWith('withdrawal', id)}
        resetScroll={false}
        className="flex flex-wrap items-start gap-x-3 gap-y-1.5 px-4 py-3.5 outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-accent-ink sm:px-5"
      >
        <span className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
          <span className="flex items-center gap-2 font-medium">
            <MethodIcon tab={method} />
            {t(`withdrawal.method_${method}`)}
          </span>
          <span className="text-13 text-muted wrap-anywhere">{describeProgress(withdrawal, format, t)}</span>
          <span className="tabular text-13 text-muted">{format.dateTime(requestedAtMs)}</span>
        </span>
        <span className="ms-auto flex shrink-0 flex-col items-end gap-1.5">
          <Money amount={amount} currency={currency} className="font-medium" />
          <StateMark state={state} />
        </span>
      </Link>
    </li>
  )
}
