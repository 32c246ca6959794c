import { describe, expect, test } from 'vitest'

import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture, testCards } from '../../../test/fixtures/cards/processor-fixture.ts'

const { app, sandbox, pay, listCharges, expectStatementsToAgree } = await createProcessorFixture()
const { approve, decline, secure } = testCards

type Row = [
  title: string,
  cascade: string,
  lastName: string,
  number: string,
  steps: string[],
  state: string,
  reason: string | null,
]

describe('each row of spec funding 4', () => {
  test.each<Row>([
    ['FRAUD cascade', 'FRAUD,ORANGE', 'FRAUD-CASCADE', approve, ['FRAUD stop'], 'failed', 'cards.limit'],
    ['FRAUD fail_limit', 'FRAUD,ORANGE', 'FRAUD-FAILLIMIT', approve, ['FRAUD stop'], 'failed', 'cards.limit'],
    ['FRAUD day_limit', 'FRAUD,ORANGE', 'FRAUD-DAYLIMIT', approve, ['FRAUD stop'], 'failed', 'cards.day_limit'],
    ['FRAUD bad_card', 'FRAUD,ORANGE', 'FRAUD-BADCARD', approve, ['FRAUD stop'], 'failed', 'cards.bad_card'],
    [
      'FRAUD bad card by number',
      'FRAUD,ORANGE',
      'Lovelace',
      '4100000000000019',
      ['FRAUD stop'],
      'failed',
      'cards.bad_card',
    ],
    ['FRAUD reason', 'FRAUD,ORANGE', 'FRAUD-REASON', approve, ['FRAUD message'], 'failed', 'cards.check_refused'],
    [
      'FRAUD passes',
      'FRAUD,CONCEPT',
      'CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'FRAUD error continues',
      'FRAUD,CONCEPT',
      'FRAUD-ERROR/CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'FRAUD silence continues',
      'FRAUD,CONCEPT',
      'FRAUD-TIMEOUT/CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['ORANGE redirect link', 'ORANGE', 'ORANGE-REDIRECT', approve, ['ORANGE redirect'], 'succeeded', null],
    [
      'ORANGE failed continues',
      'ORANGE,CONCEPT',
      'ORANGE-FAILED/CONCEPT-APPROVED',
      approve,
      ['ORANGE next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['ORANGE polls', 'ORANGE', 'ORANGE-POLL', approve, ['ORANGE poll'], 'succeeded', null],
    [
      'ORANGE_NOT3D not sufficient funds',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-FUNDS',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D incorrect PIN',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-PIN',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D no such card',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-NOCARD',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D disabled',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-DISABLED',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D expired',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-EXPIRED',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D other failure continues',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-FAILED/CONCEPT-APPROVED',
      approve,
      ['ORANGE_NOT3D next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['CONCEPT page', 'CONCEPT', 'CONCEPT-OK', approve, ['CONCEPT redirect'], 'succeeded', null],
    ['CONCEPT approved', 'CONCEPT', 'CONCEPT-APPROVED', approve, ['CONCEPT success'], 'succeeded', null],
    [
      'CONCEPT 003 stops',
      'CONCEPT,ORANGE',
      'CONCEPT-003',
      approve,
      ['CONCEPT decline'],
      'failed',
      'cards.declined_contact',
    ],
    [
      'CONCEPT other decline continues',
      'CONCEPT,ORANGE',
      'ORANGE-POLL',
      decline,
      ['CONCEPT next', 'ORANGE next'],
      'failed',
      'orange.pay_fail',
    ],
    ['ZOOM code 0', 'ZOOM', 'ZOOM-0', approve, ['ZOOM tokenize', 'ZOOM complete success'], 'succeeded', null],
    [
      'ZOOM failure continues',
      'ZOOM,CONCEPT',
      'ZOOM-1/CONCEPT-APPROVED',
      approve,
      ['ZOOM tokenize', 'ZOOM complete next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['EZPAY approved', 'EZPAY', 'EZPAY-APPROVED', approve, ['EZPAY redirect'], 'succeeded', null],
    ['EZPAY declined', 'EZPAY', 'EZPAY-DECLINED', approve, ['EZPAY redirect'], 'failed', 'cascade_card.failed'],
    [
      'ENTROPAY true',
      'ENTROPAY',
      'ENTROPAY-TRUE',
      approve,
      ['ENTROPAY dialog', 'ENTROPAY complete success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY pin',
      'ENTROPAY',
      'ENTROPAY-PIN',
      approve,
      ['ENTROPAY dialog', 'ENTROPAY complete success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY other continues',
      'ENTROPAY,CONCEPT',
      'ENTROPAY-NO/CONCEPT-APPROVED',
      approve,
      ['ENTROPAY next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY decline without another processor',
      'ENTROPAY',
      'ENTROPAY-PIN',
      decline,
      ['ENTROPAY dialog', 'ENTROPAY complete next'],
      'failed',
      'cards.declined',
    ],
    ['UNIVERSE ok', 'UNIVERSE', 'UNIVERSE-OK', approve, ['UNIVERSE poll'], 'succeeded', null],
    [
      'UNIVERSE soft continues',
      'UNIVERSE,CONCEPT',
      'UNIVERSE-SOFT/CONCEPT-APPROVED',
      approve,
      ['UNIVERSE next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['PFS 0000', 'PFS', 'PFS-0000', approve, ['PFS redirect'], 'succeeded', null],
    ['PFS 0008', 'PFS', 'PFS-0008', approve, ['PFS poll'], 'succeeded', null],
    [
      'PFS other continues',
      'PFS,CONCEPT',
      'PFS-0051/CONCEPT-APPROVED',
      approve,
      ['PFS next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      '3-D Secure at the processors that support it',
      'ZOOM,ENTROPAY,ORANGE',
      'Lovelace',
      secure,
      ['ZOOM tokenize', 'ZOOM complete next', 'ENTROPAY next', 'ORANGE redirect'],
      'succeeded',
      null,
    ],
  ])('%s', async (_title, cascade, lastName, number, steps, state, reason) => {
    const trace = await pay(cascade, lastName, number)
    const { deposit } = trace
    expect({ steps: trace.steps, state: deposit.state, reason: deposit.reason }).toEqual({ steps, state, reason })
    expect(deposit.message === null).toBe(reason === null)
    expect(deposit.credited).toEqual(state === 'succeeded' ? { cash: 1000, bonus: 0 } : null)
    const charged = (await sandbox.getStatement()).filter((row) => row.kind === 'charge' && row.status === 'succeeded')
    expect(charged.length).toBe(await countCredits())
  })

  test.each(['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY'])(
    '%s fails when 3-D Secure is declined on the page, or by the bank after it',
    async (name) => {
      const refused = await pay(
        name,
        name === 'EZPAY' ? 'EZPAY-APPROVED' : 'Lovelace',
        name === 'EZPAY' ? approve : secure,
        { page: 'decline' },
      )
      expect(refused.deposit).toMatchObject({ state: 'failed', message: expect.stringMatching(/./), credited: null })
      expect(await listCharges(refused.deposit.id)).toEqual([])
      const bank = await pay(name, 'Lovelace', '4000008400001629')
      expect(bank.deposit).toMatchObject({ state: 'failed', credited: null })
    },
  )
})

describe('a cascade of one processor', () => {
  test.each([
    ['ZOOM', 'ZOOM-0', approve],
    ['ORANGE', 'ORANGE-POLL', approve],
    ['ORANGE', 'ORANGE-REDIRECT', approve],
    ['ORANGE_NOT3D', 'NOT3D-POLL', approve],
    ['CONCEPT', 'CONCEPT-APPROVED', approve],
    ['CONCEPT', 'CONCEPT-OK', approve],
    ['UNIVERSE', 'UNIVERSE-OK', approve],
    ['UNIVERSE', 'Lovelace', secure],
    ['EZPAY', 'EZPAY-APPROVED', approve],
    ['PFS', 'PFS-0000', approve],
    ['PFS', 'PFS-0008', approve],
  ])('%s: a success (%s) is charged once and credited with the bonus', async (name, lastName, number) => {
    const { client, deposit, replies } = await pay(name, lastName, number, { fixed: 0, bonus: 1 })
    expect(deposit).toMatchObject({ state: 'succeeded', credited: { cash: 1000, bonus: 500 }, balance: 1500 })
    expect((await client.get('/cli/userInfo')).json).toMatchObject({ available: 1500 })
    expect(await listCharges(deposit.id)).toEqual([
      { processor: expect.stringContaining(name.split('_')[0] ?? ''), amount: 100_000 },
    ])
    expect(JSON.stringify(replies)).not.toContain(number)
  })

  test.each([
    ['FRAUD', 'FRAUD-BADCARD', 'This card cannot be used here'],
    ['FRAUD', 'FRAUD-CASCADE', 'Too many payments with this card have failed'],
    ['ZOOM', 'ZOOM-1', 'The payment did not go through with this card'],
    ['ENTROPAY', 'ENTROPAY-NO', 'Your transaction was declined.'],
    ['ORANGE', 'ORANGE-FAILED', 'The payment failed'],
    ['ORANGE_NOT3D', 'NOT3D-FUNDS', 'Not sufficient funds'],
    ['CONCEPT', 'CONCEPT-003', 'Please contact merchant support'],
    ['UNIVERSE', 'UNIVERSE-SOFT', 'The payment failed'],
    ['PFS', 'PFS-0051', 'did not go through'],
  ])('%s: a decline (%s) has its reason as message and charges nothing', async (name, lastName, message) => {
    const { deposit, replies } = await pay(name, lastName, approve, { amount: 2500 })
    expect(deposit).toMatchObject({ state: 'failed', amount: 2500, credited: null })
    expect(deposit.message).toContain(message)
    expect(await listCharges(deposit.id)).toEqual([])
    expect(JSON.stringify(replies)).not.toContain(approve)
  })
})

describe('a client that knows only the specification', () => {
  /** Creates a client whose first payment call opens the deposit. */
  async function createPlainClient(cascade: string, lastName: string) {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
    await saveCard(client, approve, lastName)
    const payment = { amount: 500, fixed: 1, bonus: 0 }
    const post = async (path: string, body: object) => (await client.post(path, body)).json as Record<string, unknown>
    return { client, payment, post }
  }

  test('polls ORANGE by its hashed id', async () => {
    const { payment, post } = await createPlainClient('ORANGE', 'ORANGE-POLL')
    const { hashed_id, id } = await post('/api/card/fast/orange', payment)
    await expect
      .poll(() => post('/api/card/listen/orange', { transaction_id: hashed_id, id }), { timeout: 30_000 })
      .toMatchObject({ event: 'successful' })
  })

  test('continues after a failure, and gets the same reply from a processor that it calls twice', async () => {
    const { payment, post } = await createPlainClient('PFS,ZOOM,ORANGE', 'PFS-0051/ORANGE-POLL')
    expect(await post('/api/card/fast/pfs', payment)).toMatchObject({ data: { R1: '0051' } })
    const { session } = await post('/api/zoom', { action: 'session', amount: 500 })
    expect(session).toMatchObject({ amount: 500, session_key: expect.any(String), cnu: expect.any(String) })
    expect(await post('/api/card/fast/pfs', payment)).toMatchObject({ data: { R1: '0051' }, in_progress: true })
    expect(await post('/api/zoom', { action: 'session', amount: 500 })).toMatchObject({ session, in_progress: true })
    expect(await post('/api/card/fast/orange', payment)).toMatchObject({ error: 'cards.not_next' })
  })

  test('gets the day limit as FRAUD’s native reply', async () => {
    const { payment, post } = await createPlainClient('FRAUD,CONCEPT', 'CONCEPT-APPROVED')
    for (const amount of [501, 502, 503]) {
      await post('/api/fraud/card', { ...payment, amount })
      expect(await post('/api/payconcept/pay', { ...payment, amount })).toMatchObject({ status: 'APPROVED' })
    }
    expect(await post('/api/fraud/card', payment)).toMatchObject({ day_limit: true, error: 'cards.day_limit' })
  })
})

const twins = [
  ['approve', '4242424242424242', '5555555555554444', 'succeeded'],
  ['decline', '4000000000000002', '5200000000000007', 'failed'],
  ['funds', '4000000000009995', '5200000000009990', 'failed'],
  ['expired', '4000000000000069', '5200000000000064', 'failed'],
  ['code', '4000000000000127', '5200000000000122', 'failed'],
  ['processing', '4000000000000119', '5200000000000114', 'failed'],
  ['bad card', '4100000000000019', '5300000000000014', 'failed'],
  ['3-D Secure', '4000000000003220', '5200000000003225', 'succeeded'],
  ['3-D Secure, declined', '4000008400001629', '5200008400001624', 'failed'],
  ['reply lost', '4000009900005011', '5200009900005016', 'succeeded'],
  ['no answer', '4000009900005029', '5200009900005024', 'failed'],
  ['early webhook', '4000009900005037', '5200009900005032', 'succeeded'],
  ['three webhooks', '4000009900005045', '5200009900005040', 'succeeded'],
  ['pending', '4000009900005052', '5200009900005057', 'succeeded'],
  ['late success', '4000009900005060', '5200009900005065', 'failed'],
  ['HTTP 500 after charging', '4000009900005078', '5200009900005073', 'succeeded'],
] as const

describe('a Mastercard test number behaves like its Visa twin', () => {
  test.concurrent.each(twins)('%s', async (_name, visa, mastercard, state) => {
    const results = await Promise.all(
      [visa, mastercard].map(async (number) => {
        const { steps, deposit } = await pay('FRAUD,ORANGE', 'Lovelace', number)
        return {
          steps,
          brand: deposit.card?.brand,
          last4: deposit.card?.last4,
          state: deposit.state,
          reason: deposit.reason,
        }
      }),
    )
    const [first, second] = results
    expect(first).toMatchObject({ brand: 'visa', last4: visa.slice(-4), state })
    expect(second).toEqual({ ...first, brand: 'mastercard', last4: mastercard.slice(-4) })
  })
})

test('the statement of the processors and the ledger agree to the cent', () => expectStatementsToAgree(25 * 100_000))

async function countCredits(): Promise<number> {
  const counted = app.database.db
    .selectFrom('captures')
    .select((on) => on.fn.countAll<number>().as('n'))
    .where('status', 'in', ['credited', 'credited_late'])
  return (await counted.executeTakeFirstOrThrow()).n
}
