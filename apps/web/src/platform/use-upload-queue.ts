import { useCallback, useEffect, useRef, useState } from 'react'

/** A file in the queue (spec: funding 3, uploaded scan). */
export type UploadItem = {
  readonly id: string
  readonly name: string
  /** Progress from 0 to 1. It is 0 while an earlier file is being uploaded. */
  readonly progress: number
  readonly status: 'loading' | 'success' | 'error'
  readonly error: string
  readonly canRetry: boolean
}

export type UploadFailure = { readonly error: string; readonly canRetry: boolean }

export type UploadQueueOptions = {
  /** Returns the text of an error, or null. */
  readonly check: (file: File) => Promise<string | null>
  readonly send: (file: File, on: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<unknown>
  /** Describes what `send` threw, or a file that was deleted from the disk. */
  readonly describeFailure: (error: unknown) => UploadFailure
  /** Called after an upload. The file leaves the queue when this resolves. */
  readonly onSent: () => Promise<void>
}

type UploadEntry = { readonly file: File; readonly abort: AbortController }

/** Uploads files one at a time, in order. Unmounting aborts the uploads. */
export function useUploadQueue({ check, send, describeFailure, onSent }: UploadQueueOptions) {
  const [uploads, setUploads] = useState<readonly UploadItem[]>([])
  const entries = useRef(new Map<string, UploadEntry>())
  const queue = useRef(Promise.resolve())
  const counter = useRef(0)

  const updateItem = useCallback((id: string, part: Partial<UploadItem>) => {
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  }, [])
  const removeUpload = useCallback((id: string) => {
    entries.current.get(id)?.abort.abort()
    entries.current.delete(id)
    setUploads((all) => all.filter((upload) => upload.id !== id))
  }, [])

  const processUpload = async (id: string): Promise<void> => {
    const entry = entries.current.get(id)
    if (entry === undefined) return
    const { file, abort } = entry
    try {
      const refused = await check(file)
      if (refused !== null) return updateItem(id, { status: 'error', error: refused, canRetry: false })
      const onProgress = (progress: number): void => updateItem(id, { progress })
      await send(file, { onProgress, signal: abort.signal })
      updateItem(id, { status: 'success', progress: 1 })
      await onSent()
      removeUpload(id)
    } catch (error) {
      // A cancelled upload has no row.
      if (!abort.signal.aborted) updateItem(id, { status: 'error', progress: 0, ...describeFailure(error) })
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
    uploads,
    addFiles: (files: readonly File[]): void => {
      const added = files.map((file): UploadItem => {
        const id = `scan-${++counter.current}`
        entries.current.set(id, { file, abort: new AbortController() })
        return { id, name: file.name, progress: 0, status: 'loading', error: '', canRetry: false }
      })
      setUploads((all) => [...all.filter(({ status }) => status !== 'error'), ...added])
      for (const { id } of added) enqueue(id)
    },
    retryUpload: (id: string): void => {
      updateItem(id, { status: 'loading', error: '', progress: 0 })
      enqueue(id)
    },
    removeUpload,
  }
}
