import { expect, test } from 'vitest'

import {
  emptyRegistration,
  validateAccountUpgrade,
  validateRegistration,
  type RegistrationForm,
} from './validate-registration.ts'

const good: RegistrationForm = {
  firstName: ' Anna ',
  lastName: 'Weber',
  login: ' anna@example.com ',
  password: 'a long enough one',
  country: 'CH',
  currency: 'EUR',
  phone: '79 123 45 67',
  phone_prefix: '41',
  promo: '',
  adult: true,
  terms: true,
}

test('a good form becomes the body, trimmed, without an empty promo code', () => {
  const check = validateRegistration(good)
  expect(check).toMatchObject({
    isValid: true,
    body: { firstName: 'Anna', login: 'anna@example.com', currency: 'EUR' },
  })
  expect(check.isValid && check.body.promo).toBeUndefined()
})

test.each<[keyof RegistrationForm, Partial<RegistrationForm>, string, string]>([
  ['firstName', { firstName: '  ' }, 'firstName', 'auth.first_name_empty'],
  ['lastName', { lastName: '' }, 'lastName', 'auth.last_name_empty'],
  ['login', { login: 'anna@' }, 'login', 'auth.email_invalid'],
  ['password', { password: '1234567' }, 'password', 'auth.password_short'],
  ['country', { country: null }, 'country', 'auth.country_empty'],
  ['phone_prefix', { phone_prefix: '' }, 'country', 'auth.country_empty'],
  ['phone', { phone: '12' }, 'phone', 'auth.phone_invalid'],
  ['adult', { adult: false }, 'adult', 'auth.adult_needed'],
  ['terms', { terms: false }, 'terms', 'auth.terms_needed'],
])('%s: what stands against it is said at its field', (_name, change, field, key) => {
  expect(validateRegistration({ ...good, ...change })).toEqual({ isValid: false, errors: { [field]: key } })
})

test('an empty form has all of it said at once', () => {
  const check = validateRegistration({ ...emptyRegistration, country: 'CH', phone_prefix: '41' })
  expect(check.isValid ? [] : Object.keys(check.errors).toSorted()).toEqual(
    ['adult', 'firstName', 'lastName', 'login', 'password', 'phone', 'terms'].toSorted(),
  )
})

test('a practice account needs no phone and takes no code', () => {
  const check = validateRegistration({ ...good, phone: '', promo: 'WELCOME' }, 'demo')
  expect(check).toMatchObject({ isValid: true, body: { phone: '', practice: true } })
  expect(check.isValid && check.body.promo).toBe(undefined)
})

test('an empty promo code is the invalid-promo message where a code is asked for, and fine elsewhere', () => {
  expect(validateRegistration({ ...good, promo: ' ' }, 'promo')).toEqual({
    isValid: false,
    errors: { promo: 'auth.promo_unknown' },
  })
  expect(validateRegistration({ ...good, promo: ' ' })).toMatchObject({ isValid: true })
  expect(validateRegistration({ ...good, promo: 'WELCOME' }, 'promo')).toMatchObject({
    isValid: true,
    body: { promo: 'WELCOME' },
  })
})

test('from practice to real money: name, country, phone and currency, and nothing that is there already', () => {
  const form = { ...good, login: '', password: '', adult: false, terms: false, promo: ' WELCOME ' }
  expect(validateAccountUpgrade(form)).toEqual({
    isValid: true,
    body: {
      firstName: 'Anna',
      lastName: 'Weber',
      country: 'CH',
      currency: 'EUR',
      phone: '79 123 45 67',
      phone_prefix: '41',
      promo: 'WELCOME',
    },
  })
  expect(validateAccountUpgrade({ ...form, phone: '', country: null })).toEqual({
    isValid: false,
    errors: { phone: 'auth.phone_invalid', country: 'auth.country_empty' },
  })
})
