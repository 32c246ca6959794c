import { Worker } from 'node:worker_threads'

import type { ReceivedMail } from './read-mail.ts'

const defaultLimitMs = 20_000
const maxMemoryMb = 192

/** Reads a mail in a thread of its own: a hostile one takes neither the time nor the memory of the server. Null: it cannot be read. */
export function parseMail(raw: Buffer, limitMs = defaultLimitMs): Promise<ReceivedMail | null> {
  const worker = new Worker(new URL('./mail-worker.ts', import.meta.url), {
    workerData: raw,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
    execArgv: [],
    env: {},
  })
  const parsed = new Promise<ReceivedMail | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), limitMs)
    worker.once('message', resolve)
    worker.once('error', () => resolve(null))
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
  return parsed.finally(() => void worker.terminate())
}
