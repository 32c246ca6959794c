import type { SearchResult } from '@tradefront/contract/desk-traders'
import { useEffect, useRef } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { EventIcon } from '../traders/event-icon.tsx'

/** The list under the field. The focus stays in the field. */
export function SearchResults(props: {
  readonly id: string
  readonly results: readonly SearchResult[] | undefined
  readonly hasFailed: boolean
  /** They are of the text before. */
  readonly isOld: boolean
  readonly activeKey: string | undefined
  readonly onPoint: (key: string) => void
  readonly onChoose: (result: SearchResult) => void
}) {
  const t = useTranslate()
  const { id, results, activeKey } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [activeKey])
  const count = results?.length ?? 0
  const isEmpty = results !== undefined && count === 0 && !props.isOld
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-card border border-line bg-surface shadow-float sm:min-w-80">
      <p role="status" className="sr-only">
        {props.hasFailed ? t('traders.search_failed') : results !== undefined && t('traders.found', { count })}
      </p>
      {props.hasFailed && <p className="p-4 text-down">{t('traders.search_failed')}</p>}
      {isEmpty && (
        <div className="flex flex-col gap-1 p-4">
          <p className="font-medium">{t('traders.nothing_found')}</p>
          <p className="text-13 text-muted">{t('traders.nothing_found_text')}</p>
        </div>
      )}
      {count > 0 && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={t('traders.results')}
          className={cx('max-h-[60dvh] overflow-y-auto', props.isOld && 'opacity-60')}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {results?.map((result) => (
            <div
              key={result.key}
              id={`${id}-${result.key}`}
              role="option"
              aria-selected={result.key === activeKey}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 aria-selected:bg-accent-soft"
              onMouseMove={() => props.onPoint(result.key)}
              onClick={() => props.onChoose(result)}
            >
              <Result result={result} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function Result({ result }: { readonly result: SearchResult }) {
  const t = useTranslate()
  const { kind, trader, matchedBy, matched } = result
  const title = trader.name || trader.email
  return (
    <>
      <EventIcon kind={kind} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{title}</span>
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
