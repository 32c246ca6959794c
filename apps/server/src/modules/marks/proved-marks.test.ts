import { expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { findLatestDeposit, payByCard, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture, testCards } from '../../../test/fixtures/cards/processor-fixture.ts'
import { findSharedMarks, listLinkedUsers } from './service.ts'

const { app } = await createProcessorFixture()
const { db } = app.database
let addresses = 0
const register = () => app.registerTrader({}, { address: `10.33.${(addresses += 1)}.1` })
const listProved = async (userId: number) =>
  (
    await db
      .selectFrom('user_marks')
      .select('kind')
      .where('user_id', '=', userId)
      .where('kind', '<>', 'device')
      .where('proved', '=', true)
      .execute()
  ).map(({ kind }) => kind)
const payBy = async ({ client, userId }: { client: TestClient; userId: number }, number: string, lastName: string) => {
  await db.updateTable('users').set({ cascade: 'ORANGE' }).where('id', '=', userId).execute()
  expect((await saveCard(client, number, lastName)).json).toMatchObject({ return: true })
  return (await payByCard(client, number)).deposit.state
}

test('a declined card proves nothing, and a credit proves its own card only', async () => {
  const [owner, stranger] = [await register(), await register()]
  const [ownersCard, otherCard] = [testCards.approve, '5555555555554444']
  expect(await payBy(owner, ownersCard, 'LOVELACE')).toBe('succeeded')
  expect(await listProved(owner.userId)).toEqual(['card'])

  expect(await payBy(stranger, ownersCard, 'ORANGE-FAILED')).toBe('failed')
  expect(await listProved(stranger.userId)).toEqual([])
  expect(await payBy(stranger, otherCard, 'LOVELACE')).toBe('succeeded')
  expect(await listProved(stranger.userId)).toEqual(['card'])
  expect(await listLinkedUsers(db, owner.userId)).toEqual([])
  expect(await findSharedMarks(app.context, stranger.userId)).toMatchObject([
    { kind: 'card', linkedId: owner.userId, isProved: false, isLinkedProved: true },
  ])

  expect(await payBy(stranger, ownersCard, 'LOVELACE')).toBe('succeeded')
  expect(await listLinkedUsers(db, owner.userId)).toEqual([stranger.userId])
})

test('the account of a wallet is proved by the credit of its payment, not by its start', async () => {
  const [owner, stranger] = [await register(), await register()]
  const start = async ({ client }: { client: TestClient }) => {
    const body = { email: 'wallet.of.the.owner@example.com', amount: 1000, currency: 'USD', bonus: 0 }
    const { json } = await client.post('/api/pay/paypal', { ...body, random: crypto.randomUUID() })
    return (json as { redirect: string }).redirect
  }
  const approve = async ({ client }: { client: TestClient }, url: string) => {
    await fetch(url, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    await expect.poll(async () => (await findLatestDeposit(client)).state, { timeout: 30_000 }).toBe('succeeded')
  }
  await approve(owner, await start(owner))
  expect(await listProved(owner.userId)).toEqual(['payee'])
  const page = await start(stranger)
  expect(await listProved(stranger.userId)).toEqual([])
  expect(await listLinkedUsers(db, owner.userId)).toEqual([])
  await approve(stranger, page)
  expect(await listLinkedUsers(db, owner.userId)).toEqual([stranger.userId])
})
