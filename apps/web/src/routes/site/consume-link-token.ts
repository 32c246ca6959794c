/** Removes the token of a mailed link from the address and the history. */
export function consumeLinkToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}
