import type { ApiCall } from '@tradefront/contract/call'
import { createRequestId, requestIdHeader } from '@tradefront/contract/request-id'
import type { TextKey } from '@tradefront/texts/keys'

import { translateExplained } from '../i18n/explanations.ts'
import { translate } from '../i18n/i18n.ts'
import type { UploadFailure } from '../use-upload-queue.ts'
import { ApiError } from './api-error.ts'
import { getBootstrap } from './bootstrap.ts'
import { toErrorText } from './error-text.ts'
import { throwIfRefused } from './perform-call.ts'
import { type RawResponse, sendAndParse, type CallReply } from './request.ts'

/** This is the server's limit for a body. */
const timeoutMs = 5 * 60_000

export type UploadOptions = {
  /** Called with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/**
 * Uploads a form. Throws an ApiError, also for a refusal, or the signal's reason on abort. It uses XMLHttpRequest because fetch reports no
 * upload progress.
 */
export async function uploadForm<const C extends ApiCall>(
  call: C,
  parts: Readonly<Record<string, string | Blob>>,
  options: UploadOptions = {},
): Promise<CallReply<C>> {
  return throwIfRefused(await sendAndParse(call, () => postForm(call.path, parts, options)))
}

const busyCodes: ReadonlySet<string> = new Set<TextKey>(['documents.busy', 'documents.not_stored', 'errors.too_many'])

/**
 * Describes a failure. Only errors about the file and of a busy server have the server's message. Errors about the file cannot be retried.
 */
export function describeUploadFailure(error: unknown): UploadFailure {
  if (error instanceof ApiError) {
    const { kind, status, code } = error
    if (kind === 'refused' && [200, 413, 415].includes(status)) return { error: toErrorText(error), canRetry: false }
    // A proxy in front of the server has refused it.
    if (status === 413) return { error: translate('errors.too_large'), canRetry: false }
    if (busyCodes.has(code)) return { error: toErrorText(error), canRetry: true }
  }
  return { error: translateExplained('documents.failed'), canRetry: true }
}

function postForm(
  path: string,
  parts: Readonly<Record<string, string | Blob>>,
  { onProgress, signal }: UploadOptions,
): Promise<RawResponse> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    xhr.timeout = timeoutMs
    xhr.setRequestHeader('accept', 'application/json')
    xhr.setRequestHeader('x-csrf-token', getBootstrap().csrf)
    xhr.setRequestHeader(
      requestIdHeader,
      createRequestId((bytes) => crypto.getRandomValues(bytes)),
    )
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total))
    const stop = (): void => {
      xhr.abort()
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    // Runs after success, failure, time-out and abort.
    xhr.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', stop)
      resolve({ status: xhr.status, json: parseJson(xhr.responseText) })
    })
    xhr.send(form)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
