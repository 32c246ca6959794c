import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** In place of a list that is not there. */
export function ListState(props: {
  readonly isPending: boolean
  readonly failure: 'all' | 'part' | null
  readonly retry: () => void
  readonly total: number | null
  readonly hasFilters: boolean
  readonly empty: { readonly title: string; readonly text: string }
  readonly children: ReactNode
}) {
  const t = useTranslate()
  const retry = <Button onPress={props.retry}>{t('shell.retry')}</Button>
  if (props.failure === 'all') {
    return (
      <Banner tone="danger" action={retry}>
        {t('history.load_failed')}
      </Banner>
    )
  }
  if (props.isPending) {
    return (
      <div className="flex flex-col gap-3">
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-12" {...(row === 0 && { label: t('history.loading') })} />
        ))}
      </div>
    )
  }
  if (props.total === 0) {
    if (props.hasFilters) return <EmptyState title={t('history.none_found')}>{t('history.none_found_text')}</EmptyState>
    return (
      <EmptyState
        title={props.empty.title}
        action={
          <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
            {t('history.trade')}
          </Link>
        }
      >
        {props.empty.text}
      </EmptyState>
    )
  }
  return (
    <>
      {props.failure === 'part' && (
        <Banner tone="danger" action={retry}>
          {t('history.page_failed')}
        </Banner>
      )}
      {props.children}
    </>
  )
}
