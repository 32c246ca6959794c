import { QueryClientProvider } from '@tanstack/react-query'

import { ServerPage } from '../../features/pages/server-page.tsx'
import { PageExtension } from '../page-extension.tsx'
import { queryClient } from '../../platform/api/query-client.ts'

export function PublicPage({ page }: { readonly page: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <div className={`mx-auto min-h-96 pt-4 pb-16 sm:pt-8 ${page === 'contacts' ? 'max-w-3xl' : 'max-w-prose'}`}>
        <ServerPage key={page} area="pg" page={page}>
          <PageExtension page={page} />
        </ServerPage>
      </div>
    </QueryClientProvider>
  )
}
