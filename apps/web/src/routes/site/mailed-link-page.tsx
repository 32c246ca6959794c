import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'

import { queryClient } from '../../platform/api/query-client.ts'
import { AuthLayout } from './auth-layout.tsx'
import { useLinkToken } from './use-link-token.ts'

/** `Panel` starts again with the token of another link. */
export function MailedLinkPage(props: {
  readonly title: string
  readonly lead?: string
  readonly Panel: ComponentType<{ readonly token: string }>
}) {
  const token = useLinkToken()
  const { Panel, ...layout } = props
  return (
    <AuthLayout {...layout}>
      <QueryClientProvider client={queryClient}>
        <Panel key={token} token={token} />
      </QueryClientProvider>
    </AuthLayout>
  )
}
