import { expect, test } from 'vitest'

import { type Country, countries } from './countries.ts'

const byIso = new Map(countries.map((country) => [country.iso, country]))

/** Codes that are reserved, user-assigned, or of groups. */
const notCountries = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '))
/** Codes that were withdrawn. ICU still maps them to their successors. */
const takenBack = new Set('AN BU CS CT DD DY FQ FX HV JT MI NH NQ NT PC PU PZ RH SU TP UK VD WK YD YU ZR'.split(' '))

/** Lists codes from a source that is independent of our table. */
function codesOfIcu(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) !== undefined && !notCountries.has(code) && !takenBack.has(code))
}

test('every ISO country is in the table once, and each of its codes is unique', () => {
  expect(countries.map(({ iso }) => iso).toSorted()).toEqual(codesOfIcu().toSorted())
  for (const key of ['iso', 'iso3', 'numcode', 'id', 'name'] as const) {
    expect(new Set(countries.map((country) => country[key])).size).toBe(countries.length)
  }
})

test('the numeric code of each country is that of ISO', () => {
  const toLocale = (numcode: number) => `und-${String(numcode).padStart(3, '0')}`
  // A locale with a numeric region is the same as one with the letters of the country.
  const named = countries.map(({ numcode }) => new Intl.Locale(toLocale(numcode)).region)
  expect(named).toEqual(countries.map(({ iso }) => iso))
})

/** Valid values of each field (spec: funding 3). */
const fields: { [K in keyof Country]: (value: Country[K]) => boolean } = {
  id: (value) => Number.isInteger(value) && value > 0 && value < 1000,
  iso: (value) => /^[A-Z]{2}$/.test(value),
  name: (value) => value.length > 2 && value === value.trim(),
  iso3: (value) => /^[A-Z]{3}$/.test(value),
  numcode: (value) => Number.isInteger(value) && value > 0 && value < 1000,
  block: (value) => typeof value === 'boolean',
  allowRegistration: (value) => typeof value === 'boolean',
  prefix: (value) => /^[1-9]\d{0,2}$/.test(value),
  defaultLang: (value) => value === 'en' || value === 'ru',
  assetTypes: (value) => value.split(',').every((type) => /^[a-z]+$/.test(type)),
  parentId: (value) => value === null || countries.some(({ id }) => id === value),
  isRegulated: (value) => typeof value === 'boolean',
  nationality: (value) => /^\p{Lu}[\p{L}.,' -]+[\p{L}]$/u.test(value),
}

test('every field of every country has a valid value', () => {
  const names = Object.keys(fields).toSorted()
  const wrong = countries.flatMap((country) => {
    const bad = <K extends keyof Country>(name: K): boolean => !fields[name](country[name])
    const found = (Object.keys(fields) as (keyof Country)[]).filter(bad).map((name) => `${country.iso} ${name}`)
    return Object.keys(country).toSorted().join() === names.join() ? found : [...found, `${country.iso} fields`]
  })
  expect(wrong).toEqual([])
})

test('nationalities are adjectives and not country names', () => {
  const places = countries.filter(({ name, nationality }) => name === nationality || /islands?$/i.test(nationality))
  expect(places.map(({ iso }) => iso)).toEqual([])
})

test('registration and blocking follow the country', () => {
  expect(byIso.get('US')).toMatchObject({ allowRegistration: false, prefix: '1', iso3: 'USA', numcode: 840 })
  expect(byIso.get('KP')).toMatchObject({ block: true, allowRegistration: false })
  expect(byIso.get('DE')).toMatchObject({ block: false, allowRegistration: true, prefix: '49', isRegulated: true })
  expect(byIso.get('RU')).toMatchObject({ defaultLang: 'ru', prefix: '7', nationality: 'Russian' })
  expect(byIso.get('AQ')).toMatchObject({ block: false, allowRegistration: false })
  expect(countries.filter(({ block, allowRegistration }) => block && allowRegistration)).toEqual([])
})

test('asset types are those that are traded', () => {
  expect(new Set(countries.map(({ assetTypes }) => assetTypes))).toEqual(new Set(['currencies,metals,indices,crypto']))
})

test.each([
  ['PR', 'US'],
  ['GF', 'FR'],
  ['GI', 'GB'],
  ['HK', 'CN'],
  ['SJ', 'NO'],
  ['FR', null],
])('%s belongs to %s', (iso, parent) => {
  expect(byIso.get(iso)?.parentId).toBe(parent === null ? null : byIso.get(parent)?.id)
})
