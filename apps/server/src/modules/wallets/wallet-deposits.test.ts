import type { ProcessorName } from '@tradefront/contract/processor-names'
import { getProcessor } from '@tradefront/processors/registry'
import { ok } from '@tradefront/rules/result'
import { beforeEach, describe, expect, test } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { createFixedSettings } from '../../../test/fixtures/app/test-context.ts'
import { createDepositsFixture } from '../../../test/fixtures/deposits/deposits-fixture.ts'
import type { Trader } from '../cards/service.ts'
import { openDeposit } from '../deposits/service.ts'
import { type Claim, reportClaim } from './report-claim.ts'
import { startPayment } from './start-payment.ts'

const given = {
  processors_off: [] as ProcessorName[],
  skrill_excluded_countries: [] as string[],
  bonus_release_factor: 0.5,
}
const settings = { ...given }
const fixture = await createDepositsFixture({ given: { settings: createFixedSettings(settings) } })
const { context, database, query, requests } = fixture
const payment = { amount: 1000.5, fixed: 0, bonus: 1 } as const
const [neteller, skrill, qiwi] = [getProcessor('NETELLER'), getProcessor('SKRILL'), getProcessor('QIWI')]
const fields = { account: ' 4520 0000 0000 ', secureId: '123456' }

let trader: Trader
let keys = 0
beforeEach(async () => {
  Object.assign(settings, given)
  requests.length = 0
  const userId = await insertUser(database, 'EUR')
  const profile = {
    ...({ email: 'ada@example.com', country: 'AU', currency: 'EUR', cascade: 'ORANGE', affiliateId: null } as const),
    isPractice: false,
    minDepositCard: 400,
    minDepositOther: 300,
    maxDeposit: null,
    failLimitIgnoredUntil: null,
  }
  trader = { id: userId, profile, language: 'en', detectedCountry: null }
})
const newKey = () => `a-key-of-wallets-${(keys += 1)}`
const withProfile = (change: Partial<Trader['profile']>): Trader => ({
  ...trader,
  profile: { ...trader.profile, ...change },
})
const readDeposits = () =>
  query(
    `select method, country, amount, currency, bonus, wagering_required as required, release_max as release, fixed, processor_order as order, state,
            instrument_kind as kind, instrument_hint as hint, card_id as card, idempotency_key as key from deposits where user_id = $1`,
    [trader.id],
  )
const readAttempts = () =>
  query<Record<string, unknown>>(
    `select a.processor, a.state, a.error_class as error, a.is_charging as charges, a.reference, a.payer_mark as mark, a.next_check_at as due
       from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1`,
    [trader.id],
  )
const readMarks = () =>
  query<{ hash: Buffer }>('select kind, hash, proved from user_marks where user_id = $1', [trader.id])
const terms = {
  country: 'AU',
  currency: 'EUR',
  bonus: 50_025,
  required: 1_500_750,
  release: 25_012,
  fixed: false,
  card: null,
}

describe('a payment by wallet', () => {
  test('is asked for once, as the trader chose it, and marked with its payee', async () => {
    const key = newKey()
    const reply = await startPayment(context, trader, neteller, { payment, fields }, key)
    const [attempt] = await readAttempts()
    expect(await readDeposits()).toEqual([
      {
        ...terms,
        method: 'wallet',
        amount: 100_050,
        order: ['NETELLER'],
        state: 'processing',
        kind: 'neteller',
        hint: null,
        key,
      },
    ])
    expect(attempt).toMatchObject({ processor: 'NETELLER', state: 'in_doubt', error: 'timeout', charges: true })
    expect(requests).toEqual([
      {
        call: 'start',
        method: 'POST',
        path: '/neteller/start',
        reference: attempt?.['reference'],
        body: {
          ref: attempt?.['reference'],
          amount: 100_050,
          currency: 'EUR',
          country: 'AU',
          user_id: String(trader.id),
          account: { email: 'ada@example.com', id: fields.account, secure_id: '123456' },
          return_url: 'http://localhost/return/neteller',
          notify_url: 'http://localhost/hooks/neteller',
        },
      },
    ])
    expect(reply).toMatchObject({ transaction_id: attempt?.['reference'], return: true, in_progress: true })
    const marks = await readMarks()
    expect(marks).toEqual([{ kind: 'payee', hash: attempt?.['mark'], proved: false }])
    const again = await startPayment(context, trader, neteller, { payment, fields }, key)
    expect(again).toMatchObject({
      transaction_id: attempt?.['reference'],
      in_progress: true,
      deposit: { state: 'processing' },
    })
    expect(requests).toHaveLength(1)
    expect(await readAttempts()).toHaveLength(1)
  })

  test('is paid from the e-mail of the request if it has no account', async () => {
    await startPayment(
      context,
      trader,
      skrill,
      { payment: { ...payment, fixed: 1, bonus: 0 }, fields: { email: 'Other@example.com' } },
      newKey(),
    )
    expect(requests).toMatchObject([{ path: '/skrill/start', body: { account: { email: 'Other@example.com' } } }])
    expect(await readDeposits()).toMatchObject([{ bonus: 0, required: 0, release: 0, fixed: true }])
    const [{ hash: own } = { hash: null }] = await readMarks()
    trader = withProfile({ email: 'other@example.com' })
    await query(`update deposits set state = 'review' where user_id = $1`, [trader.id])
    await startPayment(context, trader, skrill, { payment, fields: {} }, newKey())
    expect((await readMarks()).map(({ hash }) => hash)).toEqual([own])
  })

  test('that was switched off after it was opened is not asked for', async () => {
    const key = newKey()
    const deposit = {
      ...({ method: 'wallet', cardId: null, instrumentKind: 'skrill', instrumentHint: null, country: 'AU' } as const),
      ...({ amount: 100_050, currency: 'EUR', processorOrder: ['SKRILL'] } as const),
      bonus: 0,
      wageringRequired: 0,
      releaseMax: 0,
      isFixed: false,
    }
    const prepare = async () => ok(deposit)
    await openDeposit(context, { userId: trader.id, payment, wallet: 'SKRILL', idempotencyKey: key, prepare })
    settings.processors_off = ['SKRILL']
    expect(await startPayment(context, trader, skrill, { payment, fields: {} }, key)).toMatchObject({
      return: false,
      error: 'deposits.not_charged',
      deposit: { state: 'failed', tried: ['SKRILL'] },
    })
    expect(await readAttempts()).toMatchObject([{ state: 'not_charged', error: 'switched_off', charges: false }])
    expect([requests, await readMarks()]).toEqual([[], []])
  })

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'a practice account',
      () => startPayment(context, withProfile({ isPractice: true }), skrill, { payment, fields }, null),
      'deposits.practice_account',
    ],
    [
      'another currency',
      () => startPayment(context, trader, skrill, { payment, fields: { currency: 'USD' } }, null),
      'wallets.currency',
    ],
    ['another country', () => startPayment(context, trader, qiwi, { payment, fields }, null), 'wallets.country'],
    [
      'a country of the setting',
      () => {
        settings.skrill_excluded_countries = ['AU']
        return startPayment(context, trader, skrill, { payment, fields }, null)
      },
      'wallets.country',
    ],
    [
      'a wallet that is switched off',
      () => {
        settings.processors_off = ['SKRILL']
        return startPayment(context, trader, skrill, { payment, fields }, null)
      },
      'wallets.switched_off',
    ],
    [
      'less than the minimum of other methods',
      () => startPayment(context, trader, skrill, { payment: { ...payment, amount: 299.99 }, fields }, null),
      'deposits.below_minimum',
    ],
  ])('is refused for %s, and nothing is written', async (_name, start, error) => {
    expect(await start()).toMatchObject({ return: false, error, deposit: null, message: expect.any(String) })
    expect([await readDeposits(), await readMarks(), requests]).toEqual([[], [], []])
  })

  test('of the minimum, in the currency of the account, is asked for', async () => {
    await startPayment(
      context,
      trader,
      skrill,
      { payment: { ...payment, amount: 300 }, fields: { currency: 'EUR' } },
      null,
    )
    expect(requests).toMatchObject([{ body: { amount: 30_000 } }])
  })
})

describe('a payment that the trader reports', () => {
  const txid = 'AB'.repeat(32)
  const claim: Claim = { method: 'bank', payment, currency: 'EUR', note: 'My bank' }
  const report = (change: Partial<Claim> = {}, as = trader, key = newKey()) =>
    reportClaim(context, as, { ...claim, ...change }, key)

  test('waits for an operator, and is the same one if it is repeated', async () => {
    const key = newKey()
    const reported = await report({}, trader, key)
    expect(reported).toMatchObject({ ok: true, value: { state: 'review', amount: 100_050 } })
    expect(await readDeposits()).toEqual([
      {
        ...terms,
        method: 'wallet',
        amount: 100_050,
        order: ['BANK'],
        state: 'review',
        kind: 'bank',
        hint: 'My bank',
        key,
      },
    ])
    const [attempt] = await readAttempts()
    expect(attempt).toMatchObject({ processor: 'BANK', state: 'manual_review', charges: true, mark: null, due: null })
    expect(await fixture.listAlerts()).toContainEqual({
      kind: 'claim.reported',
      subject: expect.stringMatching(/^attempt:/),
    })
    expect(await report({}, trader, key)).toMatchObject({ ok: true, value: { attempts: [{ state: 'manual_review' }] } })
    expect([(await readDeposits()).length, (await readAttempts()).length, requests]).toEqual([1, 1, []])
  })

  test.each<[string, Partial<Claim>, object]>([
    [
      'of less than the minimum',
      { payment: { ...payment, amount: 5 } },
      { amount: 500, bonus: 0, required: 0, release: 0, fixed: true },
    ],
    ['of more than the maximum', { payment: { ...payment, amount: 1e6 } }, { amount: 1e8, bonus: 0, fixed: true }],
    ['without a bonus', { payment: { ...payment, fixed: 1, bonus: 0 } }, { amount: 100_050, bonus: 0, fixed: true }],
    [
      'in bitcoin, with a link',
      { method: 'bitcoin', note: `https://explorer/${txid}` },
      { order: ['BITCOIN'], hint: txid.toLowerCase() },
    ],
    ['in bitcoin, with words', { method: 'bitcoin', note: 'my words' }, { kind: 'bitcoin', hint: 'my words' }],
    ['in litecoin', { method: 'litecoin', note: txid }, { order: ['LITECOIN'], hint: txid.toLowerCase() }],
    ['with a transaction at a bank', { note: txid }, { hint: txid }],
    ['without words', { note: null }, { hint: null }],
  ])('%s is kept as reported', async (_name, change, expected) => {
    expect(await report(change)).toMatchObject({ ok: true })
    expect(await readDeposits()).toMatchObject([expected])
  })

  test.each<[string, Partial<Claim>, Partial<Trader['profile']>, string]>([
    ['a practice account', {}, { isPractice: true }, 'deposits.practice_account'],
    ['another currency', { currency: 'USD' }, {}, 'wallets.currency'],
    ['litecoin without a transaction', { method: 'litecoin' }, {}, 'wallets.transaction_missing'],
    ['litecoin without words', { method: 'litecoin', note: null }, {}, 'wallets.transaction_missing'],
    ['a part of a cent', { payment: { ...payment, amount: 1000.555 } }, {}, 'deposits.too_precise'],
    ['a part of a cent below the minimum', { payment: { ...payment, amount: 5.555 } }, {}, 'deposits.too_precise'],
    ['nothing', { payment: { ...payment, amount: 0 } }, {}, 'deposits.below_minimum'],
  ])('is refused for %s, and nothing is written', async (_name, change, profile, code) => {
    expect(await report(change, withProfile(profile))).toMatchObject({ ok: false, code })
    expect(await readDeposits()).toEqual([])
  })
})
