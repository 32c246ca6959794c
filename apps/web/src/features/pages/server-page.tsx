import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'
import { PageNotFound } from './page-not-found.tsx'

/** An operator edits the content. `children` come between title and text. */
export function ServerPage(props: {
  readonly area: 'pg' | 'ag'
  readonly page: string
  readonly children?: ReactNode
}) {
  const { data } = useSuspenseQuery(getPageQuery(props.area, props.page, useLocaleTag()))
  usePageTitle(data?.title)
  if (data === null) return <PageNotFound />
  return (
    <article className="flex flex-col gap-6">
      <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
        {data.title}
      </h1>
      {props.children}
      <ServerHtml html={data.html} />
    </article>
  )
}
