import { describe, expect, test } from 'vitest'

import { payByCard, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture, testCards } from '../../../test/fixtures/cards/processor-fixture.ts'

const { app, pay } = await createProcessorFixture()

const payment = { amount: 1000, fixed: 1, bonus: 0 }
const dayMs = 86_400_000

const getUser = async (client: { get: (path: string) => Promise<{ json: unknown }> }) =>
  ((await client.get('/api/boot')).json as { user: Record<string, unknown> }).user
const getOverview = async (client: { get: (path: string) => Promise<{ json: unknown }> }) =>
  (await client.get('/api/card/deposit/current')).json as Record<string, unknown>

/** Enters the card again, because a declined card is not kept. */
const enterCardAgain = (client: Parameters<typeof saveCard>[0]) =>
  saveCard(client, testCards.approve, 'FRAUD-FAILLIMIT')

describe('cardRisk', () => {
  test.each([
    ['a bad card', 'FRAUD-BADCARD', true],
    ['a reason', 'FRAUD-REASON', true],
    ['too many failures', 'FRAUD-FAILLIMIT', false],
    ['the day limit', 'FRAUD-DAYLIMIT', false],
    ['nothing', 'FRAUD-PASS/ORANGE-FAILED', false],
    ['an error', 'FRAUD-ERROR/ORANGE-FAILED', false],
  ])('after FRAUD has answered with %s: %s, %s', async (_what, lastName, cardRisk) => {
    const { client } = await pay('FRAUD,ORANGE', lastName)
    expect(await getUser(client)).toMatchObject({ cardRisk })
  })
})

describe('a card that FRAUD refuses for its failures', () => {
  test('is limited for 24 hours by the server', async () => {
    const { client, deposit } = await pay('FRAUD,ORANGE', 'FRAUD-FAILLIMIT')
    const until = (deposit.ended_at ?? 0) + dayMs
    expect(await getOverview(client)).toMatchObject({
      isCardLimited: true,
      cardLimitedUntilMs: until,
      isLimitAccepted: false,
    })
    await enterCardAgain(client)
    expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({
      return: false,
      error: 'cards.limit',
      deposit: null,
    })
    await saveCard(client, '5555555555554444', 'ORANGE-POLL')
    expect(await getOverview(client)).toMatchObject({ isCardLimited: false, cardLimitedUntilMs: null })
    expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ return: true })
  })

  test('can be used after limited_ignore, until the limit ends', async () => {
    const { client, deposit } = await pay('FRAUD,ORANGE', 'FRAUD-FAILLIMIT')
    expect((await client.post('/api/triggers/limited_ignore')).json).toEqual({ return: true })
    expect(await getOverview(client)).toMatchObject({ isCardLimited: false })
    const { userId, limited_ignore } = await getUser(client)
    expect(limited_ignore).toBe(true)
    const users = app.database.db.updateTable('users').where('id', '=', Number(userId))
    const { fail_limit_ignored_until: until } = await app.database.db
      .selectFrom('users')
      .select('fail_limit_ignored_until')
      .where('id', '=', Number(userId))
      .executeTakeFirstOrThrow()
    expect(until?.getTime()).toBe((deposit.ended_at ?? 0) + dayMs)
    await users.set({ fail_limit_ignored_until: new Date(Date.now() - 1) }).execute()
    expect(await getOverview(client)).toMatchObject({ isCardLimited: true })
    expect(await getUser(client)).toMatchObject({ limited_ignore: false })
    await enterCardAgain(client)
    expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ error: 'cards.limit' })
  })

  test('stays limited after limited_yes until the limit ends', async () => {
    const { client } = await pay('FRAUD,ORANGE', 'FRAUD-FAILLIMIT')
    expect((await client.post('/api/triggers/limited_ignore')).json).toEqual({ return: true })
    expect((await client.post('/api/triggers/limited_yes')).json).toEqual({ return: true })
    expect(await getOverview(client)).toMatchObject({ isCardLimited: true, isLimitAccepted: true })
    expect((await client.post('/api/triggers/limited_ignore')).json).toMatchObject({
      return: false,
      error: 'cards.limit_accepted',
    })
    await enterCardAgain(client)
    expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ error: 'cards.limit' })
    const { userId } = await getUser(client)
    await app.database.db
      .updateTable('users')
      .set({ fail_limit_accepted_until: new Date(Date.now() - 1) })
      .where('id', '=', Number(userId))
      .execute()
    expect((await client.post('/api/triggers/limited_ignore')).json).toEqual({ return: true })
  })

  test('is not remembered by triggers without a limit', async () => {
    const { client } = await app.registerTrader()
    for (const name of ['limited_yes', 'limited_ignore'])
      expect((await client.post(`/api/triggers/${name}`)).json).toEqual({ return: true })
    expect(await getUser(client)).toMatchObject({ limited_ignore: false })
  })
})

test('card type all is saved as the type of the number', async () => {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade: 'CONCEPT' }).where('id', '=', userId).execute()
  const save = (cnu: string) =>
    client.post('/api/card/save', {
      cu: 'AU',
      cur: 'USD',
      cty: 'VSA',
      cnu,
      emm: '04',
      eyy: '2031',
      fn: 'TEST',
      ln: 'CONCEPT-APPROVED',
      card_type: 'all',
      card_length_valid: true,
      card_length: [16],
      is_fail_limit: false,
      cascade: { limit: false },
    })
  expect((await save('378282246310005')).json).toMatchObject({ return: false, error: 'cards.invalid_type' })
  expect((await save('5555555555554444')).json).toMatchObject({ return: true, card: { brand: 'mastercard' } })
  expect((await save(testCards.approve)).json).toMatchObject({ return: true, card: { brand: 'visa' } })
  expect((await payByCard(client, testCards.approve)).deposit.state).toBe('succeeded')
})

test.each([
  ['an answer', 'FRAUD-PASS/ORANGE-FAILED', undefined],
  ['no readable answer', 'FRAUD-5XX/ORANGE-FAILED', true],
])('a deposit after %s of the pre-check (%s) is unchecked: %s', async (_what, lastName, unchecked) => {
  const { deposit, steps } = await pay('FRAUD,ORANGE', lastName)
  expect(steps).toEqual(['FRAUD next', 'ORANGE next'])
  expect(deposit.unchecked).toBe(unchecked)
})

test('a deposit shows the cascade that it really has', async () => {
  const { client } = await pay('FRAUD,ORANGE', 'ORANGE-FAILED')
  expect((await getOverview(client))['recent']).toMatchObject([{ cascade: ['FRAUD', 'ORANGE'] }])
  const french = await app.registerTrader({ country: 'FR' })
  await saveCard(french.client, testCards.approve, 'Lovelace')
  const { json } = await french.client.post('/api/card/deposit', payment)
  expect(json).toMatchObject({ deposit: { cascade: ['PFS'] } })
})
