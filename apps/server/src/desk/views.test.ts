import { randomUUID } from 'node:crypto'

import { deskViewCalls, type SavedView } from '@tradefront/contract/desk-views'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk(app)
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const claims = '/deposits?queue=claims'
const save = (by: TestOperator, name: string, address = claims) =>
  by.post(deskViewCalls.saveView.path, { id: randomUUID(), name, address })
const list = async (by: TestOperator) => (await by.get(deskViewCalls.listViews.path))['views'] as SavedView[]

describe('a saved view', () => {
  test('is of one operator, who replaces it by its name and removes it', async () => {
    const [ann, ben] = [await desk.createOperator('payments'), await desk.createOperator('payments')]
    expect(await save(ann, 'Reports')).toMatchObject({ return: true })
    await save(ann, 'all', '/deposits?queue=all')
    expect(await save(ann, 'REPORTS', '/tickets?status=open')).toMatchObject({ return: true })
    expect(await list(ann)).toMatchObject([
      { name: 'all', address: '/deposits?queue=all' },
      { name: 'REPORTS', address: '/tickets?status=open' },
    ])
    expect(await list(ben)).toEqual([])
    const [{ id } = { id: '' }] = await list(ann)
    await ben.post(deskViewCalls.removeView.path, { id })
    expect(await list(ann)).toHaveLength(2)
    await ann.post(deskViewCalls.removeView.path, { id })
    expect(await list(ann)).toMatchObject([{ name: 'REPORTS' }])
  })

  test('leads to a screen of the desk, and nowhere else', async () => {
    const ann = await desk.createOperator('payments')
    for (const address of ['//evil.example?x=1', 'https://evil.example/?x', '/deposits', '/deposits?a=1#b'])
      expect(await save(ann, 'x', address), address).toMatchObject({ return: false, error: 'errors.malformed' })
  })

  test('is one of 30 at most', async () => {
    const ann = await desk.createOperator('payments')
    for (let each = 0; each < 30; each += 1) await save(ann, `view ${each}`)
    expect(await save(ann, 'one more')).toMatchObject({ return: false, error: 'desk.too_many_views' })
    expect(await save(ann, 'View 7', '/tickets?status=open')).toMatchObject({ return: true })
  })
})
