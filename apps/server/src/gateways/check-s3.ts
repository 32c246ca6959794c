import { randomUUID } from 'node:crypto'

import { getErrorCode } from '../platform/error-code.ts'
import { createS3BlobStore, type S3Settings } from './s3-blob-store.ts'

/** `misconfigured`: the settings are wrong. `unreachable`: the store does not answer now. */
export type S3CheckResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'misconfigured' | 'unreachable'; readonly message: string }

/** Limits how long a silent store delays the start. */
const limitMs = 5000

const folders = ['documents', 'tickets']

/** Writes, reads and deletes a few bytes in each folder: the only rights the keys need. */
export async function checkS3Access(settings: S3Settings): Promise<S3CheckResult> {
  const store = createS3BlobStore(settings, { limitMs, maxAttempts: 1 })
  let operation = 'write'
  try {
    for (const folder of folders) {
      const key = `${folder}/check-${randomUUID()}`
      operation = 'write'
      await store.put(key, Buffer.from('check'))
      operation = 'read'
      await store.get(key)
      operation = 'remove'
      await store.remove(key)
    }
    return { kind: 'ok' }
  } catch (error) {
    return toCheckResult(error, operation, settings)
  } finally {
    store.close()
  }
}

/** Describes the failure without the store's own message, which can contain keys. */
function toCheckResult(error: unknown, operation: string, { bucket, endpoint, region }: S3Settings): S3CheckResult {
  const location = endpoint ?? `Amazon in ${region}`
  const { name, status } = readErrorDetails(error)
  const misconfigured = (message: string) => ({ kind: 'misconfigured', message }) as const
  if (name === 'NoSuchBucket')
    return misconfigured(
      `There is no bucket "${bucket}" at ${location}: create it, or set S3_BUCKET to an existing one.`,
    )
  if (name === 'CredentialsProviderError')
    return misconfigured('This machine has no rights to S3_BUCKET: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.')
  if (status === 301 || name === 'AuthorizationHeaderMalformed')
    return misconfigured(`The bucket "${bucket}" is in another region than ${region}: set S3_REGION.`)
  if (status !== undefined && status >= 400 && status < 500)
    return misconfigured(
      `The store at ${location} refuses to ${operation} in the bucket "${bucket}" (${name}): check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and their rights to documents/ and tickets/.`,
    )
  return {
    kind: 'unreachable',
    message: `The document store at ${location} does not answer (${name}): uploads fail until it does.`,
  }
}

function readErrorDetails(error: unknown): { readonly name: string; readonly status: number | undefined } {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined }
  const meta = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof meta === 'object' && meta !== null && 'httpStatusCode' in meta && typeof meta.httpStatusCode === 'number'
      ? meta.httpStatusCode
      : undefined
  return { name: getErrorCode(error) ?? error.name, status }
}
