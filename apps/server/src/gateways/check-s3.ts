import { randomUUID } from 'node:crypto'

import { createS3BlobStore, type S3Settings } from './s3-blob-store.ts'

/** `wrong`: it cannot work with these settings; `silent`: it does not answer now, and may later. `why` is one sentence. */
export type S3CheckResult = { readonly kind: 'right' } | { readonly kind: 'wrong' | 'silent'; readonly why: string }

/** A store that does not answer holds nothing up for longer. */
const limitMs = 5000

/**
 * Finds out whether documents can be kept in a store, by writing, reading and removing a few bytes where they would go: the
 * three rights that the keys need, and no others.
 */
export async function checkS3Access(settings: S3Settings): Promise<S3CheckResult> {
  const store = createS3BlobStore(settings, { limitMs, maxAttempts: 1 })
  const key = `documents/check-${randomUUID()}`
  let operation = 'write'
  try {
    await store.put(key, Buffer.from('check'))
    operation = 'read'
    await store.get(key)
    operation = 'remove'
    await store.remove(key)
    return { kind: 'right' }
  } catch (error) {
    return toCheckResult(error, operation, settings)
  } finally {
    store.close()
  }
}

/** What the store has said, as a person can act on it; its own words stay out: they may name keys. */
function toCheckResult(error: unknown, operation: string, { bucket, endpoint, region }: S3Settings): S3CheckResult {
  const location = endpoint ?? `Amazon in ${region}`
  const { name, status } = readErrorDetails(error)
  const wrong = (why: string) => ({ kind: 'wrong', why }) as const
  if (name === 'NoSuchBucket')
    return wrong(`There is no bucket "${bucket}" at ${location}: make it, or set S3_BUCKET to one that is there.`)
  if (name === 'CredentialsProviderError')
    return wrong('This machine has no rights of its own to S3_BUCKET: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  if (status === 301 || name === 'AuthorizationHeaderMalformed')
    return wrong(`The bucket "${bucket}" is in another region than ${region}: set S3_REGION.`)
  if (status !== undefined && status >= 400 && status < 500)
    return wrong(
      `The store at ${location} refuses to ${operation} in the bucket "${bucket}" (${name}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what they may do below documents/.`,
    )
  return {
    kind: 'silent',
    why: `The store of documents at ${location} does not answer (${name}): nobody can upload until it does.`,
  }
}

function readErrorDetails(error: unknown): { readonly name: string; readonly status: number | undefined } {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined }
  const meta = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof meta === 'object' && meta !== null && 'httpStatusCode' in meta && typeof meta.httpStatusCode === 'number'
      ? meta.httpStatusCode
      : undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { name: code, status }
}
