import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'

import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { getPageQuery } from './api.ts'
import { type PageLink, ServerHtml } from './server-html.tsx'

/** A page whose content an operator edits. `onTitle` hears what it is called. */
export function ServerPage(props: {
  readonly area: 'pg' | 'ag'
  readonly page: string
  readonly notFound: ReactNode
  readonly onTitle: (title: string) => void
  readonly Link?: PageLink
  /** What stands between the title and the text: a screen of ours that the page is about. */
  readonly children?: ReactNode
}) {
  const { data } = useSuspenseQuery(getPageQuery(props.area, props.page, useLocaleTag()))
  const { onTitle } = props
  const title = data?.title
  useEffect(() => {
    if (title !== undefined) onTitle(title)
  }, [title, onTitle])
  if (data === null) return props.notFound
  return (
    <article className="flex flex-col gap-6">
      <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
        {data.title}
      </h1>
      {props.children}
      <ServerHtml html={data.html} Link={props.Link} />
    </article>
  )
}
