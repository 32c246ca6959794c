import { pfsCountries } from '@tradefront/rules/cards/usual-cascades'
import { expect, test } from 'vitest'

import { findCascadeSource, planCascade } from './plan-cascade.ts'

const german = {
  profileCountry: 'DE',
  cardCountry: null,
  detectedCountry: null,
  userCascade: null,
  siteCascade: 'ZOOM,PFS,CONCEPT',
  disabledProcessors: [],
  pfsCountries,
  hasPfsFallback: false,
}

test.each([
  ['PFS alone charges cards of PFS countries', {}, ['PFS']],
  ['by a setting the ordinary cascade follows, each once', { hasPfsFallback: true }, ['PFS', 'ZOOM', 'CONCEPT']],
  ['the setting changes nothing elsewhere', { profileCountry: 'AU', hasPfsFallback: true }, ['ZOOM', 'PFS', 'CONCEPT']],
  ['the countries are a setting', { pfsCountries: ['AU'] }, ['ZOOM', 'PFS', 'CONCEPT']],
  ['one that is off is skipped in both', { hasPfsFallback: true, disabledProcessors: ['PFS', 'ZOOM'] }, ['CONCEPT']],
])('cascade: %s', (_rule, change, expected) => {
  expect(planCascade({ ...german, ...change })).toEqual(expected)
})

test.each([
  ['a PFS country decides before the cascades', {}, 'country'],
  ['the user’s cascade comes first', { profileCountry: 'AU', userCascade: 'ORANGE' }, 'own'],
  ['a user’s cascade without a known processor is skipped', { profileCountry: 'AU', userCascade: 'X' }, 'site'],
  ['the default comes last', { profileCountry: 'AU', siteCascade: null }, 'default'],
])('what decides: %s', (_rule, change, expected) => {
  expect(findCascadeSource({ ...german, ...change })).toBe(expected)
})
