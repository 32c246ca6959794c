import { expect, it } from 'vitest'

import { countries } from './countries.ts'

const byIso = new Map(countries.map((country) => [country.iso, country]))

it('has every country once, under each of its codes', () => {
  expect(countries.length).toBe(249)
  for (const key of ['iso', 'iso3', 'numcode', 'id'] as const) {
    expect(new Set(countries.map((country) => country[key])).size).toBe(countries.length)
  }
  for (const { iso3, name } of countries) {
    expect(iso3).toMatch(/^[A-Z]{3}$/)
    expect(name.length).toBeGreaterThan(2)
  }
})

it('says who may register', () => {
  expect(byIso.get('US')).toMatchObject({ allowRegistration: false, prefix: '1', iso3: 'USA', numcode: 840 })
  expect(byIso.get('KP')).toMatchObject({ block: true, allowRegistration: false })
  expect(byIso.get('DE')).toMatchObject({ block: false, allowRegistration: true, prefix: '49', isRegulated: true })
  expect(byIso.get('RU')).toMatchObject({ defaultLang: 'ru', prefix: '7', nationality: 'Russian' })
})

it('leads a territory to its country', () => {
  expect(byIso.get('PR')?.parentId).toBe(byIso.get('US')?.id)
  expect(byIso.get('FR')?.parentId).toBeNull()
})
