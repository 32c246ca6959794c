import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView, type ShownQuery } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'

/**
 * Frame of the lists of the history.
 * @param query loads the number of rows
 */
export function HistoryView(props: {
  readonly query: ShownQuery<number>
  readonly name: string
  readonly hasFilters: boolean
  readonly empty: { readonly title: string; readonly text: string }
  readonly children: (total: number) => ReactNode
}) {
  const t = useTranslate()
  const { query, name, hasFilters, empty, children } = props
  return (
    <QueryView
      query={query}
      name={name}
      skeleton={<RowsSkeleton count={5} className="h-12" />}
      isEmpty={(total) => total === 0}
      empty={
        hasFilters ? (
          <EmptyState title={t('history.none_found')}>{t('history.none_found_text')}</EmptyState>
        ) : (
          <EmptyState
            title={empty.title}
            action={
              <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
                {t('history.trade')}
              </Link>
            }
          >
            {empty.text}
          </EmptyState>
        )
      }
    >
      {children}
    </QueryView>
  )
}
