import type { SearchResult } from '@tradefront/contract/desk-traders'
import { useEffect, useRef } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView, type ShownQuery } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { EventIcon } from '../traders/event-icon.tsx'

/** List under the field, which keeps the focus. */
export function SearchResults(props: {
  readonly id: string
  readonly query: ShownQuery<readonly SearchResult[]>
  /** True if the results are those of the text before. */
  readonly isOld: boolean
  readonly activeKey: string | undefined
  readonly onPoint: (key: string) => void
  readonly onChoose: (result: SearchResult) => void
}) {
  const t = useTranslate()
  const { id, query, activeKey } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeKey])
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-card border border-line bg-surface shadow-float sm:min-w-80">
      <p role="status" className="sr-only">
        {query.data && t('traders.found', { count: query.data.length })}
      </p>
      <QueryView
        query={query}
        name={t('traders.results')}
        skeleton={<Skeleton className="m-4 h-10" />}
        isEmpty={(results) => results.length === 0}
        empty={
          <div className="flex flex-col gap-1 p-4">
            <p className="font-medium">{t('traders.nothing_found')}</p>
            <p className="text-13 text-muted">{t('traders.nothing_found_text')}</p>
          </div>
        }
        hasOwnStaleNotice
      >
        {(results) => (
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label={t('traders.results')}
            tabIndex={-1}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            className={cx('max-h-[60dvh] overflow-y-auto', props.isOld && 'opacity-60')}
          >
            {results.map((result) => (
              <button
                key={result.key}
                type="button"
                id={`${id}-${result.key}`}
                role="option"
                aria-selected={result.key === activeKey}
                tabIndex={-1}
                className="flex min-h-11 w-full cursor-pointer items-center gap-3 px-4 py-2 text-start aria-selected:bg-accent-soft"
                onMouseMove={() => props.onPoint(result.key)}
                onClick={() => props.onChoose(result)}
              >
                <Result result={result} />
              </button>
            ))}
          </div>
        )}
      </QueryView>
    </div>
  )
}

function Result({ result: { kind, trader, matchedBy, matched } }: { readonly result: SearchResult }) {
  const t = useTranslate()
  return (
    <>
      <EventIcon kind={kind} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{trader.name || trader.email}</span>
        <span className="truncate text-13 text-muted">
          {matchedBy === 'name' || matchedBy === 'account' ? trader.email : matched}
        </span>
      </span>
      <span className="shrink-0 text-13 text-muted">
        {kind === 'trader' ? t('traders.account', { id: trader.id }) : t(`traders.kind_${kind}`)}
      </span>
    </>
  )
}
