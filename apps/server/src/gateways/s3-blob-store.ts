import type { S3Client } from '@aws-sdk/client-s3'

import type { BlobStore } from '../platform/storage/blob-store.ts'

export type S3Settings = {
  readonly bucket: string
  /** Default: Amazon S3. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Default: the machine's own credentials, e.g. those of a role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** `limitMs` includes retries. */
export type S3RequestLimits = { readonly limitMs: number; readonly maxAttempts: number }
const defaultRequestLimits: S3RequestLimits = { limitMs: 25_000, maxAttempts: 3 }
const maxBytes = 32 * 1024 * 1024

/** Stores blobs in S3. The SDK is loaded on demand, to keep the start fast. */
export function createS3BlobStore(
  settings: S3Settings,
  { limitMs, maxAttempts }: S3RequestLimits = defaultRequestLimits,
): BlobStore {
  const { bucket, endpoint, region, credentials } = settings
  let clientPromise: Promise<{ readonly sdk: typeof import('@aws-sdk/client-s3'); readonly client: S3Client }> | null =
    null
  const getClient = () => {
    clientPromise ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        maxAttempts,
        requestHandler: { connectionTimeout: 3000, requestTimeout: 20_000, throwOnRequestTimeout: true },
        // Not every store supports newer checksums, and sealed values have their own.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        endpoint,
        forcePathStyle: endpoint !== undefined,
        credentials,
      }),
    }))
    return clientPromise
  }
  const createAbortOptions = () => ({ abortSignal: AbortSignal.timeout(limitMs) })

  return {
    name: 's3',
    put: async (key, bytes) => {
      const { sdk, client } = await getClient()
      await client.send(
        new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: 'application/octet-stream' }),
        createAbortOptions(),
      )
    },
    get: async (key) => {
      const { sdk, client } = await getClient()
      try {
        const { Body, ContentLength = 0 } = await client.send(
          new sdk.GetObjectCommand({ Bucket: bucket, Key: key }),
          createAbortOptions(),
        )
        if (ContentLength > maxBytes) throw new Error('the store returned an object that is too large')
        return Body ? Buffer.from(await Body.transformToByteArray()) : null
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null
        throw error
      }
    },
    remove: async (key) => {
      const { sdk, client } = await getClient()
      await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key }), createAbortOptions())
    },
    close: () => void clientPromise?.then(({ client }) => client.destroy()),
  }
}
