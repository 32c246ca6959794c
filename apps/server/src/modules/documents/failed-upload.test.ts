import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import {
  countDocuments,
  multipartBody,
  multipartType,
  getUploadedName,
  type Part,
  createPhoto,
  uploadFile,
  uploadParts,
} from '../../../test/fixtures/documents/upload-files.ts'
import { cleanUpDocuments } from './service.ts'

let app: TestApp
let client: TestClient
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  ;({ client, userId } = await app.registerTrader())
})
afterAll(() => app.stop())

const expectNothingKept = async () => expect(await countDocuments(app)).toEqual({ documents: 0, blobs: 0 })

describe('a body that is not an upload is refused', () => {
  const type: Part = { name: 'type', value: 'card' }
  const file = (value: Buffer | string = 'x', filename = 'a.jpg'): Part => ({ name: 'file', value, filename })
  const bodies: readonly [string, readonly Part[]][] = [
    ['no parts', []],
    ['no file', [type]],
    ['no type', [file()]],
    ['an unknown type', [{ name: 'type', value: 'selfie' }, file()]],
    ['the type twice', [type, type, file()]],
    ['two files', [type, file(), file()]],
    ['a file under another name', [type, { ...file(), name: 'files' }]],
    ['a field more', [type, { name: 'admin', value: '1' }, file()]],
    ['an unknown field', [{ name: 'user', value: '1' }, file()]],
    ['__proto__', [{ name: '__proto__', value: '1' }, file()]],
    ['a type of a megabyte', [{ name: 'type', value: 'x'.repeat(1_200_000) }, file()]],
    ['a card as a data URL', [type, { name: 'data', value: 'data:image/png;base64,AAAA' }]],
    ['a signature with a file', [{ name: 'type', value: 'sign' }, file()]],
    ['JSON in a field', [{ name: 'type', value: '{"a":1}', contentType: 'application/json' }, file()]],
  ]
  test.each(bodies)('%s', async (_what, parts) => {
    for (const path of ['/upload', '/userdocs/upload']) {
      const reply = await uploadParts(client, path, parts)
      expect([400, 413, 415], reply.text).toContain(reply.status)
      expect(reply.json).toMatchObject({ return: false, error: expect.any(String), message: expect.any(String) })
    }
    await expectNothingKept()
  })

  test.each([
    ['JSON', 'application/json', '{"type":"card"}'],
    ['a form', 'application/x-www-form-urlencoded', 'type=card'],
    ['plain text', 'text/plain', 'type=card'],
    ['multipart without a boundary', 'multipart/form-data', 'x'],
    ['a body that is no multipart', multipartType, 'x'.repeat(1000)],
    ['an empty body', multipartType, ''],
  ])('%s', async (_what, contentType, payload) => {
    const reply = await client.send({
      method: 'POST',
      url: '/upload',
      payload,
      headers: { 'content-type': contentType },
    })
    expect([400, 415], reply.text).toContain(reply.status)
    await expectNothingKept()
  })

  test('a multipart body is accepted by the upload calls only', async () => {
    for (const path of ['/userdocs/remove', '/userdocs/dataurl', '/api/triggers/cards']) {
      expect((await uploadParts(client, path, [type])).status, path).toBe(415)
    }
  })
})

describe('an upload that is cut off', () => {
  test('in the middle of the file is refused', async () => {
    const bytes = await createPhoto()
    const parts: Part[] = [
      { name: 'type', value: 'card' },
      { name: 'file', value: bytes, filename: 'a.jpg' },
    ]
    const reply = await uploadParts(client, '/upload', parts, true)
    expect(reply.status).toBe(400)
    await expectNothingKept()
  })

  test('because the connection is lost stores nothing, and the next upload works', async () => {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const whole = multipartBody([
      { name: 'type', value: 'card' },
      { name: 'file', value: await createPhoto(), filename: 'a.jpg' },
    ])
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const head = `POST /upload HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nx-csrf-token: ${client.getCsrfToken()}\r\ncontent-type: ${multipartType}\r\ncontent-length: ${whole.length}\r\n\r\n`
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(head)
    socket.write(whole.subarray(0, whole.length / 2))
    await sleep(200)
    socket.destroy()
    await sleep(200)
    await expectNothingKept()
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
  })
})

describe('a full disk', () => {
  test('while a file is removed keeps the file', async () => {
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    await app.runAsOwner(`create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
    await app.runAsOwner(
      'create trigger full_disk before update on documents for each row execute function full_disk()',
    )
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: false })
    expect((await client.get('/api/documents')).json).toMatchObject({
      kinds: [{}, { kind: 'card', state: 'sent', files: [{ name, state: 'sent' }] }, {}],
    })
    await app.runAsOwner('drop trigger full_disk on documents')
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
    await expectNothingKept()
  })

  test.each([
    ['insert', 'blobs'],
    ['insert', 'documents'],
    ['update', 'documents'],
  ])(
    'during an %s of %s gives a clear message, stores nothing, and uploads work again afterwards',
    async (what, table) => {
      await app.runAsOwner(`create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
      await app.runAsOwner(
        `create trigger full_disk before ${what} on ${table} for each row execute function full_disk()`,
      )
      const reply = await uploadFile(client, 'card', await createPhoto())
      expect(reply.status).toBe(503)
      expect(reply.json).toMatchObject({
        error: 'documents.not_stored',
        message: expect.stringContaining('Nothing was saved'),
      })
      expect((await client.get('/api/documents')).json).toMatchObject({ kinds: [{}, { state: 'none', files: [] }, {}] })
      await app.runAsOwner(`drop trigger full_disk on ${table}`)
      await expectNothingKept()
      const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
      await client.post('/userdocs/remove', { name })
    },
  )

  test('an upload left unfinished by a crash is removed and frees its position', async () => {
    const { pool } = app.database
    const id = 'a0000000-0000-4000-8000-00000000000a'
    await pool.query(
      `insert into documents (id, user_id, kind, position, state, media_type, bytes, pages, store, sent_at)
       values ($1, $2, 'card', 0, 'uploading', 'image/jpeg', 5, 1, 'database', $3)`,
      [id, userId, app.clock.now()],
    )
    await pool.query("insert into blobs values ($1, 'half')", [`documents/${id}`])
    expect((await client.get('/api/documents')).json).toMatchObject({ kinds: [{}, { state: 'none', files: [] }, {}] })
    await cleanUpDocuments(app.context)
    expect(await countDocuments(app)).toEqual({ documents: 1, blobs: 1 })
    app.clock.advance(16 * 60_000)
    await cleanUpDocuments(app.context)
    await expectNothingKept()
  })
})
