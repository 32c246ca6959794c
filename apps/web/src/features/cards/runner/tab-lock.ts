/**
 * One tab of a browser acts for a payment at a time. Waits in line, or with `steal` takes the lock from another tab, which
 * hears it; gives the function that lets go. Where the browser has no locks (a page not served securely) every tab
 * may act: the server lets one of them through all the same.
 */
export function acquireTabLock(name: string, steal: boolean, onHeld: (isHeld: boolean) => void): () => void {
  if (!('locks' in navigator)) {
    onHeld(true)
    return () => {}
  }
  const abort = new AbortController()
  let release = (): void => {}
  const holdUntilReleased = (): Promise<void> => {
    onHeld(true)
    return new Promise((resolve) => {
      release = resolve
    })
  }
  const options: LockOptions = steal ? { steal: true } : { signal: abort.signal }
  navigator.locks.request(name, options, holdUntilReleased).catch(() => onHeld(false))
  return () => {
    abort.abort()
    release()
  }
}
