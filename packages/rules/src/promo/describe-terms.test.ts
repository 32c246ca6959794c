import { translate } from '@tradefront/texts/translate'
import { expect, test } from 'vitest'

import { formatMoney, type MoneyOptions } from '../ledger/format-money.ts'
import { describePromoTerms, type ShownTerms } from './describe-terms.ts'

const terms: ShownTerms = {
  currency: 'USD',
  percent: null,
  amount: null,
  minDeposit: null,
  turnoverFactor: 30,
  releaseFactor: 1,
  endsAtMs: null,
}
const toFormat = (lang: 'en' | 'ru') => ({
  money: (amount: number, currency: string, options: MoneyOptions) => formatMoney(amount, currency, lang, options),
  longDateTime: (atMs: number) => new Date(atMs).toISOString(),
})
const describeIn = (lang: 'en' | 'ru', changes: Partial<ShownTerms>) =>
  describePromoTerms({ ...terms, ...changes }, toFormat(lang)).map(({ key, params }) => translate(lang, key, params))

test.each([
  [
    { percent: 30, minDeposit: 500 },
    [
      'A bonus of 30% of your next deposit, if you deposit $500 or more.',
      'Before the bonus becomes your cash, you must stake 30 times its amount of your own money.',
      'Then bonus money up to 100% of the bonus becomes your cash.',
    ],
  ],
  [
    { amount: 20 },
    [
      'A bonus of $20, without a deposit.',
      'Before the bonus becomes your cash, you must stake $600 of your own money in total.',
      'Then up to $20 of the bonus money becomes your cash.',
      'Once per person: you don’t get it if an account with the same device, card, phone or payment details has had it. If that shows only later, e.g. when you pay with the same card, none of it becomes your cash.',
    ],
  ],
  [
    { amount: 50, minDeposit: 250 },
    [
      'A bonus of $50 with your next deposit, if you deposit $250 or more.',
      'Before the bonus becomes your cash, you must stake $1,500 of your own money in total.',
      'Then up to $50 of the bonus money becomes your cash.',
    ],
  ],
])('the terms %o are described before the code is used', (changes, sentences) => {
  expect(describeIn('en', changes)).toEqual(sentences)
})

test.each([
  [1.5, null, 20],
  [0.5, null, 10],
  [1.5, 250, 30],
  [0.5, 250, 10],
])('with the release factor %d and the smallest deposit %o, 20 releases %d', (releaseFactor, minDeposit, released) => {
  expect(describeIn('en', { amount: 20, minDeposit, releaseFactor })).toContain(
    `Then up to $${released} of the bonus money becomes your cash.`,
  )
})

test('the end of a code is shown, in Russian, too', () => {
  const endsAtMs = Date.UTC(2026, 11, 31, 12)
  expect(describeIn('en', { amount: 20, endsAtMs }).at(-1)).toBe('The code ends on 2026-12-31T12:00:00.000Z.')
  expect(describeIn('ru', { percent: 30, minDeposit: 500, endsAtMs })[0]).toMatch(
    /^Бонус 30.% от следующего пополнения/,
  )
})
