import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { getPageQuery } from './api.ts'
import { ServerHtml } from './server-html.tsx'

/** A fragment of the ag area for a dialog of ours: its title and its text. Nothing is drawn before it is there; without it the dialog says so little as its buttons do. */
export function ServerFragment(props: {
  readonly page: string
  readonly children: (fragment: { readonly title: string; readonly body: ReactNode }) => ReactNode
}) {
  const { data, isPending } = useQuery(getPageQuery('ag', props.page, useLocaleTag()))
  if (isPending) return null
  return props.children({ title: data?.title ?? '', body: data ? <ServerHtml html={data.html} /> : null })
}
