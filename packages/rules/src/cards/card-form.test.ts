import { describe, expect, test } from 'vitest'

import { type CardForm, findCardFormErrors } from './card-form.ts'

const now = Date.UTC(2026, 10, 21)
const good: CardForm = {
  holder: 'Olivia Brown',
  number: '4242 4242 4242 4242',
  month: '01',
  year: '2030',
  code: '123',
  country: 'AU',
  state: '',
  keep: false,
}

describe('card form (spec: funding 5)', () => {
  test.each<[string, Partial<CardForm>, object]>([
    ['a valid card', {}, {}],
    [
      'an empty form',
      { holder: '', number: '', month: '', year: '', code: '', country: '' },
      {
        holder: 'errors.field_required',
        number: 'errors.field_required',
        month: 'errors.field_required',
        year: 'errors.field_required',
        code: 'errors.field_required',
        country: 'errors.field_required',
      },
    ],
    ['one name', { holder: 'Olivia' }, { holder: 'cards.holder_both' }],
    ['a name that is too long', { holder: `Olivia ${'x'.repeat(61)}` }, { holder: 'cards.holder_long' }],
    ['a first name that is too long', { holder: `${'x'.repeat(61)} Brown` }, { holder: 'cards.holder_long' }],
    ['the longest names', { holder: `${'x'.repeat(60)} ${'y'.repeat(60)}` }, {}],
    ['a month without a year', { year: '' }, { year: 'errors.field_required' }],
    ['amex', { number: '3782 822463 10005' }, { number: 'cards.invalid_type' }],
    ['an unknown type', { number: '9999 9999 9999 9999' }, { number: 'cards.invalid_type' }],
    ['one digit too few', { number: '4242 4242 4242 424' }, { number: 'cards.invalid_length' }],
    ['a typo', { number: '4242 4242 4242 4243' }, { number: 'cards.invalid_number' }],
    ['last month', { month: '10', year: '2026' }, { month: 'cards.expired' }],
    ['last year', { month: '12', year: '2025' }, { year: 'cards.expired' }],
    ['a past year without a month', { month: '', year: '2020' }, { month: 'errors.field_required' }],
    ['this month', { month: '11', year: '2026' }, {}],
    [
      'expired and a typo',
      { number: '4242 4242 4242 4243', year: '2020' },
      { number: 'cards.invalid_number', year: 'cards.expired' },
    ],
    ['a code of two digits', { code: '12' }, { code: 'cards.code_short' }],
    ['a code of letters', { code: 'abc' }, { code: 'cards.code_short' }],
    ['maestro without a code', { number: '6759 6498 2643 8453', code: '' }, {}],
    ['the United States without a state', { country: 'US' }, { state: 'errors.field_required' }],
    ['the United States with a state', { country: 'US', state: 'NY' }, {}],
  ])('%s', (_name, change, errors) => {
    expect(findCardFormErrors({ ...good, ...change }, now)).toEqual(errors)
  })
})
