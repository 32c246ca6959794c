import { useCallback, useEffect, useRef, useState } from 'react'

/** A file on its way (spec: funding 3, uploaded scan). */
export type Scan = {
  readonly id: string
  readonly name: string
  /** 0 to 1; stays at 0 while an earlier one is sent. */
  readonly progress: number
  readonly status: 'loading' | 'success' | 'error'
  /** What went wrong, in the trader's words. */
  readonly error: string
  /** Whether sending the same file again may help. */
  readonly canRetry: boolean
}

/** How a file ended: sent, or why not. */
export type ScanEnd = { readonly error: string; readonly canRetry: boolean } | null

export type ScanOptions = {
  /** Why a file is not sent at all, null for one that is. */
  readonly check: (file: File) => Promise<string | null>
  readonly send: (file: File, on: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<ScanEnd>
  /** What to say where something failed that nobody foresaw, such as a file that is gone from the disk. */
  readonly failed: () => string
  /** Called when a file has arrived; the row of the file leaves when it resolves. */
  readonly onSent: () => Promise<void>
}

type Entry = { readonly file: File; readonly abort: AbortController }

/** Files on their way, sent one at a time in the order they came. Leaving the screen stops what is still under way. */
export function useScans({ check, send, failed, onSent }: ScanOptions) {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const entries = useRef(new Map<string, Entry>())
  const line = useRef(Promise.resolve())
  const counter = useRef(0)

  const change = useCallback((id: string, part: Partial<Scan>) => {
    setScans((all) => all.map((scan) => (scan.id === id ? { ...scan, ...part } : scan)))
  }, [])
  const drop = useCallback((id: string) => {
    entries.current.get(id)?.abort.abort()
    entries.current.delete(id)
    setScans((all) => all.filter((scan) => scan.id !== id))
  }, [])

  const work = async (id: string): Promise<void> => {
    const entry = entries.current.get(id)
    if (entry === undefined) return
    const { file, abort } = entry
    try {
      const refused = await check(file)
      if (refused !== null) return change(id, { status: 'error', error: refused, canRetry: false })
      const onProgress = (progress: number): void => change(id, { progress })
      const end = await send(file, { onProgress, signal: abort.signal })
      if (end !== null) return change(id, { status: 'error', progress: 0, ...end })
      change(id, { status: 'success', progress: 1 })
      await onSent()
      drop(id)
    } catch {
      // Cancelled: its row is gone already. Whatever else it was, the next in line goes on.
      if (!abort.signal.aborted) change(id, { status: 'error', progress: 0, error: failed(), canRetry: true })
    }
  }
  const enqueue = (id: string): void => {
    line.current = line.current.then(() => work(id))
  }

  useEffect(() => {
    const map = entries.current
    return () => {
      for (const { abort } of map.values()) abort.abort()
      map.clear()
    }
  }, [])

  return {
    scans,
    add: (files: readonly File[]): void => {
      const added = files.map((file): Scan => {
        const id = `scan-${++counter.current}`
        entries.current.set(id, { file, abort: new AbortController() })
        return { id, name: file.name, progress: 0, status: 'loading', error: '', canRetry: false }
      })
      // What failed before is answered by what comes now.
      setScans((all) => [...all.filter(({ status }) => status !== 'error'), ...added])
      for (const { id } of added) enqueue(id)
    },
    retry: (id: string): void => {
      change(id, { status: 'loading', error: '', progress: 0 })
      enqueue(id)
    },
    /** Stops one that is under way, or takes a failed one off the screen. */
    drop,
  }
}
