import { useQuery } from '@tanstack/react-query'
import type { DeskHeadline } from '@tradefront/contract/desk-marketing'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { headlinesQuery } from './api.ts'

/** News of the feeds, with a button that hides one from traders. */
export function HeadlinesScreen() {
  const t = useTranslate()
  const query = useQuery(headlinesQuery)
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6">
      <ScreenTitle
        lead={t('desk_marketing.news_lead')}
        aside={
          <CsvButton
            file="news"
            title={t('desk_marketing.news')}
            load={() => query.data ?? []}
            columns={[
              { title: t('desk.col_time'), toCell: ({ publishedAtMs }) => toCsvTime(publishedAtMs) },
              { title: t('desk_marketing.page_title'), toCell: ({ title }) => title },
              { title: t('desk_marketing.source'), toCell: ({ source }) => source },
              { title: t('desk_marketing.hidden'), toCell: ({ hiddenAtMs }) => toCsvTime(hiddenAtMs) },
            ]}
          />
        }
      >
        {t('desk_marketing.news')}
      </ScreenTitle>
      <QueryView
        query={query}
        name={t('desk_marketing.news')}
        skeleton={<Skeleton className="h-96" />}
        isEmpty={(headlines) => headlines.length === 0}
        empty={<EmptyState title={t('desk_marketing.no_news')}>{t('desk_marketing.no_news_text')}</EmptyState>}
      >
        {(headlines) => (
          <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
            {headlines.map((headline) => (
              <li key={headline.id} className="border-b border-line last:border-b-0">
                <Headline headline={headline} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

function Headline({ headline }: { readonly headline: DeskHeadline }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, title, summary, source, publishedAtMs, hiddenAtMs } = headline
  const isHidden = hiddenAtMs !== null
  return (
    <div className={cx('flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3', isHidden && 'bg-raised')}>
      <div className="flex min-w-56 flex-1 flex-col gap-0.5">
        <p className={cx('font-medium wrap-anywhere', isHidden && 'text-muted')}>{title}</p>
        <p className="line-clamp-2 text-muted">{summary}</p>
        <p className="text-13 text-muted">
          {source} · {format.dateTime(publishedAtMs)}
          {isHidden && (
            <span className="font-medium text-down">
              {' '}
              · {t('desk_marketing.hidden_since', { time: format.dateTime(hiddenAtMs) })}
            </span>
          )}
        </p>
      </div>
      <ActionButton
        action="news.hide"
        size="sm"
        title={t('desk_marketing.hide_title', { title })}
        input={{ headline: id }}
        isOffered={!isHidden}
      />
      <ActionButton
        action="news.show"
        size="sm"
        title={t('desk_marketing.show_title', { title })}
        input={{ headline: id }}
        isOffered={isHidden}
      />
    </div>
  )
}
