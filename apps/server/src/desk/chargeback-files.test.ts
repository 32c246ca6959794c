import { randomUUID } from 'node:crypto'

import { type ChargebackDetails, type ChargebackRow, deskMoneyCalls } from '@tradefront/contract/desk-money'
import { deskSupportCalls } from '@tradefront/contract/desk-support'
import { noSubject } from '@tradefront/contract/operator-actions'
import { sealFor } from '@tradefront/contract/sealed-box'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createPhoto } from '../../test/fixtures/documents/upload-files.ts'
import { createLockedPdf, createPdfWithPages } from '../../test/fixtures/documents/hostile-files.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'

const app = await startWithdrawalApp()
let desk: TestDesk
let risk: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  risk = await desk.createOperator('risk')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

async function createCase() {
  const trader = await app.registerTrader()
  await app.takeBack(await app.payByCard(trader.userId, 50_000))
  const rows = (await risk.get(`${deskMoneyCalls.listChargebacks.path}?state=open`))['chargebacks'] as ChargebackRow[]
  const row = rows.find((each) => each.trader.id === trader.userId)
  if (row === undefined) throw new Error('no case')
  return { deposit: row.deposit, attempt: row.attempt, charge: row.charge }
}

/** @param of what it is sealed for, if not for its own id */
async function upload(by: TestOperator, file: Buffer, of?: string): Promise<string> {
  const [key] = await by.read('server_key', noSubject)
  if (!(key instanceof Buffer)) throw new Error('no key')
  const id = randomUUID()
  const sealed = await sealFor(Uint8Array.from(key), Uint8Array.from(file), `upload:${of ?? id}`)
  const body = { id, sealed: Buffer.from(sealed).toString('base64') }
  expect(await by.post(deskSupportCalls.uploadSealed.path, body)).toMatchObject({ return: true })
  return id
}

const listFiles = async (deposit: string) =>
  ((await risk.get(`/api/desk/chargebacks/${deposit}`))['chargebacks'] as ChargebackDetails[])[0]?.files
const countUploads = async () =>
  (await app.database.pool.query<{ count: number }>('select count(*)::int as count from sealed_uploads')).rows[0]?.count

describe('a file about a chargeback', () => {
  test('is sealed by the browser, drawn again by a server, read by operators, and removed', async () => {
    const named = await createCase()
    const file = await upload(risk, createPdfWithPages(2))
    expect(await risk.order('chargeback.attach', { ...named, upload: file, title: 'Log-ins.pdf' })).toMatchObject({
      state: 'done',
    })
    expect(await listFiles(named.deposit)).toMatchObject([
      { id: file, title: 'Log-ins.pdf', pages: 2, operator: risk.name },
    ])
    expect(await countUploads()).toBe(0)
    const pages = await risk.read('chargeback_file', file)
    expect(pages).toHaveLength(2)
    // A picture, whatever was uploaded.
    expect((pages[0] as Buffer).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(await (await desk.createOperator('documents')).read('chargeback_file', file)).toBe('desk.no_right')
    expect(await risk.order('chargeback.detach', { ...named, file })).toMatchObject({ state: 'done' })
    expect(await listFiles(named.deposit)).toEqual([])
    expect(await risk.read('chargeback_file', file)).toBe('errors.not_found')
  })

  test.each([
    ['locked', async () => createLockedPdf()],
    ['no picture', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['longer than ten pages', async () => createPdfWithPages(11)],
  ])('that is %s is refused in words', async (_what, create) => {
    const named = await createCase()
    const file = await upload(risk, await create())
    expect(await risk.order('chargeback.attach', { ...named, upload: file, title: 'x.pdf' })).toMatchObject({
      state: 'refused',
      note: 'desk_money.file_unreadable',
    })
    expect(await listFiles(named.deposit)).toEqual([])
  })

  test('that was sealed for something else, or was never sent, is not added', async () => {
    const named = await createCase()
    const other = await upload(risk, await createPhoto(), randomUUID())
    for (const file of [other, randomUUID()])
      expect(await risk.order('chargeback.attach', { ...named, upload: file, title: 'x.jpg' })).toMatchObject({
        state: 'refused',
        note: 'desk.changed',
      })
  })

  test('is neither added to a closed case nor removed from it', async () => {
    const named = await createCase()
    const photo = await createPhoto()
    const file = await upload(risk, photo)
    await risk.order('chargeback.attach', { ...named, upload: file, title: 'a.jpg' })
    const payer = await desk.createOperator('payments')
    expect(await payer.order('chargeback.close', { ...named, result: 'won' })).toMatchObject({ state: 'done' })
    const late = await upload(risk, photo)
    expect(await risk.order('chargeback.attach', { ...named, upload: late, title: 'b.jpg' })).toMatchObject({
      state: 'refused',
      note: 'desk_money.case_full',
    })
    expect(await risk.order('chargeback.detach', { ...named, file })).toMatchObject({ note: 'desk.changed' })
    expect(await listFiles(named.deposit)).toHaveLength(1)
  })

  test('comes from the browser of an operator: a server makes up none', async () => {
    await expect(
      app.database.pool.query(
        `insert into sealed_uploads (id, session_hash, sealed) select gen_random_uuid(), hash, 'x' from (select sha256('x') as hash) s`,
      ),
    ).rejects.toThrow()
    const id = randomUUID()
    const trader = await desk.call(deskSupportCalls.uploadSealed.path, '', { id, sealed: 'AAAA' })
    expect(trader.status).toBe(401)
    const other = await desk.createOperator('documents')
    const body = { id, sealed: 'AAAA' }
    expect(await other.post(deskSupportCalls.uploadSealed.path, body)).toMatchObject({ error: 'desk.no_right' })
  })
})
