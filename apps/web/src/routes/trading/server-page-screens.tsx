import { ServerPage } from '../../features/pages/server-page.tsx'
import { PageExtension } from '../page-extension.tsx'

export function ServerPageScreen({ page }: { readonly page: string }) {
  return (
    <ServerPage key={page} area="pg" page={page}>
      <PageExtension page={page} />
    </ServerPage>
  )
}

export function ServerFragmentScreen({ page }: { readonly page: string }) {
  return <ServerPage key={page} area="ag" page={page} />
}
