import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Headline } from '@tradefront/contract/domain/news'
import type { NewsCategory } from '@tradefront/contract/news'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { paths } from '../../routes/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { getHeadlinesQuery } from './api.ts'
import { FreshnessNote } from './freshness-note.tsx'
import type { TabSearch } from './tabs.ts'
import { useNow } from './use-now.ts'

type HeadlineListProps = { readonly category: NewsCategory; readonly search: TabSearch }

/** Headlines of a category, newest first. */
export function HeadlineList({ category, search }: HeadlineListProps) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-4">
      <QueryView
        query={useQuery(getHeadlinesQuery(useLocaleTag(), category))}
        name={t('profile.news')}
        failureTitle={t('news.load_failed')}
        skeleton={<NewsSkeleton />}
      >
        {(headlines) => (
          <>
            <FreshnessNote freshness={headlines} staleText={t('news.last_updated_text')} />
            {headlines.items.length === 0 ? (
              <EmptyState title={t('news.none')}>{t('news.none_text')}</EmptyState>
            ) : (
              <ul className="flex flex-col">
                {headlines.items.map((item) => (
                  <HeadlineRow key={item.item} headline={item} search={search} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

/** Skeleton that fills the window on a phone, so that the list moves nothing below it when it comes. */
export function NewsSkeleton() {
  return (
    <div className="max-lg:min-h-dvh">
      <RowsSkeleton count={4} className="h-16" />
    </div>
  )
}

function HeadlineRow({ headline, search }: { readonly headline: Headline; readonly search: TabSearch }) {
  const format = useFormat()
  const nowMs = useNow()
  const { item, title, summary, atMs } = headline
  return (
    <li className="flex flex-col gap-1 border-b border-line py-4 first:pt-0 last:border-b-0">
      <h2 className="text-17 font-medium wrap-anywhere">
        <Link to={paths.showWith('news', item)} search={search} className="target hover:underline">
          {title}
        </Link>
      </h2>
      {summary !== '' && <p className="text-muted wrap-anywhere">{summary}</p>}
      <time dateTime={new Date(atMs).toISOString()} title={format.longDateTime(atMs)} className="text-13 text-muted">
        {format.ago(atMs, nowMs)}
      </time>
    </li>
  )
}
