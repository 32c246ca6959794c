import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useLocaleTag } from '../i18n/i18n.ts'
import { getPageQuery } from './page-query.ts'
import { ServerHtml } from './server-html.tsx'

/** Title and body are empty if the fragment does not exist. */
export function ServerFragment(props: {
  readonly page: string
  readonly children: (fragment: { readonly title: string; readonly body: ReactNode }) => ReactNode
}) {
  const { data, isPending } = useQuery(getPageQuery('ag', props.page, useLocaleTag()))
  if (isPending) return null
  return props.children({ title: data?.title ?? '', body: data ? <ServerHtml html={data.html} /> : null })
}
