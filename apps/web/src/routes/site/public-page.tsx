import { QueryClientProvider } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { ServerPage } from '../../features/pages/server-page.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { navLinkClass } from '../../ui/layout/nav-link-class.ts'
import { cx } from '../../ui/styles/cx.ts'
import { PageExtension } from '../page-extension.tsx'
import { paths } from '../paths.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { sitePages } from './site-pages.ts'

export function PublicPage({ page }: { readonly page: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="grid grid-cols-1 gap-12 pt-4 pb-16 sm:pt-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-16">
        <div className="min-h-96 lg:order-2">
          <ServerPage key={page} area="pg" page={page}>
            <PageExtension page={page} />
          </ServerPage>
        </div>
        <PageList />
      </div>
    </QueryClientProvider>
  )
}

function PageList() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <nav aria-label={t('shell.pages')} className="hidden pt-2 lg:block">
      <ul className="flex flex-col lg:sticky lg:top-8">
        {sitePages.map(({ page, text }) => (
          <li key={page}>
            <Link
              to={paths.page(lang, page)}
              className={cx(
                navLinkClass,
                'target border-s-2 border-transparent ps-4 data-[status=active]:border-accent',
              )}
            >
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
