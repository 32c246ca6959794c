import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useLocaleTag } from '../i18n/i18n.ts'
import { getPageQuery } from './page-query.ts'
import { ServerHtml } from './server-html.tsx'

/** A fragment of the server. It has no body while it loads, if it cannot be loaded, and if it does not exist. */
export function ServerFragment(props: {
  readonly page: string
  /** Title of a fragment without one. */
  readonly title: string
  readonly children: (fragment: { readonly title: string; readonly body: ReactNode }) => ReactNode
}) {
  const { data } = useQuery(getPageQuery('ag', props.page, useLocaleTag()))
  const title = data?.title ?? ''
  return props.children({
    title: title === '' ? props.title : title,
    body: data ? <ServerHtml html={data.html} /> : null,
  })
}
