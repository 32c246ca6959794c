import { randomUUID } from 'node:crypto'

import { deskSupportCalls } from '@tradefront/contract/desk-support'
import {
  type OperatorRole,
  operatorRoles,
  type SealedReadKind,
  sealedReadKinds,
  sealedReads,
} from '@tradefront/contract/operator-actions'
import { createReaderKey } from '@tradefront/contract/sealed-box'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../test/fixtures/app/test-app.ts'
import { createPdf, createPhoto, uploadFile } from '../../test/fixtures/documents/upload-files.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'

let app: TestApp
let desk: TestDesk
let checker: TestOperator

beforeAll(async () => {
  app = await startTestApp()
  desk = await openTestDesk(app)
  checker = await desk.createOperator('documents')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const twoPages = Buffer.from(
  createPdf().toString('latin1').replace('[3 0 R] /Count 1', '[3 0 R 3 0 R] /Count 2'),
  'latin1',
)

async function sendDocument(bytes?: Buffer): Promise<string> {
  const { client, userId } = await app.registerTrader()
  await uploadFile(client, 'passport', bytes ?? (await createPhoto()))
  const { rows } = await app.database.pool.query<{ id: string }>('select id from documents where user_id = $1', [
    userId,
  ])
  return rows[0]?.id ?? ''
}

/** Requests a read with a new key. @returns the id of the read */
async function ask(operator: TestOperator, subject: string, kind = 'document'): Promise<string> {
  const id = randomUUID()
  const publicKey = Buffer.from((await createReaderKey()).publicKey).toString('base64url')
  expect(await operator.post('/api/desk/read', { id, kind, subjects: [subject], publicKey })).toEqual({ return: true })
  return id
}
const take = (operator: TestOperator, id: string) => operator.post(deskSupportCalls.takeRead.path, { id })

test('a document reaches the browser that has asked, page by page, and the audit trail', async () => {
  const id = await sendDocument(twoPages)
  const pages = await checker.read('document', id)
  expect(pages).toHaveLength(2)
  for (const page of pages) expect(Buffer.from(page).subarray(0, 2).toString('hex')).toBe('ffd8')
  const { rows } = await app.database.pool.query('select actor, action from audit_log where subject = $1', [
    `document:${id}`,
  ])
  expect(rows).toEqual([{ actor: checker.name, action: 'desk.read' }])
})

test('the stored row has no byte of the picture in the clear, and is gone once it is handed over', async () => {
  const id = await ask(checker, await sendDocument())
  expect(await take(checker, id)).toEqual({ return: true })
  await app.runJob('operators.answer_reads')
  const { rows } = await app.database.pool.query<{ sealed: Buffer }>('select sealed from sealed_reads where id = $1', [
    id,
  ])
  const sealed = rows[0]?.sealed ?? Buffer.alloc(0)
  expect(sealed.length).toBeGreaterThan(500)
  // Each JPEG has this name in its head.
  expect(sealed.includes('JFIF')).toBe(false)
  expect(await take(checker, id)).toMatchObject({ return: true, sealed: sealed.toString('base64') })
  expect(await take(checker, id)).toMatchObject({ return: false, error: 'desk_support.read_over' })
  expect((await app.database.pool.query('select from sealed_reads where id = $1', [id])).rowCount).toBe(0)
})

test('another session, also one of the same role, gets no answer', async () => {
  const id = await ask(checker, await sendDocument())
  await app.runJob('operators.answer_reads')
  const other = await desk.createOperator('documents')
  expect(await take(other, id)).toMatchObject({ return: false, error: 'desk_support.read_over' })
  expect(await take(checker, id)).toMatchObject({ return: true, sealed: expect.any(String) })
})

/** The key of servers is public. */
const rights = sealedReadKinds
  .map((kind): { kind: SealedReadKind; roles: readonly OperatorRole[] } => ({ kind, ...sealedReads[kind] }))
  .filter(({ kind }) => kind !== 'server_key')

test.each(rights)(
  'the database refuses a read of the kind $kind to a role without the right',
  async ({ kind, roles }) => {
    const stranger = await desk.createOperator(
      ...operatorRoles.filter((role) => role !== 'admin' && !roles.includes(role)),
    )
    const id = await sendDocument()
    expect(await stranger.read(kind, id)).toBe('desk.no_right')
    const secret = Buffer.from(stranger.cookie.split('=')[1] ?? '', 'base64url')
    const asked = desk.database.pool.query('select request_sealed_read($1, $2, $3, $4, $5)', [
      secret,
      randomUUID(),
      kind,
      [id],
      Buffer.alloc(65),
    ])
    await expect(asked).rejects.toMatchObject({ constraint: 'operator_actions_right' })
    await expect(desk.database.pool.query('select from sealed_reads')).rejects.toMatchObject({ code: '42501' })
  },
)

test('reads that nobody has taken are deleted after a minute, answered or not', async () => {
  const [old, young] = [await ask(checker, await sendDocument()), await ask(checker, await sendDocument())]
  await app.runJob('operators.answer_reads')
  await app.runAsOwner(`update sealed_reads set created_at = now() - interval '61 seconds' where id = '${old}'`)
  expect(await take(checker, old)).toMatchObject({ error: 'desk_support.read_over' })
  await app.runJob('operators.answer_reads')
  const { rows } = await app.database.pool.query('select id from sealed_reads where id = any($1)', [[old, young]])
  expect(rows).toEqual([{ id: young }])
})

test('a session has at most twelve reads open, and one that was handed over makes room', async () => {
  const operator = await desk.createOperator('documents')
  const id = await sendDocument()
  const asked: string[] = []
  for (let count = 0; count < 12; count += 1) asked.push(await ask(operator, id))
  expect(await operator.read('document', id)).toBe('desk_support.too_many_reads')
  for (let run = 0; run < 3; run += 1) await app.runJob('operators.answer_reads')
  await take(operator, asked[0] ?? '')
  expect(await operator.read('document', id)).toHaveLength(1)
})

test('what is gone, and a key that is none, end with a message', async () => {
  expect(await checker.read('document', randomUUID())).toBe('errors.not_found')
  const id = randomUUID()
  const body = { id, kind: 'document', subjects: [await sendDocument()], publicKey: 'A'.repeat(87) }
  await checker.post('/api/desk/read', body)
  await app.runJob('operators.answer_reads')
  expect(await take(checker, id)).toMatchObject({ return: false, error: 'desk_support.not_opened' })
})
