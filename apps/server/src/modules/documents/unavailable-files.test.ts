import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSeal } from '../../platform/crypto/seal.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import {
  getUploadedName,
  createPhoto,
  uploadFile,
  uploadSignature,
  createSignature,
} from '../../../test/fixtures/documents/upload-files.ts'
import { decideDocuments } from '../../../test/fixtures/documents/decide-documents.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

let app: TestApp
let client: TestClient
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  ;({ client, userId } = await app.registerTrader())
})
afterAll(() => app.stop())

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (path: string, accept: string, browser = client) =>
  browser.send({ method: 'GET', url: path, headers: { accept } })
const pathsOf = (name: string) => [`/upload/${name}`, `/upload/${name.replace('-', '/')}`, `/userdocs/viewdoc/${name}`]
const idIn = (name: string) => name.replace(/^\w+-(.{8})(.{4})(.{4})(.{4})(.{12})\..*$/, '$1-$2-$3-$4-$5')

/** Encrypts a stored file with another key, as if SECRET_KEY had been changed. */
async function changeKey(name: string, owner = userId): Promise<void> {
  const id = idIn(name)
  const strange = createSeal('a key of the time before, which is gone')
  const data = strange.sealBytes(Buffer.from('x'), `document:${owner}:${id}`)
  const { rowCount } = await app.database.pool.query('update blobs set data = $1 where key = $2', [
    data,
    `documents/${id}`,
  ])
  expect(rowCount).toBe(1)
}

const ways: readonly [string, (name: string) => Promise<unknown>, string, number, RegExp, RegExp][] = [
  [
    'sealed with a key that is gone',
    changeKey,
    'documents.lost',
    409,
    /can no longer open this document/,
    /больше не открывается/,
  ],
  [
    'without its bytes',
    (name) => app.database.pool.query('delete from blobs where key = $1', [`documents/${idIn(name)}`]),
    'documents.lost',
    409,
    /can no longer open this document/,
    /больше не открывается/,
  ],
  [
    'in a store that is no longer set',
    (name) => app.database.pool.query("update documents set store = 's3' where id = $1", [idIn(name)]),
    'documents.away',
    503,
    /can’t load this document right now/,
    /Сейчас не удаётся загрузить документ/,
  ],
]

describe.each(ways)('a file %s', (_what, breakIt, code, status, inEnglish, inRussian) => {
  test('shows its owner a clear message, on a screen if opened in a tab, and other files still work', async () => {
    const name = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    await breakIt(name)
    for (const path of pathsOf(name)) {
      for (const [language, words] of [
        ['en', inEnglish],
        ['ru', inRussian],
      ] as const) {
        await client.post('/api/preferences', { language })
        const seen = await open(path, 'image/avif,image/*,*/*;q=0.8')
        expect(seen).toMatchObject({
          status,
          json: { return: false, error: code, message: expect.stringMatching(words) },
        })
        const shown = await open(path, page.accept)
        expect(shown.status).toBe(303)
        expect(shown.headers['location']).toBe(`/${language}/trading#/show/documents/${code.split('.')[1]}`)
      }
    }
    expect((await client.get('/api/documents')).json).toMatchObject({ kinds: [{}, { state: 'sent' }, {}] })
    expect((await client.post('/userdocs/remove', { name })).json).toEqual({ return: true, state: 'none' })
    const again = getUploadedName((await uploadFile(client, 'card', await createPhoto())).json)
    expect((await client.get(`/upload/${again}`)).status).toBe(200)
    await client.post('/userdocs/remove', { name: again })
    await client.post('/api/preferences', { language: 'en' })
  })
})

test('decisions about documents stay valid after the key is lost', async () => {
  const trader = await app.registerTrader()
  const names = [
    getUploadedName((await uploadFile(trader.client, 'passport', await createPhoto())).json),
    getUploadedName((await uploadSignature(trader.client, await createSignature())).json),
  ]
  for (const kind of ['passport', 'sign'] as const) await decideDocuments(app, trader.userId, kind, null)
  for (const name of names) await changeKey(name, trader.userId)
  expect((await trader.client.post('/api/fraud/user')).json).toMatchObject({ user: { verification: 'Full' } })
})

test('an operator gets one sentence about a file that cannot be read', async () => {
  const trader = await app.registerTrader()
  const name = getUploadedName((await uploadFile(trader.client, 'passport', await createPhoto())).json)
  await changeKey(name, trader.userId)
  const env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey, SANDBOX_SECRET: 'x'.repeat(40) }
  const order = ['document', idIn(name), '--to', '/nowhere/seen.jpg', '--why', 'to look at it', '--yes']
  expect(await runOpsCommand(env, order)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^We can no longer open this document.*\n$/),
  })
})

test('opening a missing or foreign file in a tab leads to the documents, for a visitor to the log-in', async () => {
  const other = await app.registerTrader()
  const name = getUploadedName((await uploadFile(other.client, 'card', await createPhoto())).json)
  for (const asked of [name, name.replace(/[0-9a-f]{8}/, 'ffffffff')])
    for (const path of pathsOf(asked))
      expect((await open(path, page.accept)).headers['location']).toBe('/en/trading#/show/documents/missing')
  const visitor = await app.openClient()
  for (const path of pathsOf(name))
    expect((await open(path, page.accept, visitor)).headers['location']).toBe('/en/login?expired#/show/documents')
})
