import { useQuery } from '@tanstack/react-query'

import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'

/** The server's page of the same name introduces a screen of the app. Keeps one line free while it loads. */
export function ScreenIntro({ page }: { readonly page: string }) {
  const { data, isPending } = useQuery(getPageQuery('pg', page, useLocaleTag()))
  if (isPending) return <span className="block min-h-6" />
  return data === null || data === undefined ? null : <ServerHtml html={data.html} />
}
