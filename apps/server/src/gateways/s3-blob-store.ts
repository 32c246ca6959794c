import type { S3Client } from '@aws-sdk/client-s3'

import type { BlobStore } from '../platform/storage/blob-store.ts'

/** Where an S3-compatible store is and how it is entered. */
export type S3Settings = {
  readonly bucket: string
  /** Absent: Amazon's own, by region. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Absent: the ways of the machine, such as a role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** How long one request may take, all its tries together, ms. */
export type S3RequestLimits = { readonly limitMs: number; readonly maxAttempts: number }
const defaultRequestLimits: S3RequestLimits = { limitMs: 25_000, maxAttempts: 3 }
/** Nothing of ours is larger; what is larger is not ours. */
const maxBytes = 32 * 1024 * 1024

/**
 * Large values in any S3-compatible store. The SDK is loaded when it is first needed: it would cost every start of a server
 * that keeps them in its database.
 */
export function createS3BlobStore(
  settings: S3Settings,
  { limitMs, maxAttempts: tries }: S3RequestLimits = defaultRequestLimits,
): BlobStore {
  const { bucket, endpoint, region, credentials } = settings
  let clientPromise: Promise<{ readonly sdk: typeof import('@aws-sdk/client-s3'); readonly client: S3Client }> | null =
    null
  const getClient = () => {
    clientPromise ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        maxAttempts: tries,
        requestHandler: { connectionTimeout: 3000, requestTimeout: 20_000, throwOnRequestTimeout: true },
        // Checksums of newer kinds are not known to every store; what we store carries its own proof.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
        ...(credentials === undefined ? {} : { credentials }),
      }),
    }))
    return clientPromise
  }
  const createAbortOptions = () => ({ abortSignal: AbortSignal.timeout(limitMs) })

  return {
    name: 's3',
    put: async (key, bytes) => {
      const { sdk, client } = await getClient()
      const sealed = 'application/octet-stream'
      await client.send(
        new sdk.PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: sealed }),
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
        if (ContentLength > maxBytes) throw new Error('an object of the store is larger than anything of ours')
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
