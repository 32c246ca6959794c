import { Worker } from 'node:worker_threads'

import { DocumentError } from './document-fetcher.ts'
import type { FeedItem } from './parse-feed.ts'

const defaultLimitMs = 10_000
const maxMemoryMb = 128

/**
 * Reads a feed in a thread of its own: a large or hostile document takes neither the time nor the memory of the server.
 * @throws DocumentError
 */
export function parseFeed(text: string, limitMs = defaultLimitMs): Promise<FeedItem[]> {
  const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    execArgv: [],
    env: {},
  })
  const parsed = new Promise<FeedItem[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DocumentError('Reading the feed takes too long')), limitMs)
    worker.once('message', resolve)
    worker.once('error', () => reject(new DocumentError('The document is not a feed')))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new DocumentError('The document is not a feed'))
    })
  })
  return parsed.finally(() => void worker.terminate())
}
