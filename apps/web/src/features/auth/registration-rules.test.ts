import { authCalls } from '@tradefront/contract/auth'
import { countries } from '@tradefront/rules/settings/countries'
import { expect, test } from 'vitest'

import { validateForm } from '../../platform/forms/contract-resolver.ts'
import { isPhoneAccepted, splitInternationalPhone } from './registration-phone.ts'
import {
  checkRegistration,
  emptyRegistration,
  findCountryRefusal,
  type RegisterKind,
  type RegistrationForm,
  registrationFields,
  toRegistrationBody,
  toPracticeBody,
  toRealAccountBody,
} from './registration-rules.ts'

const good: RegistrationForm = {
  firstName: ' Anna ',
  lastName: 'Weber',
  login: ' anna@example.com ',
  password: 'a long enough one',
  country: 'CH',
  currency: 'EUR',
  phone: '79 123 45 67',
  promo: '',
  adult: true,
  terms: true,
}

const { body: registerSchema } = authCalls.register
const toBody = (form: RegistrationForm) => registerSchema.parse(toRegistrationBody(form, '41'))
const findErrors = (form: RegistrationForm, kind: RegisterKind = 'real', phonePrefix = '41') =>
  validateForm(
    registerSchema,
    {
      fields: registrationFields,
      toBody: (values: RegistrationForm) => toRegistrationBody(values, phonePrefix),
      check: (values: RegistrationForm) => checkRegistration(values, kind, countries, isPhoneAccepted),
    },
    form,
  )

test('a complete form becomes a trimmed body without an empty promo code', () => {
  expect(findErrors(good)).toEqual({})
  const body = toBody(good)
  expect(body).toMatchObject({ firstName: 'Anna', login: 'anna@example.com', currency: 'EUR', account: 'practice' })
  expect(body.promo).toBeUndefined()
})

test.each<[keyof RegistrationForm, Partial<RegistrationForm>, string]>([
  ['firstName', { firstName: '  ' }, 'auth.first_name_empty'],
  ['lastName', { lastName: '' }, 'auth.last_name_empty'],
  ['login', { login: 'anna@' }, 'auth.email_invalid'],
  ['password', { password: '1234567' }, 'auth.password_short'],
  ['country', { country: null }, 'auth.country_empty'],
  ['phone', { phone: '12' }, 'auth.phone_invalid'],
  ['adult', { adult: false }, 'auth.adult_needed'],
  ['terms', { terms: false }, 'auth.terms_needed'],
])('an invalid %s is reported at its field', (field, change, key) => {
  expect(findErrors({ ...good, ...change })).toEqual({ [field]: key })
})

test('a missing phone prefix is reported at the country', () => {
  expect(findErrors(good, 'real', '')).toEqual({ country: 'auth.country_empty' })
})

test('all errors of an empty form are reported at once', () => {
  const errors = findErrors({ ...emptyRegistration, country: 'CH' })
  expect(Object.keys(errors).toSorted()).toEqual(
    ['adult', 'firstName', 'lastName', 'login', 'password', 'phone', 'terms'].toSorted(),
  )
})

test('practice needs only an e-mail, a password, the age and the terms', () => {
  const { body: schema } = authCalls.registerForPractice
  const rules = { fields: registrationFields, toBody: toPracticeBody }
  const form = { ...emptyRegistration, login: good.login, password: good.password, adult: true, terms: true }
  expect(validateForm(schema, rules, form)).toEqual({})
  expect(schema.parse(toPracticeBody(form))).toEqual({
    login: 'anna@example.com',
    password: 'a long enough one',
    adult: true,
    terms: true,
  })
  expect(validateForm(schema, rules, emptyRegistration)).toEqual({
    login: 'auth.email_invalid',
    password: 'auth.password_short',
    adult: 'auth.adult_needed',
    terms: 'auth.terms_needed',
  })
})

test('an empty promo code is only an error in the registration with a promo code', () => {
  expect(findErrors({ ...good, promo: ' ' }, 'promo')).toEqual({ promo: 'auth.promo_unknown' })
  expect(findErrors({ ...good, promo: ' ' })).toEqual({})
  expect(findErrors({ ...good, promo: 'WELCOME' }, 'promo')).toEqual({})
  expect(toBody({ ...good, promo: 'WELCOME' })).toMatchObject({ promo: 'WELCOME' })
})

test('a real account is opened with only name, country, phone, currency and promo code', () => {
  const form = { ...good, login: '', password: '', adult: false, terms: false, promo: ' WELCOME ' }
  const { body: schema } = authCalls.openRealAccount
  const rules = {
    fields: registrationFields,
    toBody: (values: RegistrationForm) => toRealAccountBody(values, '41'),
  }
  expect(validateForm(schema, rules, form)).toEqual({})
  expect(schema.parse(toRealAccountBody(form, '41'))).toEqual({
    firstName: 'Anna',
    lastName: 'Weber',
    country: 'CH',
    currency: 'EUR',
    phone: '79 123 45 67',
    phone_prefix: '41',
    promo: 'WELCOME',
  })
  expect(validateForm(schema, rules, { ...form, phone: '', country: null })).toEqual({
    phone: 'auth.phone_invalid',
    country: 'auth.country_empty',
  })
})

test.each([
  ['CH', null],
  [null, null],
  ['US', 'auth.usa'],
  ['PR', 'auth.usa'],
  ['KP', 'auth.country_blocked'],
])('the country %s is answered with %s before the form is sent', (iso, refusal) => {
  expect(findCountryRefusal(countries, iso)).toBe(refusal)
  expect(findErrors({ ...good, country: iso }).country).toBe(
    refusal ?? (iso === null ? 'auth.country_empty' : undefined),
  )
})

test.each([
  ['+1 202 555 0100', null, { country: 'US', phone: '2025550100' }],
  ['+1 (416) 555-0100', 'CA', { country: 'CA', phone: '4165550100' }],
  ['+41 79 123 45 67', 'FR', { country: 'CH', phone: '791234567' }],
  ['0041791234567', null, { country: 'CH', phone: '791234567' }],
  ['+7 916 123-45-67', null, { country: 'RU', phone: '9161234567' }],
  ['+41', null, null],
  ['079 123 45 67', 'CH', null],
  ['+999 1234567', null, null],
  ['call me', null, null],
])('the phone %s with the country %s is split into %j', (phone, chosen, split) => {
  expect(splitInternationalPhone(countries, chosen, phone)).toEqual(split)
})

test.each([
  ['079 123 45 67', 'CH', undefined],
  ['+61 412 345 678', 'CH', undefined],
  ['79.123.45.67', 'CH', undefined],
  ['416 555 0100', 'CA', undefined],
  ['123 456 7890', 'CA', 'auth.phone_invalid'],
  ['12345', 'CH', 'auth.phone_invalid'],
])('the phone %s with the country %s gives the error %s, as on the server', (phone, country, error) => {
  expect(findErrors({ ...good, phone, country }).phone).toBe(error)
})

test('the marks of a phone are sent as the call accepts them', () => {
  expect(toBody({ ...good, phone: '+41\u00a079.123\u201145 67' }).phone).toBe('+41 79 123 45 67')
})

test('a phone without digits is refused', () => {
  expect(findErrors({ ...good, phone: '(----)' })).toEqual({ phone: 'auth.phone_invalid' })
})
