/** Requests the lock. `steal` takes it from another tab. Returns a function that releases it. */
export type AcquireTabLock = (steal: boolean, onHeld: (isHeld: boolean) => void) => () => void

/**
 * Requests a lock of the browser. A tab that loses it gets `onHeld(false)`. Without TLS the browser has no locks and every tab can act: the
 * server accepts only one of them.
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

export type TabLock = ReturnType<typeof createTabLock>

/** Creates a lock that ignores callbacks of earlier requests. */
export function createTabLock(acquire: AcquireTabLock, onChange: () => void) {
  let isHeld = false
  let releaseCurrent = (): void => {}
  const release = (): void => {
    isHeld = false
    releaseCurrent()
    releaseCurrent = () => {}
  }
  return {
    isHeld: (): boolean => isHeld,
    release,
    acquire(steal: boolean): void {
      release()
      let isCurrent = true
      const releaseRequest = acquire(steal, (held) => {
        if (!isCurrent) return
        isHeld = held
        onChange()
      })
      releaseCurrent = () => {
        isCurrent = false
        releaseRequest()
      }
    },
  }
}
