import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'

import { queryClient } from '../../platform/api/query-client.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Page of a mailed link. `Panel` starts again with the token of another link. */
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

/** Returns the token of a mailed link. Another link in the same tab changes only what follows #. */
function useLinkToken(): string {
  const [token, setToken] = useState(consumeLinkToken)
  useEffect(() => {
    const readNext = (): void => {
      const next = consumeLinkToken()
      if (next !== '') setToken(next)
    }
    window.addEventListener('hashchange', readNext)
    return () => window.removeEventListener('hashchange', readNext)
  }, [])
  return token
}

/** Returns the token, and removes it from the address and the history. */
function consumeLinkToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
