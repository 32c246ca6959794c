import { bootstrap } from '@tradefront/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { describeTrader } from './shell-values.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Change = {
  readonly user?: object
  readonly settings?: object
  readonly replies?: Readonly<Record<string, unknown>>
}

/** Describes a new trader with some changes. */
async function describeNewTrader({ user, settings, replies = {} }: Change, locale: 'en' | 'ru' = 'en') {
  const { client } = await app.registerTrader()
  const boot = bootstrap.parse((await client.get('/api/boot')).json)
  if (boot.user === null) throw new Error('The page has no user')
  const record = { ...boot.user, firstName: 'Ada', lastName: 'Byron', practice: false, amount: 1234.5, ...user }
  const site = { settings: { ...boot.settings, tradingBlock: { trades: 2, deposits: 0 }, ...settings }, sandbox: true }
  return describeTrader(record, site, replies, locale)
}

test('the shell names account, balance and trader in the language of the page', async () => {
  expect(await describeNewTrader({})).toMatchObject({
    account: 'Real',
    balance: '$1,234.50',
    currency: 'USD',
    initials: 'AB',
    name: 'Ada Byron',
  })
  expect(await describeNewTrader({ user: { currency: 'RUB', practice: true } }, 'ru')).toMatchObject({
    account: 'Учебный',
    balance: '1\u00a0234,50\u00a0₽',
    currency: '',
  })
})

const pause = /^With deposited money you can buy 2 more trades/
const shown = { verificationHint: pause, verificationNotice: pause, verificationLink: /^Send documents$/ }
const nothing = { verificationHint: /^$/, verificationNotice: /^$/, verificationLink: /^$/ }

test.each<[string, Change, Readonly<Record<string, RegExp>>]>([
  ['must be verified', {}, shown],
  ['is verified', { user: { verification: 'Full' } }, nothing],
  ['is on practice', { user: { practice: true } }, nothing],
  ['has bought the last trade', { user: { finCreditTurnover: 10, tr_count: 2 } }, nothing],
  ['trades where trading never pauses', { settings: { tradingBlock: undefined } }, nothing],
  [
    'has sent the documents',
    { user: { passport: 'sent', sign: 'sent' } },
    { ...shown, verificationHint: /We are checking your documents\.$/, verificationLink: /^$/ },
  ],
  [
    'trades on another platform',
    { settings: { platformUrl: 'https://platform.example' } },
    { ...nothing, verificationNotice: pause, balance: /^–$/ },
  ],
  [
    'has a payment that runs',
    { replies: { '/api/card/deposit/current': { deposit: {} } } },
    { ...shown, verificationNotice: /^$/ },
  ],
  [
    'must enter the code of a statement',
    { user: { tr_validate: 'yes', tr_success: 'no' } },
    { ...shown, verificationNotice: /^$/ },
  ],
])('what the shell says about verification to a trader who %s', async (_who, change, expected) => {
  const values: Readonly<Record<string, string>> = await describeNewTrader(change)
  for (const [name, pattern] of Object.entries(expected)) expect(values[name], name).toMatch(pattern)
})

test.each([
  ['one paragraph', '<p>Pay &amp; trade.</p>\n', 'Pay & trade.'],
  ['two paragraphs', '<p>One.</p><p>Two.</p>', ''],
  ['markup', '<p>Pay <b>now</b>.</p>', ''],
  ['a paragraph that would be cut', `<p>${'word '.repeat(40)}</p>`, ''],
])('of an introduction with %s the shell shows what its screen will show', async (_what, html, text) => {
  const replies = { '/api/pg/funding': { html } }
  expect((await describeNewTrader({ replies })).fundingIntro).toBe(text)
})
