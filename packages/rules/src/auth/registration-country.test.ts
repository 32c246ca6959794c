import { expect, test } from 'vitest'

import { countries } from '../settings/countries.ts'
import { getRegistrationStatus } from './registration-country.ts'

const of = (iso: string) => getRegistrationStatus(countries.find((country) => country.iso === iso))

test.each([
  ['AU', 'open'],
  ['RU', 'open'],
  ['US', 'usa'],
  ['PR', 'usa'],
  ['GU', 'usa'],
  ['KP', 'blocked'],
  ['IR', 'blocked'],
  ['ZZ', 'blocked'],
])('%s: %s', (iso, entry) => {
  expect(of(iso)).toBe(entry)
})

test('registration is open exactly in countries that allow it and are not blocked', () => {
  for (const country of countries) {
    const may = country.allowRegistration && !country.block
    expect(getRegistrationStatus(country) === 'open', country.iso).toBe(may)
  }
})
