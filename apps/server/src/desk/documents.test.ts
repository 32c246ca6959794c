import type { CommandView } from '@tradefront/contract/desk'
import { deskSupportCalls, type DocumentCase, type DocumentCaseDetails } from '@tradefront/contract/desk-support'
import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../test/fixtures/app/test-app.ts'
import {
  createPhoto,
  createSignature,
  uploadFile,
  uploadSignature,
} from '../../test/fixtures/documents/upload-files.ts'
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

async function createTrader() {
  const { client, userId } = await app.registerTrader({ firstName: 'Grace', lastName: 'Hopper', country: 'DE' })
  return {
    userId,
    sendPassport: async () => uploadFile(client, 'passport', await createPhoto()),
    sendSignature: async () => uploadSignature(client, await createSignature()),
  }
}

const listCases = async () => (await checker.get(deskSupportCalls.listDocumentCases.path))['cases'] as DocumentCase[]
const findCase = async (trader: number, kind: DocumentKind) =>
  (await checker.get(`/api/desk/documents/${trader}/${kind}`))['case'] as DocumentCaseDetails | undefined
const getInput = async (trader: number, kind: DocumentKind) => ({
  trader,
  kind,
  files: (await findCase(trader, kind))?.files.map(({ id }) => id) ?? [],
})
const listStates = async (userId: number) =>
  (
    await app.database.pool.query<{ kind: string; state: string; reason: string | null }>(
      'select kind, state, reason from documents where user_id = $1 order by sent_at, id',
      [userId],
    )
  ).rows

test('files of one trader and kind are one case, the oldest case first', async () => {
  const [one, two] = [await createTrader(), await createTrader()]
  await one.sendPassport()
  app.clock.advance(1000)
  await two.sendPassport()
  app.clock.advance(1000)
  await one.sendPassport()
  await one.sendSignature()
  const own = (await listCases()).filter(({ trader }) => [one.userId, two.userId].includes(trader.id))
  expect(own.map(({ trader, kind, count }) => [trader.id, kind, count])).toEqual([
    [one.userId, 'passport', 2],
    [two.userId, 'passport', 1],
    [one.userId, 'sign', 1],
  ])
})

test('a case shows whose it is, its files and what was decided before', async () => {
  const trader = await createTrader()
  await trader.sendPassport()
  const input = await getInput(trader.userId, 'passport')
  await checker.order('document.refuse', { ...input, refusal: 'expired' })
  app.clock.advance(1000)
  await trader.sendPassport()
  const found = await findCase(trader.userId, 'passport')
  expect(found).toMatchObject({
    trader: { id: trader.userId, name: 'Grace Hopper', country: 'DE', verification: 'None' },
    files: [{ pages: 1 }],
    earlier: [{ id: input.files[0], state: 'refused', reason: 'expired' }],
    cards: [],
  })
  expect(found?.files[0]?.id).not.toBe(input.files[0])
  expect(await findCase(trader.userId, 'card')).toBeUndefined()
})

test('a document is approved without a signature, in the name of the operator, and leaves the queue', async () => {
  const trader = await createTrader()
  await trader.sendPassport()
  const command = await checker.order('document.approve', await getInput(trader.userId, 'passport'))
  expect(command).toMatchObject({ state: 'done', people: 0 })
  expect(await listStates(trader.userId)).toEqual([{ kind: 'passport', state: 'approved', reason: null }])
  expect((await listCases()).map((each) => each.trader.id)).not.toContain(trader.userId)
  const { rows } = await app.database.pool.query(
    `select actor, action, command_id is not null as proved from audit_log where subject = $1 and action <> 'desk.read'`,
    [`user:${trader.userId}`],
  )
  expect(rows).toEqual([{ actor: checker.name, action: 'document.approve', proved: true }])
})

test('a document is refused with its reason', async () => {
  const trader = await createTrader()
  await trader.sendPassport()
  const input = { ...(await getInput(trader.userId, 'passport')), refusal: 'cut_off' }
  expect(await checker.order('document.refuse', input)).toMatchObject({ state: 'done' })
  expect(await listStates(trader.userId)).toEqual([{ kind: 'passport', state: 'refused', reason: 'cut_off' }])
})

test('nothing is decided if a file has arrived since, was removed, or is of another trader', async () => {
  const [trader, other] = [await createTrader(), await createTrader()]
  await trader.sendPassport()
  await other.sendPassport()
  const seen = await getInput(trader.userId, 'passport')
  await trader.sendPassport()
  const refused = { state: 'refused', note: 'desk_support.files_changed' }
  expect(await checker.order('document.approve', seen)).toMatchObject(refused)
  const both = await getInput(trader.userId, 'passport')
  expect(both.files).toHaveLength(2)
  await app.database.pool.query(`update documents set state = 'deleting' where id = $1`, [both.files[0]])
  expect(await checker.order('document.approve', both)).toMatchObject(refused)
  const foreign = { ...(await getInput(other.userId, 'passport')), trader: trader.userId }
  expect(await checker.order('document.approve', foreign)).toMatchObject(refused)
  expect((await listStates(trader.userId)).map(({ state }) => state).toSorted()).toEqual(['deleting', 'sent'])
})

test.each(['support', 'payments', 'risk', 'admin'] as const)(
  'the role %s neither sees nor decides documents',
  async (role) => {
    const operator = await desk.createOperator(role)
    const trader = await createTrader()
    await trader.sendPassport()
    for (const path of [deskSupportCalls.listDocumentCases.path, `/api/desk/documents/${trader.userId}/passport`])
      expect(await operator.get(path)).toMatchObject({ error: 'desk.no_right' })
    const input = await getInput(trader.userId, 'passport')
    expect(await operator.request('document.approve', input)).toMatchObject({ error: 'desk.no_right' })
    expect(
      (await operator.request('document.refuse', { ...input, refusal: 'expired' })) as unknown as CommandView,
    ).toMatchObject({
      error: 'desk.no_right',
    })
  },
)
