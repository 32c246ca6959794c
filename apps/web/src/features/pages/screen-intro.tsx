import { useQuery } from '@tanstack/react-query'

import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { getPageQuery } from '../../platform/server-content/page-query.ts'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'

/** Text of the server's page with the same name, which introduces a screen of the app. It keeps one line free until it is loaded. */
export function ScreenIntro({ page }: { readonly page: string }) {
  const { data } = useQuery(getPageQuery('pg', page, useLocaleTag()))
  if (data === undefined) return <span className="block min-h-6" />
  return data && <ServerHtml html={data.html} />
}
