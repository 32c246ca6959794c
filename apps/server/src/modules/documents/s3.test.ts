import { randomBytes } from 'node:crypto'

import { detectFileType } from '@tradefront/rules/uploads/file-type'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { getUploadedName, createPhoto, uploadFile } from '../../../test/fixtures/documents/upload-files.ts'
import { createPdfWithPages } from '../../../test/fixtures/documents/hostile-files.ts'
import { startTestS3, type TestS3 } from '../../../test/fixtures/storage/test-s3.ts'
import { createS3BlobStore } from '../../gateways/s3-blob-store.ts'
import { cleanUpDocuments } from './service.ts'

let s3: TestS3
let app: TestApp
beforeAll(async () => {
  s3 = await startTestS3()
  app = await startTestApp({ config: { s3: s3.settings } })
})
afterAll(async () => {
  await app.stop()
  await s3.stop()
})

const rows = async (userId: number) =>
  (await app.database.pool.query('select id, state, store from documents where user_id = $1', [userId])).rows

test('the S3 store puts, gets, replaces and removes objects; a missing one is null', async () => {
  const store = createS3BlobStore(s3.settings)
  const bytes = randomBytes(6_000_000)
  expect(await store.get('a/b')).toBeNull()
  await store.put('a/b', randomBytes(10))
  await store.put('a/b', bytes)
  expect((await store.get('a/b'))?.equals(bytes)).toBe(true)
  await store.remove('a/b')
  await store.remove('a/b')
  expect(await store.get('a/b')).toBeNull()
  store.close()
})

test('a missing bucket or a store that does not respond is an error, not null', async () => {
  const nowhere = createS3BlobStore({ ...s3.settings, bucket: 'no-such-bucket' })
  const silent = createS3BlobStore({ ...s3.settings, endpoint: 'http://127.0.0.1:1' })
  for (const store of [nowhere, silent]) {
    await expect(store.put('a', Buffer.from('x'))).rejects.toThrow()
    await expect(store.get('a')).rejects.toThrow()
    store.close()
  }
})

describe('documents in an S3 store', () => {
  test('are stored encrypted, read back unchanged, and removed', async () => {
    const { client, userId } = await app.registerTrader()
    const name = getUploadedName((await uploadFile(client, 'passport', createPdfWithPages(2))).json)
    const [row] = await rows(userId)
    expect(row).toMatchObject({ state: 'sent', store: 's3' })
    const objects = (await s3.listObjects()).filter(({ key }) => key.includes(row.id))
    expect(objects.map(({ key }) => key).toSorted()).toEqual([`documents/${row.id}`, `documents/${row.id}/2`])
    expect(objects.some(({ bytes }) => bytes.includes('JFIF') || detectFileType(bytes) !== null)).toBe(false)
    expect((await app.database.pool.query('select 1 from blobs')).rows).toEqual([])
    for (const page of [name, name.replace('.', '-2.')])
      expect(await client.get(`/upload/${page}`)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/jpeg' },
      })
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
    expect((await s3.listObjects()).filter(({ key }) => key.includes(row.id))).toEqual([])
  })

  test('that were stored in the database before are still read from there', async () => {
    const { client, userId } = await app.registerTrader()
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    const [row] = await rows(userId)
    const { pool } = app.database
    const [object] = (await s3.listObjects()).filter(({ key }) => key === `documents/${row.id}`)
    await pool.query('insert into blobs (key, data) values ($1, $2)', [`documents/${row.id}`, object?.bytes])
    await pool.query("update documents set store = 'database' where id = $1", [row.id])
    const store = createS3BlobStore(s3.settings)
    await store.remove(`documents/${row.id}`)
    store.close()
    expect((await client.get(`/upload/${name}`)).status).toBe(200)
  })
})

test('while the S3 store is down, uploads fail with a clear message, and unfinished files are removed when it is back', async () => {
  const { client, userId } = await app.registerTrader()
  const before = (await s3.listObjects()).length
  const name = getUploadedName((await uploadFile(client, 'passport', await createPhoto())).json)
  await s3.pause()

  const failed = await uploadFile(client, 'card', await createPhoto())
  expect(failed.status).toBe(503)
  expect(failed.json).toMatchObject({
    return: false,
    error: 'documents.not_stored',
    message: expect.stringMatching(/Nothing was saved/),
  })
  expect(await client.get(`/upload/${name}`)).toMatchObject({
    status: 503,
    json: { return: false, error: 'documents.away', message: expect.stringContaining('It is safe') },
  })
  // The document is gone at once, and its bytes when the store is back.
  expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true, state: 'none' })
  expect((await client.get(`/upload/${name}`)).status).toBe(404)
  expect((await client.get('/api/documents')).json).toMatchObject({
    kinds: [{ state: 'none', files: [], can_send: true }, { state: 'none', files: [], can_send: true }, {}],
  })
  expect(await rows(userId)).toHaveLength(2)

  await s3.resume()
  expect((await uploadFile(client, 'card', await createPhoto())).json).toMatchObject({ return: true })
  await cleanUpDocuments(app.context)
  expect(await rows(userId)).toMatchObject([{ state: 'sent' }])
  expect((await s3.listObjects()).length).toBe(before + 1)
})
