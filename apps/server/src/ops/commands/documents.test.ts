import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPdfWithPages } from '../../../test/fixtures/documents/hostile-files.ts'
import { createPdf, createPhoto, uploadFile } from '../../../test/fixtures/documents/upload-files.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

let app: TestApp
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-documents-'))
  app = await startTestApp()
  env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'a secret key that is only good for tests', DATA_DIR: folder }
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const why = ['--why', 'looked at by two people', '--yes']
const runChange = (...argv: string[]) => runOpsCommand(env, [...argv, ...why])

type Row = { readonly id: string; readonly userId: number; readonly kind: string }
async function listWaiting(userId: number): Promise<Row[]> {
  const { out } = await runOpsCommand(env, ['documents', '--json'])
  const rows: Row[] = JSON.parse(out)
  return rows.filter((row) => row.userId === userId)
}

test('an operator lists, views and approves a document; the trader sees it, and the audit log has every step', async () => {
  const { client, userId, form } = await app.registerTrader()
  await uploadFile(client, 'passport', createPdf())
  const [row] = await listWaiting(userId)
  expect(row).toMatchObject({ kind: 'passport', email: form.login })
  const list = (await runOpsCommand(env, ['documents'])).out
  for (const text of [form.login, 'AU Australian']) expect(list).toContain(text)

  const to = join(folder, 'seen.jpg')
  expect(await runChange('document', row?.id ?? '', '--to', to)).toMatchObject({ code: 0, err: '' })
  expect(await sharp(await readFile(to)).metadata()).toMatchObject({ format: 'jpeg' })
  expect((await stat(to)).mode & 0o777).toBe(0o600)
  expect(await runChange('document', row?.id ?? '', '--to', to)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })

  expect(await runChange('approve', String(userId), 'passport')).toMatchObject({ code: 0, err: '' })
  expect(await listWaiting(userId)).toEqual([])
  expect((await client.post('/api/fraud/user')).json).toMatchObject({
    user: { passport: 'approved', verification: 'Partial' },
  })
  const { rows } = await app.database.pool.query(
    'select action, os_user, reason as why from audit_log where subject = $1 order by id',
    [`user:${userId}`],
  )
  expect(rows.map(({ action }) => action)).toEqual(['documents.view', 'documents.view', 'document.approve'])
  expect(rows.every((each) => each.os_user === 'tester' && each.why === 'looked at by two people')).toBe(true)
})

test('an operator sees each page of a PDF as a picture of its own', async () => {
  const { client, userId } = await app.registerTrader()
  await uploadFile(client, 'passport', createPdfWithPages(3))
  const [row] = await listWaiting(userId)
  expect(row).toMatchObject({ type: 'application/pdf', pages: 3 })
  const { out } = await runChange('document', row?.id ?? '', '--to', join(folder, 'scan.jpg'))
  const paths = ['scan-1.jpg', 'scan-2.jpg', 'scan-3.jpg'].map((name) => join(folder, name))
  expect(out).toBe(
    `${paths.map((path, index) => `page ${index + 1} of 3: ${path}\n`).join('')}Remove them when you have seen them.\n`,
  )
  for (const path of paths) expect(await sharp(await readFile(path)).metadata()).toMatchObject({ format: 'jpeg' })
})

test('every page of a document is encrypted again with a new key', async () => {
  const { client, userId } = await app.registerTrader()
  await uploadFile(client, 'passport', createPdfWithPages(3))
  const [row] = await listWaiting(userId)
  const newKey = 'a new secret key that is only good for tests'
  const run = (keys: string, ...argv: string[]) => runOpsCommand({ ...env, SECRET_KEY: keys }, [...argv, ...why])
  expect(await run(`${newKey},${app.secretKey}`, 'reseal')).toMatchObject({ code: 0, err: '' })
  const open = (key: string) => run(key, 'document', row?.id ?? '', '--to', join(folder, 'sealed.jpg'))
  expect(await open(app.secretKey)).toMatchObject({ code: 1 })
  expect(await open(newKey)).toMatchObject({ code: 0, out: expect.stringContaining('page 3 of 3') })
})

test('a refused document needs a reason, which the trader sees', async () => {
  const { client, form } = await app.registerTrader()
  await uploadFile(client, 'card', await createPhoto())
  expect(await runChange('refuse', form.login, 'card')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not_covered'),
  })
  expect(await runChange('refuse', form.login, 'card', '--because', 'ugly')).toMatchObject({ code: 2 })
  expect(await runChange('refuse', form.login, 'card', '--because', 'not_covered')).toMatchObject({ code: 0, err: '' })
  expect((await client.get('/api/documents')).json).toMatchObject({
    kinds: [{}, { state: 'refused', reason: 'not_covered' }, {}],
  })
})

test.each([
  [['approve', '999999', 'passport', ...why], 1, 'No passport of trader "999999" is waiting.'],
  [['approve', '1', 'selfie', ...why], 2, 'There is no kind "selfie"'],
  [['approve', '1', 'card'], 2, 'say why'],
  [['document', 'x', '--to', '/tmp/x', ...why], 1, 'No document "x" is waiting.'],
  [['document', 'x', ...why], 2, '--to PATH'],
])('refuses %j with a sentence', async (argv, code, sentence) => {
  expect(await runOpsCommand(env, argv)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) })
})
