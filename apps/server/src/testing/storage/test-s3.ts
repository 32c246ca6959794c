import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import S3rver from 's3rver'

import type { S3Settings } from '../../gateways/s3-blob-store.ts'

/** A local S3 server. `objects` returns the stored keys and bytes. */
export type TestS3 = {
  readonly settings: S3Settings
  readonly listObjects: () => Promise<{ readonly key: string; readonly bytes: Buffer }[]>
  /** Stops responding until `resume`. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'tradefront-s3-'))
  const bucket = 'tradefront-documents'
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] }
  let server: S3rver | null = new S3rver({ ...options, port: 0 })
  const { port } = await server.run()
  const pause = async () => {
    await server?.close()
    server = null
  }
  return {
    settings: {
      bucket,
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    listObjects: async () => {
      const files = await readdir(join(directory, bucket), { recursive: true })
      const found = files.filter((file) => file.endsWith('._S3rver_object'))
      return Promise.all(
        found.map(async (file) => ({
          key: file.replace('._S3rver_object', ''),
          bytes: await readFile(join(directory, bucket, file)),
        })),
      )
    },
    pause,
    resume: async () => {
      server = new S3rver({ ...options, port })
      await server.run()
    },
    stop: async () => {
      await pause()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
