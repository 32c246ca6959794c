import type { Call } from '@tradefront/contract/call'

import { boot } from './bootstrap.ts'
import { type Answer, readAnswer, type Reply } from './request.ts'

/** As long as the server waits for a body. */
const timeoutMs = 5 * 60_000

export type UploadOptions = {
  /** Told how much of the body has gone out, 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/**
 * Makes a multipart call and gives its reply, as `request` does. Throws an ApiError; an abort of the caller's own throws the
 * signal's reason. XMLHttpRequest, because fetch does not tell how much has been sent.
 */
export function upload<const C extends Call>(
  call: C,
  parts: Readonly<Record<string, string | Blob>>,
  options: UploadOptions = {},
): Promise<Reply<C>> {
  return readAnswer(call, () => post(call.path, parts, options))
}

function post(
  path: string,
  parts: Readonly<Record<string, string | Blob>>,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const sent = new XMLHttpRequest()
    sent.open('POST', path)
    sent.timeout = timeoutMs
    sent.setRequestHeader('accept', 'application/json')
    sent.setRequestHeader('x-csrf-token', boot().csrf)
    sent.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total))
    const stop = (): void => {
      sent.abort()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    // Loaded, failed, timed out or aborted: a status of 0 is no answer.
    sent.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', stop)
      resolve({ status: sent.status, json: parse(sent.responseText) })
    })
    sent.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
