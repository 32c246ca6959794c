import { defaultLocale, localeInfo, locales } from '@tradefront/texts/locales'

import { type SymbolKind, symbolKinds } from '../trading/symbols.ts'
import {
  blockedCountries,
  countriesWithoutRegistration,
  countryRows,
  parentCountries,
  regulatedCountries,
  uninhabitedTerritories,
} from './country-table.ts'

/** spec: funding 3. `id` and `numcode` are ISO 3166-1 numeric. */
export type Country = {
  readonly id: number
  readonly iso: string
  /** English name; other languages come from Intl.DisplayNames. */
  readonly name: string
  readonly iso3: string
  readonly numcode: number
  /** True if residents cannot use the platform. */
  readonly block: boolean
  readonly allowRegistration: boolean
  /** Phone prefix in digits. Uninhabited territories have that of their administration. */
  readonly prefix: string
  readonly defaultLang: string
  /** Asset types that residents can trade, separated by commas. */
  readonly assetTypes: string
  /** Country that a territory belongs to. */
  readonly parentId: number | null
  readonly isRegulated: boolean
  /** English adjective. */
  readonly nationality: string
}

const assetTypeNames: Readonly<Record<SymbolKind, string>> = {
  currency: 'currencies',
  metal: 'metals',
  index: 'indices',
  crypto: 'crypto',
}
/** All asset types of the platform; no country has fewer. */
const assetTypes = symbolKinds.map((kind) => assetTypeNames[kind]).join(',')

const names = new Intl.DisplayNames('en', { type: 'region' })
const numcodes = new Map(countryRows.map(([iso, , numcode]) => [iso, numcode]))

/** Every country and territory of ISO 3166-1, by code. */
export const countries: readonly Country[] = countryRows.map(([iso, iso3, numcode, prefix, nationality]) => ({
  id: numcode,
  iso,
  name: names.of(iso) ?? iso,
  iso3,
  numcode,
  block: blockedCountries.has(iso),
  allowRegistration: ![blockedCountries, countriesWithoutRegistration, uninhabitedTerritories].some((excluded) =>
    excluded.has(iso),
  ),
  prefix,
  defaultLang: locales.find((locale) => localeInfo[locale].defaultIn.includes(iso)) ?? defaultLocale,
  assetTypes,
  parentId: numcodes.get(parentCountries[iso] ?? '') ?? null,
  isRegulated: regulatedCountries.has(iso),
  nationality,
}))
