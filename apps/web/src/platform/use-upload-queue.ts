import { useCallback, useEffect, useRef, useState } from 'react'

/** A file on its way (spec: funding 3, uploaded scan). */
export type UploadItem = {
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
export type UploadResult = { readonly error: string; readonly canRetry: boolean } | null

export type UploadQueueOptions = {
  /** Why a file is not sent at all, null for one that is. */
  readonly check: (file: File) => Promise<string | null>
  readonly send: (file: File, on: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<UploadResult>
  /** What to say where something failed that nobody foresaw, such as a file that is gone from the disk. */
  readonly unexpectedErrorText: () => string
  /** Called when a file has arrived; the row of the file leaves when it resolves. */
  readonly onSent: () => Promise<void>
}

type UploadEntry = { readonly file: File; readonly abort: AbortController }

/** Files on their way, sent one at a time in the order they came. Leaving the screen stops what is still under way. */
export function useUploadQueue({ check, send, unexpectedErrorText: failed, onSent }: UploadQueueOptions) {
  const [uploads, setUploads] = useState<readonly UploadItem[]>([])
  const entries = useRef(new Map<string, UploadEntry>())
  const queue = useRef(Promise.resolve())
  const counter = useRef(0)

  const updateItem = useCallback((id: string, part: Partial<UploadItem>) => {
    setUploads((all) => all.map((scan) => (scan.id === id ? { ...scan, ...part } : scan)))
  }, [])
  const removeUpload = useCallback((id: string) => {
    entries.current.get(id)?.abort.abort()
    entries.current.delete(id)
    setUploads((all) => all.filter((scan) => scan.id !== id))
  }, [])

  const processUpload = async (id: string): Promise<void> => {
    const entry = entries.current.get(id)
    if (entry === undefined) return
    const { file, abort } = entry
    try {
      const refused = await check(file)
      if (refused !== null) return updateItem(id, { status: 'error', error: refused, canRetry: false })
      const onProgress = (progress: number): void => updateItem(id, { progress })
      const result = await send(file, { onProgress, signal: abort.signal })
      if (result !== null) return updateItem(id, { status: 'error', progress: 0, ...result })
      updateItem(id, { status: 'success', progress: 1 })
      await onSent()
      removeUpload(id)
    } catch {
      // Cancelled: its row is gone already. Whatever else it was, the next in line goes on.
      if (!abort.signal.aborted) updateItem(id, { status: 'error', progress: 0, error: failed(), canRetry: true })
    }
  }
  const enqueue = (id: string): void => {
    queue.current = queue.current.then(() => processUpload(id))
  }

  useEffect(() => {
    const map = entries.current
    return () => {
      for (const { abort } of map.values()) abort.abort()
      map.clear()
    }
  }, [])

  return {
    scans: uploads,
    addFiles: (files: readonly File[]): void => {
      const added = files.map((file): UploadItem => {
        const id = `scan-${++counter.current}`
        entries.current.set(id, { file, abort: new AbortController() })
        return { id, name: file.name, progress: 0, status: 'loading', error: '', canRetry: false }
      })
      // What failed before is answered by what comes now.
      setUploads((all) => [...all.filter(({ status }) => status !== 'error'), ...added])
      for (const { id } of added) enqueue(id)
    },
    retryUpload: (id: string): void => {
      updateItem(id, { status: 'loading', error: '', progress: 0 })
      enqueue(id)
    },
    /** Stops one that is under way, or takes a failed one off the screen. */
    drop: removeUpload,
  }
}
