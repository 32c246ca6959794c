import type { SessionUser } from '../../platform/http/sessions.ts'
import { detectFileType } from '@tradefront/rules/uploads/file-type'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import {
  toDataUrl,
  getUploadedName,
  createPdf,
  createPhoto,
  createPng,
  uploadFile,
  uploadSignature,
  createSignature,
} from '../../../test/fixtures/documents/upload-files.ts'
import { createPdfWithPages } from '../../../test/fixtures/documents/hostile-files.ts'
import { decideDocuments } from '../../../test/fixtures/documents/decide-documents.ts'
import { uploadDocument } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const raw = async (client: TestClient, path: string) => {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await app.http.inject({ method: 'GET', url: path, headers: { cookie } })
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload }
}

describe('an uploaded document', () => {
  test('can be read by its owner and changes the states that the user sees', async () => {
    const { client } = await app.registerTrader()
    expect((await client.post('/api/triggers/cards')).json).toEqual({ return: true, card: 'none', can_load: true })
    const sent = await uploadFile(client, 'card', await createPhoto())
    expect(sent.json).toEqual({ return: true, name: expect.stringMatching(/^card-[0-9a-f]{32}\.jpg$/), state: 'sent' })
    expect((await client.post('/api/triggers/cards')).json).toEqual({ return: true, card: 'sent', can_load: false })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({
      user: { card: 'sent', passport: 'none', sign: 'none', passport_new: false },
    })
    expect((await client.get('/api/documents')).json).toMatchObject({
      return: true,
      verification: 'None',
      kinds: [
        { kind: 'passport', state: 'none', required: true, canSend: true, max: 2, files: [] },
        {
          kind: 'card',
          state: 'sent',
          required: false,
          canSend: false,
          max: 1,
          files: [
            {
              name: getUploadedName(sent.json),
              type: 'image/jpeg',
              state: 'sent',
              canRemove: true,
              sentAtMs: app.clock.now().getTime(),
            },
          ],
        },
        { kind: 'sign', state: 'none', required: true, canSend: true, max: 1, files: [] },
      ],
    })
  })

  test.each([
    ['a JPEG', createPhoto, 'image/jpeg', { width: 640, height: 400 }],
    ['a PNG', createPng, 'image/png', { width: 640, height: 400 }],
    ['a PDF', async () => createPdf(), 'application/pdf', { width: 2400, height: 2400 }],
  ])(
    '%s comes back to its owner as a JPEG by every path, and its type stays what was sent',
    async (_what, make, type, size) => {
      const { client } = await app.registerTrader()
      const bytes = await make()
      const name = getUploadedName((await uploadFile(client, 'passport', bytes, { filename: 'no-ending' })).json)
      expect((await client.get('/api/documents')).json).toMatchObject({
        kinds: [{ files: [{ name, title: 'no-ending', pages: [name], type, size: bytes.length }] }, {}, {}],
      })
      const [kind, rest] = name.split('-')
      for (const path of [`/upload/${name}`, `/upload/${kind}/${rest}`, `/userdocs/viewdoc/${name}`]) {
        const seen = await raw(client, path)
        expect(seen.status).toBe(200)
        expect(seen.headers).toMatchObject({
          'content-type': 'image/jpeg',
          'content-disposition': `inline; filename="${name}"`,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
        })
        expect(await sharp(seen.bytes).metadata()).toMatchObject({ format: 'jpeg', ...size })
      }
    },
  )

  test('of three pages is one document, whose pages are read, counted and removed together', async () => {
    const { client, userId } = await app.registerTrader()
    const name = getUploadedName(
      (await uploadFile(client, 'card', createPdfWithPages(3), { filename: 'скан.pdf' })).json,
    )
    const pages = [name, name.replace('.', '-2.'), name.replace('.', '-3.')]
    expect((await client.get('/api/documents')).json).toMatchObject({
      kinds: [{}, { canSend: false, files: [{ name, title: 'скан.pdf', pages, type: 'application/pdf' }] }, {}],
    })
    for (const page of pages) {
      for (const path of [`/upload/${page}`, `/upload/${page.replace('-', '/')}`, `/userdocs/viewdoc/${page}`]) {
        const seen = await raw(client, path)
        expect([path, seen.status]).toEqual([path, 200])
        expect(await sharp(seen.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2400, height: 1200 })
      }
    }
    for (const missing of ['-4.', '-1.', '-0.', '-10.', '-02.'])
      expect((await raw(client, `/upload/${name.replace('.', missing)}`)).status).toBe(404)
    const other = await app.registerTrader()
    expect((await raw(other.client, `/upload/${pages[1]}`)).status).toBe(404)

    const countBlobs = async () =>
      (
        await app.database.pool.query(
          "select 1 from blobs b join documents d on b.key like 'documents/' || d.id || '%' where d.user_id = $1",
          [userId],
        )
      ).rows.length
    expect(await countBlobs()).toBe(3)
    expect((await client.post('/userdocs/remove', { name: pages[1] })).status).toBe(404)
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true, state: 'none' })
    const { rows } = await app.database.pool.query("select 1 from blobs where key like '%' || $1 || '%'", [
      name.slice(5, 13),
    ])
    expect(rows).toEqual([])
  })

  test('is redrawn upright, without EXIF, colour profile or appended data', async () => {
    const { client } = await app.registerTrader()
    const secret = 'home of the trader 51.5N'
    const tagged = await sharp(await createPhoto(300, 200))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: secret } })
      .toBuffer()
    expect(tagged.includes(secret)).toBe(true)
    expect((await sharp(tagged).metadata()).orientation).toBe(6)
    const sent = Buffer.concat([tagged, Buffer.from('PK\x03\x04 <script>alert(1)</script>')])
    const name = getUploadedName((await uploadFile(client, 'card', sent)).json)
    const { bytes } = await raw(client, `/upload/${name}`)
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes('<script>')).toBe(false)
    const kept = await sharp(bytes).metadata()
    expect(kept).toMatchObject({ width: 200, height: 300 })
    expect([kept.exif, kept.icc, kept.xmp, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('is stored encrypted', async () => {
    const { client, userId } = await app.registerTrader()
    await uploadFile(client, 'passport', createPdf('4 0 obj\n(canary of the passport)\nendobj\n'), {
      filename: 'scan.pdf',
    })
    const { rows } = await app.database.pool.query(
      'select data from blobs b join documents d on b.key = $1 || d.id where d.user_id = $2',
      ['documents/', userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].data.includes('canary of the passport')).toBe(false)
    expect(detectFileType(rows[0].data)).toBeNull()
    expect(app.logs.join('')).not.toContain('canary')
  })

  test('can be one of two passport sides or one card; more are refused', async () => {
    const { client } = await app.registerTrader()
    for (const expected of [true, true, false]) {
      expect((await uploadFile(client, 'passport', await createPhoto())).json).toMatchObject({ return: expected })
    }
    await uploadFile(client, 'card', await createPhoto())
    expect((await uploadFile(client, 'card', await createPhoto())).json).toEqual({
      return: false,
      error: 'documents.full',
      message: 'A file is already waiting to be checked. Remove it to send another one.',
    })
  })

  test('is one of at most two, even with eight concurrent uploads', async () => {
    const { userId } = await app.registerTrader()
    const user = { id: userId, verification: 'None' } as SessionUser
    const input = { kind: 'passport', bytes: await createPhoto(200, 100), title: null, isResubmission: false } as const
    // The function is called directly, because its route accepts only three uploads at a time.
    const results = await Promise.all(Array.from({ length: 8 }, () => uploadDocument(app.context, user, input)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    const rows = await app.database.db
      .selectFrom('documents')
      .where('user_id', '=', userId)
      .select('position')
      .execute()
    expect(new Set(rows.map(({ position }) => position))).toEqual(new Set([0, 1]))
  })
})

test('too many concurrent uploads get a 429, and later ones succeed', async () => {
  const { client } = await app.registerTrader()
  const one = await createPhoto()
  const replies = await Promise.all(Array.from({ length: 30 }, () => uploadFile(client, 'passport', one)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect(replies.filter(({ text }) => text.includes('"return":true')).length).toBeLessThanOrEqual(2)
  expect((await uploadFile(client, 'card', one)).json).toMatchObject({ return: true })
})

test('one address can upload 30 files per minute, and its other calls are not limited', async () => {
  const limited = await startTestApp({ config: { requestsPerMinute: 1000 } })
  const { client } = await limited.registerTrader()
  const statuses: number[] = []
  for (let n = 0; n < 32; n += 1) statuses.push((await uploadFile(client, 'card', Buffer.from('x'))).status)
  expect(statuses.slice(28)).toEqual([415, 415, 429, 429])
  expect((await client.get('/api/documents')).status).toBe(200)
  await limited.stop()
})

describe('an uploaded signature', () => {
  test('is stored as an image, dark on white', async () => {
    const { client } = await app.registerTrader()
    const sent = await uploadSignature(client, await createSignature())
    expect(sent.json).toMatchObject({ return: true, state: 'sent' })
    const { bytes, headers } = await raw(client, `/userdocs/viewdoc/${getUploadedName(sent.json)}`)
    expect(headers['content-type']).toBe('image/png')
    const { channels, isOpaque } = await sharp(bytes).stats()
    expect([channels[0]?.min, channels[0]?.max, isOpaque]).toEqual([expect.any(Number), 255, true])
    expect(channels[0]?.min).toBeLessThan(60)
  })
})

describe('a resubmission', () => {
  const again = async (client: TestClient) => [
    await uploadFile(client, 'passport', await createPhoto(), { path: '/userdocs/upload' }),
    await client.post('/userdocs/dataurl', { type: 'sign', data: toDataUrl(await createSignature()) }),
  ]

  test('is refused while no document was refused', async () => {
    const { client } = await app.registerTrader()
    for (const reply of await again(client))
      expect(reply.json).toMatchObject({ return: false, error: 'documents.nothing_refused' })
  })

  test('of passport and signature is accepted after a refusal, and clears the reason', async () => {
    const { client, userId } = await app.registerTrader()
    await uploadFile(client, 'passport', await createPhoto())
    await uploadSignature(client, await createSignature())
    await decideDocuments(app, userId, 'passport', 'expired')
    await decideDocuments(app, userId, 'sign', 'not_signed')
    const before = await client.get('/api/documents')
    expect(before.json).toMatchObject({
      kinds: [
        {
          kind: 'passport',
          state: 'refused',
          reason: 'expired',
          canSend: true,
          files: [{ state: 'refused', canRemove: true }],
        },
        { kind: 'card' },
        { kind: 'sign', state: 'refused', reason: 'not_signed' },
      ],
    })
    for (const reply of await again(client)) expect(reply.json).toMatchObject({ return: true, state: 'sent' })
    expect((await client.get('/api/documents')).json).toMatchObject({
      kinds: [{ state: 'sent', reason: null, files: [{ state: 'sent' }] }, {}, { state: 'sent', reason: null }],
    })
  })
})

describe('removing a document', () => {
  test('deletes a waiting or refused file with its bytes and frees its position', async () => {
    const { client, userId } = await app.registerTrader()
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    expect((await client.post('/userdocs/remove', { name })).json).toEqual({ return: true, state: 'none' })
    expect((await client.get(`/upload/${name}`)).status).toBe(404)
    expect((await client.post('/userdocs/remove', { name })).status).toBe(404)
    const { rows } = await app.database.pool.query(
      "select 1 from documents where user_id = $1 union all select 1 from blobs b where b.key like '%' || $2",
      [userId, name.slice(5, 13)],
    )
    expect(rows).toEqual([])
    expect((await uploadFile(client, 'card', await createPhoto())).json).toMatchObject({ return: true })
  })

  test('is refused for an approved file', async () => {
    const { client, userId } = await app.registerTrader()
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    await decideDocuments(app, userId, 'card', null)
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({
      return: false,
      error: 'documents.kept',
    })
    expect((await client.get(`/upload/${name}`)).status).toBe(200)
  })
})

test('document messages are in the user’s language', async () => {
  const { client } = await app.registerTrader()
  await client.post('/api/preferences', { language: 'ru' })
  expect((await uploadFile(client, 'card', Buffer.from('<svg/>'))).json).toMatchObject({
    error: 'documents.wrong_type',
    message: 'Тип файла не [ PNG, JPG, JPEG, PDF ]!',
  })
})
