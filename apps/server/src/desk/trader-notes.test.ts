import { traderCalls, type TraderDetails } from '@tradefront/contract/desk-traders'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'

const app = await startWithdrawalApp()
let desk: TestDesk
let support: TestOperator
beforeAll(async () => {
  desk = await openTestDesk(app)
  support = await desk.createOperator('support')
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const order = async (action: 'trader.note' | 'trader.tag' | 'trader.untag', input: object) =>
  (await support.order(action, input)).state
const read = async (userId: number, by = support) =>
  (await by.get(traderCalls.getTrader.path.replace(':id', String(userId))))['trader'] as TraderDetails

test('a note is read by other operators, without the number of a card, and by no trader', async () => {
  const { userId, client } = await app.registerTrader()
  const other = await app.registerTrader()
  expect(await order('trader.note', { trader: userId, words: 'Called. Card 4242 4242 4242 4242 is lost.' })).toBe(
    'done',
  )
  const [note] = (await read(userId, await desk.createOperator('risk'))).notes
  expect(note).toMatchObject({ operator: support.name })
  expect(note?.words).toMatch(/^Called\. Card .+ is lost\.$/)
  expect(note?.words).not.toContain('4242 4242 4242')
  expect((await read(other.userId)).notes).toEqual([])
  for (const path of ['/api/boot', '/api/profile'])
    expect(JSON.stringify(await client.get(path))).not.toContain('Called')
})

test('a tag is there once, in small letters, and is removed', async () => {
  const { userId } = await app.registerTrader()
  expect(await order('trader.tag', { trader: userId, tag: ' VIP ' })).toBe('done')
  expect(await order('trader.tag', { trader: userId, tag: 'vip' })).toBe('refused')
  expect((await read(userId)).tags).toEqual(['vip'])
  expect(await order('trader.untag', { trader: userId, tag: 'vip' })).toBe('done')
  expect((await read(userId)).tags).toEqual([])
})

test.each([' ', 'x'.repeat(2001)])('%o is no note', async (words) => {
  const { userId } = await app.registerTrader()
  await expect(order('trader.note', { trader: userId, words })).rejects.toThrow('errors.malformed')
})
