import { deflateSync } from 'node:zlib'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../testing/app.ts'
import {
  blankSignature,
  dataUrl,
  multipartBody,
  multipartType,
  type Part,
  pdf,
  photo,
  picture,
  sendFile,
  sendParts,
  sendSign,
  signature,
} from '../../testing/documents.ts'

let app: TestApp
let client: TestClient
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  ;({ client, userId } = await app.registerTrader())
})
afterAll(() => app.stop())

const count = async (table: 'documents' | 'blobs') =>
  Number((await app.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n)
/** Nothing of what was sent is left anywhere. */
const expectNothingKept = async () => expect([await count('documents'), await count('blobs')]).toEqual([0, 0])
const nameIn = (json: unknown) => String(Object.entries(json ?? {}).find(([key]) => key === 'name')?.[1])

const script = '<script>alert(document.domain)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`

/** A PNG whose head claims a size that its data never has. */
function claims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, crc])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2], 8)
  // A megabyte of zeros packed into a kilobyte, again and again: what a bomb is made of.
  const data = deflateSync(Buffer.alloc(8_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const packed = (objects: string, more = '') => {
  const stream = deflateSync(Buffer.from(objects)).toString('latin1')
  return `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode ${more}/Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
}
const bombStream = () => {
  const stream = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('latin1')
  return `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
}

type Case = readonly [what: string, bytes: () => Buffer | Promise<Buffer>, status: number, error: string]

const files: readonly Case[] = [
  ['an SVG that calls itself a JPEG', () => Buffer.from(svg), 415, 'documents.wrong_type'],
  ['an SVG with a byte order mark', () => Buffer.from(`\ufeff${svg}`), 415, 'documents.wrong_type'],
  ['an HTML page', () => Buffer.from(`<!doctype html>${script}`), 415, 'documents.wrong_type'],
  ['HTML in front of a PDF', () => Buffer.concat([Buffer.from(`<html>${script}`), pdf()]), 415, 'documents.wrong_type'],
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
  ['half a JPEG', async () => (await photo()).subarray(0, 1500), 200, 'documents.unreadable'],
  ['half a PNG', async () => (await picture()).subarray(0, 600), 200, 'documents.unreadable'],
  ['a PNG of 65,000 by 65,000 in 8 KB', () => claims(65_000, 65_000), 413, 'documents.too_many_pixels'],
  ['a PNG of two billion by one', () => claims(2_000_000_000, 1), 200, 'documents.unreadable'],
  ['a PNG that ends before its pixels do', () => claims(7_000, 7_000), 200, 'documents.unreadable'],
  ['one byte more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 413, 'documents.too_large'],
  ['30 MB', () => Buffer.alloc(30 * 1024 * 1024, '%PDF-'), 413, 'documents.too_large'],
  ['a PDF’s head alone', () => Buffer.from('%PDF-1.7\n'), 200, 'documents.unreadable'],
  ['half a PDF', () => pdf().subarray(0, 150), 200, 'documents.unreadable'],
  [
    'a PDF with a script',
    () => pdf('5 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n', '', '/OpenAction 5 0 R '),
    200,
    'documents.pdf_active',
  ],
  [
    'the same, its name disguised',
    () => pdf('5 0 obj\n<< /S /J#61va#53cript /J#53 (app.alert(1)) >>\nendobj\n'),
    200,
    'documents.pdf_active',
  ],
  ['the same, packed', () => pdf(packed('5 0 << /S /JavaScript /JS (app.alert(1)) >>')), 200, 'documents.pdf_active'],
  [
    'a PDF that starts a program',
    () => pdf('5 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj\n'),
    200,
    'documents.pdf_active',
  ],
  ['a PDF with a file in it', () => pdf('5 0 obj\n<< /Type /EmbeddedFile >>\nendobj\n'), 200, 'documents.pdf_active'],
  ['a PDF with a password', () => pdf('', '/Encrypt 7 0 R '), 200, 'documents.pdf_locked'],
  ['a PDF whose objects unpack to 64 MB', () => pdf(bombStream()), 200, 'documents.unreadable'],
  [
    'a PDF packed in a way we do not read',
    () => pdf(packed('x').replace('/FlateDecode', '/LZWDecode')),
    200,
    'documents.unreadable',
  ],
]

describe('a file that is not what it should be is refused, and nothing of it is kept', () => {
  test.each(files)('%s', async (_what, make, status, error) => {
    const reply = await sendFile(client, 'card', await make(), { filename: 'card.jpg' })
    expect(reply.json, reply.text).toMatchObject({ return: false, error, message: expect.any(String) })
    expect(reply.status).toBe(status)
    await expectNothingKept()
  })
})

describe('what rides on a real file does not get through', () => {
  const riders: readonly [string, () => Promise<Buffer>][] = [
    ['HTML behind a JPEG', async () => Buffer.concat([await photo(), Buffer.from(script)])],
    ['a ZIP behind a PNG', async () => Buffer.concat([await picture(), Buffer.from(`PK\x03\x04${script}PK\x05\x06`)])],
    [
      'a script in a JPEG’s comment',
      async () => {
        const bytes = await photo()
        const words = Buffer.from(script)
        const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, words.length + 2]), words])
        return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)])
      },
    ],
    ['a ZIP behind a PDF', async () => Buffer.concat([pdf(), Buffer.from(`PK\x03\x04${script}`)])],
  ]
  test.each(riders)('%s', async (_what, make) => {
    const name = nameIn((await sendFile(client, 'card', await make())).json)
    const seen = await client.get(`/upload/${name}`)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain('alert')
    expect(seen.text).not.toContain('PK\x03\x04')
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
    await expectNothingKept()
  })
})

describe('signatures', () => {
  const bad: readonly [string, () => Promise<Buffer>, number, string][] = [
    ['an empty one', blankSignature, 200, 'documents.sign_empty'],
    ['white on white', () => blankSignature('#ffff'), 200, 'documents.sign_empty'],
    ['all black', () => blankSignature('#000f'), 200, 'documents.sign_empty'],
    ['a JPEG', () => photo(), 415, 'documents.wrong_type'],
    ['an SVG', async () => Buffer.from(svg), 415, 'documents.wrong_type'],
    ['a bomb', async () => claims(65_000, 65_000), 413, 'documents.too_many_pixels'],
  ]
  test.each(bad)('%s is refused', async (_what, make, status, error) => {
    const reply = await sendSign(client, await make())
    expect([reply.status, reply.json]).toEqual([status, expect.objectContaining({ return: false, error })])
    await expectNothingKept()
  })
  test('empty says it in the document’s words', async () => {
    expect((await sendSign(client, await blankSignature())).json).toMatchObject({ message: 'Cant save empty sign!' })
  })
  test.each([
    ['no data URL', 'hello'],
    ['another kind of picture', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['HTML', 'data:text/html;base64,PHNjcmlwdD4='],
    ['no base64', 'data:image/png;base64,<script>'],
    ['nothing', ''],
    ['two megabytes', `data:image/png;base64,${'A'.repeat(2_000_000)}`],
  ])('%s is refused by both ways', async (_what, data) => {
    const parts = await sendParts(client, '/upload', [
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

describe('bodies that are not an upload', () => {
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
      const reply = await sendParts(client, path, parts)
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

  test('multipart is taken by uploads alone', async () => {
    for (const path of ['/userdocs/remove', '/userdocs/dataurl', '/api/triggers/cards']) {
      expect((await sendParts(client, path, [type])).status, path).toBe(415)
    }
  })
})

describe('an upload that breaks off', () => {
  test('in the middle of the file, as the parser sees it', async () => {
    const bytes = await photo()
    const parts: Part[] = [
      { name: 'type', value: 'card' },
      { name: 'file', value: bytes, filename: 'a.jpg' },
    ]
    const reply = await sendParts(client, '/upload', parts, true)
    expect(reply.status).toBe(400)
    await expectNothingKept()
  })

  test('because the connection is gone: nothing is kept, and the next one works', async () => {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const whole = multipartBody([
      { name: 'type', value: 'card' },
      { name: 'file', value: await photo(), filename: 'a.jpg' },
    ])
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const head = `POST /upload HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nx-csrf-token: ${client.csrf()}\r\ncontent-type: ${multipartType}\r\ncontent-length: ${whole.length}\r\n\r\n`
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(head)
    socket.write(whole.subarray(0, whole.length / 2))
    await sleep(200)
    socket.destroy()
    await sleep(200)
    await expectNothingKept()
    const name = nameIn((await sendFile(client, 'card', await photo())).json)
    expect((await client.post('/userdocs/remove', { name })).json).toMatchObject({ return: true })
  })
})

describe('names', () => {
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
  ])('%s names nothing', async (name) => {
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

  test('the name a file comes with is not read and not kept, whatever it is', async () => {
    for (const filename of [
      '../../evil.jpg',
      '..\\\\evil.exe',
      'a.php.jpg',
      '<img src=x onerror=alert(1)>.jpg',
      'x'.repeat(3000),
      '.jpg',
    ]) {
      const { json } = await sendFile(client, 'card', await photo(80, 60), { filename })
      expect(nameIn(json)).toMatch(/^card-[0-9a-f]{32}\.jpg$/)
      await client.post('/userdocs/remove', { name: nameIn(json) })
    }
    await expectNothingKept()
  })
})

describe('another trader', () => {
  test('neither sees nor removes a document, by whatever name; foreign and missing answer alike', async () => {
    const owner = await app.registerTrader()
    const other = await app.registerTrader()
    const names = [
      nameIn((await sendFile(owner.client, 'passport', await photo())).json),
      nameIn((await sendFile(owner.client, 'card', pdf())).json),
      nameIn((await sendSign(owner.client, await signature())).json),
    ]
    const strange = (name: string) => name.replace(/[0-9a-f]{8}/, 'ffffffff')
    for (const name of names) {
      const [kind, rest] = name.split('-')
      const paths = [`/upload/${name}`, `/upload/${kind}/${rest}`, `/userdocs/viewdoc/${name}`]
      for (const path of paths) {
        const missing = await other.client.get(strange(path))
        expect(await other.client.get(path)).toMatchObject({ status: 404, json: missing.json })
        expect((await (await app.client()).get(path)).status).toBe(401)
      }
      const missing = await other.client.post('/userdocs/remove', { name: strange(name) })
      expect(await other.client.post('/userdocs/remove', { name })).toMatchObject({ status: 404, json: missing.json })
      expect((await owner.client.get(`/upload/${name}`)).status).toBe(200)
    }
    expect((await other.client.get('/api/documents')).text).not.toContain(names[0])
    // Sealed for one trader, it opens for no other, even by a changed row.
    await app.database.pool.query('update documents set user_id = $1 where user_id = $2', [other.userId, owner.userId])
    expect((await other.client.get(`/upload/${names[0]}`)).status).toBe(500)
    await app.database.pool.query('delete from documents where user_id = $1', [other.userId])
    await app.database.pool.query('delete from blobs')
  })
})

test('a page of another site can send nothing: without the token it is 403, without a session 401', async () => {
  const parts: Part[] = [
    { name: 'type', value: 'card' },
    { name: 'file', value: await photo(), filename: 'a.jpg' },
  ]
  const send = (browser: TestClient, token: string, url: string) =>
    browser.send({
      method: 'POST',
      url,
      payload: multipartBody(parts),
      headers: { 'content-type': multipartType, 'x-csrf-token': token },
    })
  const visitor = await app.client()
  for (const path of ['/upload', '/userdocs/upload']) {
    expect((await send(client, '', path)).status).toBe(403)
    expect((await send(client, visitor.csrf(), path)).status).toBe(403)
    expect((await send(visitor, visitor.csrf(), path)).status).toBe(401)
  }
  await expectNothingKept()
})

describe('a full disk', () => {
  test.each(['blobs', 'documents'])(
    'under %s: said in words, nothing half saved, and it works again afterwards',
    async (table) => {
      const { pool } = app.database
      await pool.query(`create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
      await pool.query(`create trigger full_disk before insert on ${table} for each row execute function full_disk()`)
      const reply = await sendFile(client, 'card', await photo())
      expect(reply.status).toBe(503)
      expect(reply.json).toMatchObject({
        error: 'documents.not_stored',
        message: expect.stringContaining('Nothing was saved'),
      })
      await pool.query(`drop trigger full_disk on ${table}`)
      await expectNothingKept()
      const name = nameIn((await sendFile(client, 'card', await photo())).json)
      await client.post('/userdocs/remove', { name })
    },
  )

  test('what a crash leaves half stored takes no place for long', async () => {
    const { pool } = app.database
    const id = 'a0000000-0000-4000-8000-00000000000a'
    await pool.query(
      `insert into documents (id, user_id, kind, slot, state, media_type, bytes, store, sent_at)
       values ($1, $2, 'card', 0, 'arriving', 'image/jpeg', 5, 'database', $3)`,
      [id, userId, app.clock.now()],
    )
    await pool.query("insert into blobs values ($1, 'half')", [`documents/${id}`])
    expect((await client.get('/api/documents')).json).toMatchObject({ kinds: [{}, { state: 'none', files: [] }, {}] })
    await app.documents.tidy()
    expect(await count('documents')).toBe(1)
    app.clock.advance(16 * 60_000)
    await app.documents.tidy()
    await expectNothingKept()
  })
})

test('a signature by JSON goes only where one was refused, and nothing else goes that way', async () => {
  const data = dataUrl(await signature())
  expect((await client.post('/userdocs/dataurl', { type: 'sign', data })).json).toMatchObject({ return: false })
  expect((await client.post('/userdocs/dataurl', { type: 'passport', data })).status).toBe(400)
  await expectNothingKept()
})
