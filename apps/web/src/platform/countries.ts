import type { Country } from '@tradefront/contract/settings'

import { fetchBoot } from './boot.ts'

let loading: Promise<readonly Country[]> | null = null

/** The country table, asked for once; give the promise to `use`. A failure is forgotten, so that a retry asks again. */
export function loadCountries(): Promise<readonly Country[]> {
  loading ??= fetchBoot().then(
    ({ countries }) => countries,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** What a country is called in a language. */
export function countryName(country: Pick<Country, 'iso' | 'name'>, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(country.iso) ?? country.name
}

/** A country's flag where this machine can draw it, else the letters of its code. */
export function countryFlag(iso: string): string {
  canDrawFlags ??= drawsInColour(flagOf('FR'))
  return canDrawFlags ? flagOf(iso) : iso
}

let canDrawFlags: boolean | null = null
const regionalA = 0x1f1e6

function flagOf(iso: string): string {
  return String.fromCodePoint(...[...iso].map((letter) => regionalA + letter.charCodeAt(0) - 65))
}

/** Fonts without flags draw letters or boxes, in the one colour that was asked for. */
function drawsInColour(text: string): boolean {
  const size = 16
  const canvas = document.createElement('canvas')
  canvas.width = size * 2
  canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return false
  context.textBaseline = 'top'
  context.font = `${size}px sans-serif`
  context.fillStyle = '#000'
  context.fillText(text, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, at) => at % 4 !== 3 && value > 0)
}
