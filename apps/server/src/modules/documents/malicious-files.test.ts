import { deflateSync } from 'node:zlib'

import { maxFileBytes } from '@tradefront/rules/uploads/limits'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import {
  createBlankSignature,
  countDocuments,
  toDataUrl,
  multipartBody,
  multipartType,
  getUploadedName,
  type Part,
  createPdf,
  createPhoto,
  createPng,
  uploadFile,
  uploadParts,
  uploadSignature,
  createSignature,
} from '../../../test/fixtures/documents/upload-files.ts'
import {
  createPngWithClaimedSize,
  buildPage,
  createEndlessPdf,
  createLockedPdf,
  createPdfWithPages,
  script,
  svg,
  insertPngChunk,
  insertJpegComment,
} from '../../../test/fixtures/documents/hostile-files.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  ;({ client } = await app.registerTrader())
})
afterAll(() => app.stop())

const expectNothingKept = async () => expect(await countDocuments(app)).toEqual({ documents: 0, blobs: 0 })
/** Creates a valid PDF of exactly this size. */
const pdfOf = (bytes: number) => createPdf(`%${'x'.repeat(bytes - createPdf().length - 2)}\n`)

type Case = readonly [what: string, bytes: () => Buffer | Promise<Buffer>, status: number, error: string]

const files: readonly Case[] = [
  ['an SVG that calls itself a JPEG', () => Buffer.from(svg), 415, 'documents.wrong_type'],
  ['an SVG with a byte order mark', () => Buffer.from(`\ufeff${svg}`), 415, 'documents.wrong_type'],
  ['an HTML page', () => Buffer.from(`<!doctype html>${script}`), 415, 'documents.wrong_type'],
  [
    'HTML in front of a PDF',
    () => Buffer.concat([Buffer.from(`<html>${script}`), createPdf()]),
    415,
    'documents.wrong_type',
  ],
  ['a ZIP', () => Buffer.from('PK\x03\x04 rest of it'), 415, 'documents.wrong_type'],
  ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'), 415, 'documents.wrong_type'],
  [
    'a WebP',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
    415,
    'documents.wrong_type',
  ],
  [
    'a TIFF',
    () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .tiff()
        .toBuffer(),
    415,
    'documents.wrong_type',
  ],
  ['a program', () => Buffer.from('MZ\x90\0\x03'), 415, 'documents.wrong_type'],
  ['nothing at all', () => Buffer.alloc(0), 415, 'documents.wrong_type'],
  ['the head of a PNG alone', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 200, 'documents.unreadable'],
  [
    'a JPEG’s head before a script',
    () => Buffer.from(`\xff\xd8\xff\xe0${script}`, 'latin1'),
    200,
    'documents.unreadable',
  ],
  ['half a JPEG', async () => (await createPhoto()).subarray(0, 1500), 200, 'documents.unreadable'],
  ['half a PNG', async () => (await createPng()).subarray(0, 600), 200, 'documents.unreadable'],
  [
    'a PNG of 65,000 by 65,000 in 8 KB',
    () => createPngWithClaimedSize(65_000, 65_000),
    413,
    'documents.too_many_pixels',
  ],
  ['a PNG of two billion by one', () => createPngWithClaimedSize(2_000_000_000, 1), 200, 'documents.unreadable'],
  ['a PNG that ends before its pixels do', () => createPngWithClaimedSize(7_000, 7_000), 200, 'documents.unreadable'],
  ['one byte more than 10 MB', () => pdfOf(maxFileBytes + 1), 413, 'documents.too_large'],
  ['30 MB', () => Buffer.alloc(30 * 1024 * 1024, '%PDF-'), 413, 'documents.too_large'],
  ['a PDF’s head alone', () => Buffer.from('%PDF-1.7\n'), 200, 'documents.unreadable'],
  ['half a PDF', () => createPdf().subarray(0, 150), 200, 'documents.unreadable'],
  ['a PDF with a password', createLockedPdf, 200, 'documents.pdf_locked'],
  ['a PDF of 11 pages', () => createPdfWithPages(11), 200, 'documents.too_many_pages'],
  ['a PDF of 5,000 pages', () => createPdfWithPages(5000), 200, 'documents.too_many_pages'],
  ['a PDF that never ends', createEndlessPdf, 200, 'documents.too_costly'],
  ['a PDF page that unpacks to 100 MB', () => buildPage(Buffer.alloc(100e6, 'q Q ')), 200, 'documents.too_costly'],
  [
    'a page between the head and the end of a PDF',
    () => Buffer.from(`%PDF-1.7\n${script}\n%%EOF\n`),
    200,
    'documents.unreadable',
  ],
]

describe('an invalid or malicious file is refused and not stored', () => {
  test.each(files)('%s', async (_what, make, status, error) => {
    const reply = await uploadFile(client, 'card', await make(), { filename: 'card.jpg' })
    expect(reply.json, reply.text).toMatchObject({ return: false, error, message: expect.any(String) })
    expect(reply.status).toBe(status)
    await expectNothingKept()
  })
})

describe('a file of exactly the maximum size', () => {
  test.each([
    ['a PDF', async () => pdfOf(maxFileBytes)],
    ['a photo', async () => Buffer.concat([await createPhoto(), Buffer.alloc(maxFileBytes)]).subarray(0, maxFileBytes)],
  ])('%s of 10 MB is accepted', async (_what, make) => {
    const bytes = await make()
    expect(bytes).toHaveLength(maxFileBytes)
    const { json } = await uploadFile(client, 'card', bytes)
    expect(json).toMatchObject({ return: true })
    await client.post('/userdocs/remove', { name: getUploadedName(json) })
    await expectNothingKept()
  })
})

describe('data hidden in a valid file is removed', () => {
  const riders: readonly [string, () => Promise<Buffer>][] = [
    ['HTML behind a JPEG', async () => Buffer.concat([await createPhoto(), Buffer.from(script)])],
    [
      'a ZIP behind a PNG',
      async () => Buffer.concat([await createPng(), Buffer.from(`PK\x03\x04${script}PK\x05\x06`)]),
    ],
    ['a script in a JPEG’s comment', async () => insertJpegComment(await createPhoto(), script)],
    ['a PDF in a JPEG’s comment', async () => insertJpegComment(await createPhoto(), `%PDF-1.7 ${script} %%EOF`)],
    [
      'a script in a PNG’s text',
      async () => insertPngChunk(await createPng(), 'tEXt', Buffer.from(`Comment\0${script}`)),
    ],
    [
      'a PNG’s text that unpacks to 64 MB',
      async () => {
        const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, script))
        return insertPngChunk(await createPng(), 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))
      },
    ],
    ['a ZIP behind a PDF', async () => Buffer.concat([createPdf(), Buffer.from(`PK\x03\x04${script}`)])],
    ['a script in a PDF', async () => createPdf(`5 0 obj\n<< /S /JavaScript /JS (${script}) >>\nendobj\n`)],
  ]
  test.each(riders)('%s', async (_what, make) => {
    const name = getUploadedName((await uploadFile(client, 'card', await make())).json)
    const seen = await client.get(`/upload/${name}`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('alert')
    expect(seen.text).not.toContain('PK\x03\x04')
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
    await expectNothingKept()
  })
})

describe('an invalid signature', () => {
  const bad: readonly [string, () => Promise<Buffer>, number, string][] = [
    ['an empty one', createBlankSignature, 200, 'documents.sign_empty'],
    ['white on white', () => createBlankSignature('#ffff'), 200, 'documents.sign_empty'],
    ['all black', () => createBlankSignature('#000f'), 200, 'documents.sign_empty'],
    ['a JPEG', () => createPhoto(), 415, 'documents.wrong_type'],
    ['an SVG', async () => Buffer.from(svg), 415, 'documents.wrong_type'],
    ['a bomb', async () => createPngWithClaimedSize(65_000, 65_000), 413, 'documents.too_many_pixels'],
  ]
  test.each(bad)('%s is refused', async (_what, make, status, error) => {
    const reply = await uploadSignature(client, await make())
    expect([reply.status, reply.json]).toEqual([status, expect.objectContaining({ return: false, error })])
    await expectNothingKept()
  })
  test('that is empty gets the message of the specification', async () => {
    expect((await uploadSignature(client, await createBlankSignature())).json).toMatchObject({
      message: 'Cant save empty sign!',
    })
  })
  test.each([
    ['no data URL', 'hello'],
    ['another kind of picture', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['HTML', 'data:text/html;base64,PHNjcmlwdD4='],
    ['no base64', 'data:image/png;base64,<script>'],
    ['nothing', ''],
    ['two megabytes', `data:image/png;base64,${'A'.repeat(2_000_000)}`],
  ])('such as %s is refused by both calls', async (_what, data) => {
    const parts = await uploadParts(client, '/upload', [
      { name: 'type', value: 'sign' },
      { name: 'data', value: data },
    ])
    const json = await client.post('/userdocs/dataurl', { type: 'sign', data })
    for (const reply of [parts, json]) {
      expect([400, 413]).toContain(reply.status)
      expect(reply.json).toMatchObject({ return: false, error: expect.stringMatching(/^(errors|documents)\./) })
    }
    await expectNothingKept()
  })
})

describe('file names', () => {
  const kinds = ['passport', 'card', 'sign']
  const id = '0123456789abcdef0123456789abcdef'
  test.each([
    '../../../etc/passwd',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fsecret-key',
    '..%5c..%5csecret-key',
    'card-%00.jpg',
    '%2fetc%2fpasswd',
    'C:%5cwindows',
    `card-${id}.jpg%00.html`,
    `card-${id}.jpg/..`,
    '.env',
    'card-.jpg',
    `${'a'.repeat(5000)}.jpg`,
    `card-${id}.svg`,
    `card-${id}.jpg`,
    "card-' or 1=1--.jpg",
    `CARD-${id.toUpperCase()}.JPG`,
  ])('the name %s finds no document', async (name) => {
    for (const path of [
      `/upload/${name}`,
      `/userdocs/viewdoc/${name}`,
      ...kinds.map((kind) => `/upload/${kind}/${name}`),
    ]) {
      const reply = await client.get(path)
      expect([400, 404, 414], `${path} ${reply.text}`).toContain(reply.status)
      expect(reply.json).toMatchObject({ return: false })
    }
    expect([400, 404]).toContain((await client.post('/userdocs/remove', { name: decodeURIComponent(name) })).status)
  })

  test('a name with another kind or extension finds no document', async () => {
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    for (const wrong of [name.replace('card', 'passport'), name.replace('.jpg', '.pdf'), name.replace('.jpg', '')]) {
      for (const path of [`/upload/${wrong}`, `/upload/${wrong.replace('-', '/')}`, `/userdocs/viewdoc/${wrong}`])
        expect((await client.get(path)).status, path).toBe(404)
      expect((await client.post('/userdocs/remove', { name: wrong })).status).toBe(404)
    }
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
    await expectNothingKept()
  })

  test.each([
    ['a photo that calls itself a page', createPhoto, 'card.html', 'text/html', /\.jpg$/],
    ['a PNG that calls itself a PDF', createPng, 'card.pdf', 'application/pdf', /\.jpg$/],
    ['a PDF that calls itself a drawing', async () => createPdf(), 'card.svg', 'image/svg+xml', /\.jpg$/],
  ])('%s is stored by its content, not by its name or type', async (_what, make, filename, contentType, ending) => {
    const { json } = await uploadParts(client, '/upload', [
      { name: 'type', value: 'card' },
      { name: 'file', value: await make(), filename, contentType },
    ])
    expect(getUploadedName(json)).toMatch(ending)
    await client.post('/userdocs/remove', { name: getUploadedName(json) })
    await expectNothingKept()
  })

  test('the name of the uploaded file is never part of its address', async () => {
    for (const filename of [
      '../../evil.jpg',
      '..\\\\evil.exe',
      'a.php.jpg',
      '<img src=x onerror=alert(1)>.jpg',
      'x'.repeat(3000),
      '.jpg',
    ]) {
      const { json } = await uploadFile(client, 'card', await createPhoto(80, 60), { filename })
      expect(getUploadedName(json)).toMatch(/^card-[0-9a-f]{32}\.jpg$/)
      await client.post('/userdocs/remove', { name: getUploadedName(json) })
    }
    await expectNothingKept()
  })
})

describe('a document of another user', () => {
  test('can be neither read nor removed, and looks like a missing one', async () => {
    const owner = await app.registerTrader()
    const other = await app.registerTrader()
    const names = [
      getUploadedName((await uploadFile(owner.client, 'passport', await createPhoto())).json),
      getUploadedName((await uploadFile(owner.client, 'card', createPdf())).json),
      getUploadedName((await uploadSignature(owner.client, await createSignature())).json),
    ]
    const strange = (name: string) => name.replace(/[0-9a-f]{8}/, 'ffffffff')
    for (const name of names) {
      const [kind, rest] = name.split('-')
      const paths = [`/upload/${name}`, `/upload/${kind}/${rest}`, `/userdocs/viewdoc/${name}`]
      for (const path of paths) {
        const missing = await other.client.get(strange(path))
        expect(await other.client.get(path)).toMatchObject({ status: 404, json: missing.json })
        expect((await (await app.openClient()).get(path)).status).toBe(401)
      }
      const missing = await other.client.post('/userdocs/remove', { name: strange(name) })
      expect(await other.client.post('/userdocs/remove', { name })).toMatchObject({ status: 404, json: missing.json })
      expect((await owner.client.get(`/upload/${name}`)).status).toBe(200)
    }
    expect((await other.client.get('/api/documents')).text).not.toContain(names[0])
    // The bytes are encrypted for their user, so changing the row does not help.
    await app.database.pool.query('update documents set user_id = $1 where user_id = $2', [other.userId, owner.userId])
    expect((await other.client.get(`/upload/${names[0]}`)).status).toBe(409)
    await app.database.pool.query('delete from documents where user_id = $1', [other.userId])
    await app.database.pool.query('delete from blobs')
  })
})

test('an upload without a CSRF token gets 403, without a session 401', async () => {
  const parts: Part[] = [
    { name: 'type', value: 'card' },
    { name: 'file', value: await createPhoto(), filename: 'a.jpg' },
  ]
  const send = (browser: TestClient, token: string, url: string) =>
    browser.send({
      method: 'POST',
      url,
      payload: multipartBody(parts),
      headers: { 'content-type': multipartType, 'x-csrf-token': token },
    })
  const visitor = await app.openClient()
  for (const path of ['/upload', '/userdocs/upload']) {
    expect((await send(client, '', path)).status).toBe(403)
    expect((await send(client, visitor.getCsrfToken(), path)).status).toBe(403)
    expect((await send(visitor, visitor.getCsrfToken(), path)).status).toBe(401)
  }
  await expectNothingKept()
})

test('a signature as JSON is accepted only after a refusal, and no other document is', async () => {
  const data = toDataUrl(await createSignature())
  expect((await client.post('/userdocs/dataurl', { type: 'sign', data })).json).toMatchObject({ return: false })
  expect((await client.post('/userdocs/dataurl', { type: 'passport', data })).status).toBe(400)
  await expectNothingKept()
})
