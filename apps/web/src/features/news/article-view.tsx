import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Article } from '@tradefront/contract/domain/news'
import ArrowLeft from 'lucide-react/icons/arrow-left'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { getArticleQuery } from './api.ts'
import { SampleNote } from './freshness-note.tsx'
import type { TabSearch } from './tabs.ts'

export function ArticleView({ item, search }: { readonly item: string; readonly search: TabSearch }) {
  const t = useTranslate()
  const article = useQuery(getArticleQuery(item))
  usePageTitle(article.data?.title ?? t('profile.news'))
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col items-start gap-6">
      <Link
        to={paths.show('news')}
        search={search}
        className={buttonClass({ tone: 'plain', size: 'sm', className: '-ms-3' })}
      >
        <ArrowLeft size={16} className="rtl:-scale-x-100" aria-hidden />
        {t('news.back')}
      </Link>
      <QueryView
        query={article}
        name={t('news.article')}
        failureTitle={t('news.load_failed')}
        skeleton={<Skeleton className="h-72 w-full" />}
        empty={
          <EmptyState
            title={<h1>{t('news.article_missing')}</h1>}
            action={
              <Link to={paths.show('news')} className={buttonClass({})}>
                {t('news.back')}
              </Link>
            }
          >
            {t('news.article_missing_text')}
          </EmptyState>
        }
      >
        {(data) => <ArticleText article={data} />}
      </QueryView>
    </div>
  )
}

function ArticleText({ article }: { readonly article: Article }) {
  const t = useTranslate()
  const format = useFormat()
  const { title, html, atMs, link, isSample } = article
  return (
    <article className="flex w-full flex-col items-start gap-4 wrap-anywhere">
      <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
        {title}
      </h1>
      <time dateTime={new Date(atMs).toISOString()} className="text-13 text-muted">
        {format.longDateTime(atMs)}
      </time>
      {isSample && <SampleNote />}
      <ServerHtml html={html} />
      {link !== null && (
        <a href={link} target="_blank" rel="noreferrer" className="text-accent-ink hover:underline">
          {t('news.read_all', { host: new URL(link).host })}
        </a>
      )}
    </article>
  )
}
