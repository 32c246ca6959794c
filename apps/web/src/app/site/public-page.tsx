import { QueryClientProvider } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'

import { ServerPage } from '../../features/pages/server-page.tsx'
import { useLocaleTag, useTexts } from '../../platform/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { setTitle } from '../use-title.ts'
import { SiteNotFound } from './site-notices.tsx'

/** A server page that may be read without logging in: the terms, the risks. */
export function PublicPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  const { page = '' } = useParams({ strict: false })
  return (
    <QueryClientProvider client={queries}>
      <div className="flex flex-col items-start gap-8 py-8">
        <Suspense fallback={<Skeleton className="h-64 w-full max-w-prose" label={t('shell.loading')} />}>
          <ServerPage area="pg" page={page} notFound={<SiteNotFound />} onTitle={setTitle} />
        </Suspense>
        <Link to={paths.login(lang)} className={buttonClass({})}>
          {t('shell.to_login')}
        </Link>
      </div>
    </QueryClientProvider>
  )
}
