/** Colours that the canvas needs, in a resolved form. */
export type ChartColors = {
  readonly background: string
  readonly line: string
  readonly ink: string
  readonly muted: string
  readonly accent: string
  readonly up: string
  readonly down: string
  readonly warn: string
  readonly violet: string
  readonly teal: string
  readonly font: string
  readonly fontFamily: string
}

const names = {
  background: '--bg',
  line: '--line',
  ink: '--ink',
  muted: '--muted',
  accent: '--accent-ink',
  up: '--up',
  down: '--down',
  warn: '--warn',
  violet: '--violet',
  teal: '--teal',
} as const

/** Reads the colours of the theme in which the element is shown. */
export function readChartColors(element: HTMLElement): ChartColors {
  const probe = document.createElement('span')
  element.append(probe)
  const colors = Object.fromEntries(
    Object.entries(names).map(([name, token]) => {
      probe.style.color = `var(${token})`
      return [name, toRgb(getComputedStyle(probe).color)]
    }),
  ) as Record<keyof typeof names, string>
  const { fontFamily } = getComputedStyle(element)
  probe.remove()
  return { ...colors, fontFamily, font: `500 12px ${fontFamily}` }
}

/** Converts a colour, because the chart library reads no oklch(). */
function toRgb(color: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (context === null) return color
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
