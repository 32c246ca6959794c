import { useEffect, useState } from 'react'

/** The token of a mailed link. Another link in the same tab changes only what follows #. */
export function useLinkToken(): string {
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

/** Removes the token from the address and the history. */
function consumeLinkToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
