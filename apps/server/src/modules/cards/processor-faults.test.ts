import { describe, expect, test } from 'vitest'

import { findLatestDeposit, payByCard, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture, testCards } from '../../../test/fixtures/cards/processor-fixture.ts'

const { app, sandbox, pay, expectStatementsToAgree } = await createProcessorFixture()
const { approve, secure } = testCards

describe('a step that waits for the trader and whose reply was lost', () => {
  test.each<[string, string, string, string[]]>([
    ['ORANGE', 'ORANGE-REDIRECT', 'orange', ['waits for redirect']],
    ['PFS', 'PFS-0000', 'pfs', ['waits for redirect']],
    ['CONCEPT', 'CONCEPT-OK', 'concept', ['waits for redirect']],
    ['EZPAY', 'EZPAY-APPROVED', 'ezpay', ['waits for redirect']],
    ['ENTROPAY', 'ENTROPAY-TRUE', 'entropay', ['waits for dialog', 'complete success']],
    ['ENTROPAY', 'ENTROPAY-PIN', 'entropay', ['waits for dialog', 'complete success']],
    ['ZOOM', 'ZOOM-0', 'zoom', ['waits for tokenize', 'complete success']],
  ])('%s (%s) continues', async (name, lastName, slug, nextSteps) => {
    await sandbox.postControl('faults', { processor: slug, on: 'start', act: 'lost', times: 1 })
    const { steps, deposit } = await pay(`${name},UNIVERSE`, lastName)
    const start = steps[0]?.replace('unread', 'poll')
    expect([start, ...steps.slice(1)]).toEqual([`${name} poll`, ...nextSteps.map((step) => `${name} ${step}`)])
    expect(deposit).toMatchObject({ state: 'succeeded', credited: { cash: 1000, bonus: 0 } })
  })

  test('UNIVERSE with a card that needs 3-D Secure continues', async () => {
    await sandbox.postControl('faults', { processor: 'universe', on: 'start', act: 'lost', times: 1 })
    const { steps, deposit } = await pay('UNIVERSE', 'Lovelace', secure)
    expect([steps.at(-1), deposit.state]).toEqual(['UNIVERSE waits for redirect', 'succeeded'])
  })

  test('ENTROPAY asks for the code after its page was visited', async () => {
    const { client, deposit } = await pay('ENTROPAY', 'ENTROPAY-TRUE', approve, { page: 'leave' })
    expect(deposit.step?.action).toMatchObject({ kind: 'dialog', dialog: 'entro_start' })
    const sent = await client.get('/api/entro/redirect?amount=1000')
    await fetch(String(sent.headers.location), { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    await client.postForm('/return/entropay', { ref: deposit.step?.transaction_id ?? '' })
    await expect
      .poll(async () => (await findLatestDeposit(client)).step?.action, { timeout: 30_000 })
      .toMatchObject({ kind: 'dialog', dialog: 'entro_pin' })
  })
})

describe('a deposit during faults', () => {
  const names = ['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY', 'ZOOM', 'ENTROPAY']
  test.concurrent.each(names)(
    '%s: is credited once after a lost reply, early or repeated webhooks, pending, or HTTP 500 after charging',
    async (name) => {
      for (const number of [
        '4000009900005011',
        '4000009900005037',
        '4000009900005045',
        '4000009900005052',
        '4000009900005078',
      ]) {
        const { deposit } = await pay(name, 'Lovelace', number)
        expect([number, deposit.state, deposit.credited]).toEqual([number, 'succeeded', { cash: 1000, bonus: 0 }])
      }
    },
  )

  test.concurrent.each(names)(
    '%s: continues with the next processor when it does not answer and has not charged',
    async (name) => {
      const { deposit, steps } = await pay(
        `${name},CONCEPT`.replace('CONCEPT,CONCEPT', 'CONCEPT,ORANGE'),
        'Lovelace',
        '4000009900005029',
        { timeoutMs: 30_000 },
      )
      // With this card neither processor answers, and neither charges.
      expect(deposit).toMatchObject({ state: 'failed', credited: null })
      expect(steps.length).toBeGreaterThanOrEqual(2)
    },
  )

  // `expect.poll` needs the test's own `expect` where tests run side by side.
  test.concurrent.for(['ORANGE', 'PFS'])(
    '%s: a success after the decline is credited to cash, and a refund is offered',
    async (name, { expect: expectHere }) => {
      const { client, deposit } = await pay(name, 'Lovelace', '4000009900005060')
      expect(deposit.state).toBe('failed')
      await expectHere
        .poll(async () => (await client.get('/api/card/deposit/current')).json, { timeout: 30_000 })
        .toMatchObject({ recent: [{ state: 'failed', refund: 'offered', credited: { cash: 1000, bonus: 0 } }] })
    },
  )

  test('late money that the trader keeps is not offered back, on any device', async () => {
    const { client, deposit } = await pay('ORANGE', 'Lovelace', '4000009900005060')
    const loadOverview = async () => (await client.get('/api/card/deposit/current')).json
    await expect.poll(loadOverview, { timeout: 30_000 }).toMatchObject({ recent: [{ refund: 'offered' }] })
    const keep = () => client.post('/api/card/deposit/keep', { id: deposit.id })
    expect((await keep()).json).toMatchObject({ return: true, deposit: { refund: 'kept', credited: { cash: 1000 } } })
    expect((await keep()).json).toMatchObject({ return: true })
    expect(await loadOverview()).toMatchObject({ recent: [{ refund: 'kept' }] })
    expect((await client.post('/api/card/deposit/refund', { id: deposit.id })).json).toMatchObject({
      return: false,
      message: 'You decided to keep this money. Contact support to have it returned.',
    })
  })

  test.concurrent.each(['LOST', 'TIMEOUT', '5XX', 'SLOW1', 'DUP'])('ORANGE-%s ends as charged', async (token) => {
    const { deposit } = await pay('ORANGE', `ORANGE-${token}`)
    const isFailed = token === 'TIMEOUT' || token === '5XX'
    expect(deposit.state).toBe(isFailed ? 'failed' : 'succeeded')
  })
})

test('a late success and its refund are pushed as changes of the balance', async () => {
  const { client, userId } = await app.registerTrader()
  const balances: unknown[] = []
  const unsubscribe = app.context.live.subscribe(userId, ({ type }) => {
    if (type === 'user_changed') void client.post('/api/fraud/user').then(({ json }) => balances.push(json))
  })
  await app.database.db.updateTable('users').set({ cascade: 'ORANGE' }).where('id', '=', userId).execute()
  await saveCard(client, '4000009900005060', 'Lovelace')
  const { deposit } = await payByCard(client, '4000009900005060')
  await expect.poll(() => balances, { timeout: 30_000 }).toMatchObject([{ user: { amount: 1000 } }])
  expect((await client.post('/api/card/deposit/refund', { id: deposit.id })).json).toMatchObject({ return: true })
  await expect.poll(() => balances[1], { timeout: 30_000 }).toMatchObject({ user: { amount: 0 } })
  unsubscribe()
})

test('the statement of the processors and the ledger agree to the cent', () => expectStatementsToAgree(25 * 100_000))
