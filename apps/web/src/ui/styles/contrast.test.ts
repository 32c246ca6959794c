import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const surfaces = ['bg', 'surface', 'raised', 'float'] as const
const words = ['ink', 'muted', 'faint', 'accent-ink', 'up', 'down', 'warn', 'practice', 'violet', 'teal'] as const

const textPairs: [string, string][] = [
  ...words.flatMap((word) => surfaces.map((surface): [string, string] => [word, surface])),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-stage', 'stage'],
  ['on-danger', 'danger-hover'],
  ...(['accent-soft', 'up-soft', 'down-soft', 'warn-soft'] as const).flatMap((soft): [string, string][] => [
    ['ink', soft],
    ['muted', soft],
  ]),
  ['accent-ink', 'accent-soft'],
  ['up', 'up-soft'],
  ['down', 'down-soft'],
  ['warn', 'warn-soft'],
]
const shapePairs: [string, string][] = [
  ...surfaces.map((surface): [string, string] => ['edge', surface]),
  ...surfaces.map((surface): [string, string] => ['accent', surface]),
]

test.each(themes.flatMap((theme) => textPairs.map((pair) => [theme, ...pair] as const)))(
  'in the %s theme, text in %s on %s has a contrast of at least 4.5:1',
  (theme, front, back) => {
    expect(contrast(luminance(front, theme), luminance(back, theme))).toBeGreaterThanOrEqual(4.5)
  },
)

test.each(themes.flatMap((theme) => shapePairs.map((pair) => [theme, ...pair] as const)))(
  'in the %s theme, shapes in %s on %s have a contrast of at least 3:1',
  (theme, front, back) => {
    expect(contrast(luminance(front, theme), luminance(back, theme))).toBeGreaterThanOrEqual(3)
  },
)

test('black on white has a contrast of 21:1', () => {
  expect(contrast(oklchLuminance(0, 0, 0), oklchLuminance(1, 0, 0))).toBeCloseTo(21, 1)
})

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(token: string, theme: Theme): number {
  const found = new RegExp(`--${token}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(css)
  const numbers = found?.[theme === 'light' ? 1 : 2]?.split(' ').map(Number)
  const [l, c, h] = numbers ?? []
  if (l === undefined || c === undefined || h === undefined) throw new Error(`No token --${token}`)
  return oklchLuminance(l, c, h)
}

/** Relative luminance (WCAG 2) of an oklch colour, clipped to sRGB as a screen does. */
function oklchLuminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number): number => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
