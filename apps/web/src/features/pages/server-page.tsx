import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import { QuestionList } from '../../platform/server-content/question-list.tsx'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageNotFound } from './page-not-found.tsx'

/** A page whose content an operator edits. `children` come between title and text. */
export function ServerPage(props: {
  readonly area: 'pg' | 'ag'
  readonly page: string
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const query = useQuery(getPageQuery(props.area, props.page, useLocaleTag()))
  usePageTitle(query.data?.title)
  return (
    <article className="flex flex-col gap-6">
      {query.data === undefined && (
        <h1 tabIndex={-1} className="sr-only">
          {t('shell.page')}
        </h1>
      )}
      <QueryView
        query={query}
        name={t('shell.page')}
        skeleton={
          <>
            <Skeleton className="h-9 w-64" />
            <Skeleton className="h-24 max-w-prose" />
            <Skeleton className="h-48 max-w-prose" />
          </>
        }
        empty={<PageNotFound />}
      >
        {({ title, html }) => (
          <>
            <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
              {title}
            </h1>
            {props.children}
            {props.page === 'faq' ? <QuestionList html={html} /> : <ServerHtml html={html} />}
          </>
        )}
      </QueryView>
    </article>
  )
}
