import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

import type { ChartColors } from '../chart/chart-colors.ts'
import type { ChartAxes } from '../chart/chart-engine.ts'

/** Price of an alert, and how it is written. */
export type AlertLine = { readonly price: number; readonly label: string }

type CanvasTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** Path of a bell in a square of 24. */
const bell =
  'M10.268 21a2 2 0 0 0 3.464 0M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326'
const bellSize = 13

/** Draws waiting alerts as thin lines with a bell, and their prices on the axis. */
export class AlertLines implements ISeriesPrimitive<Time> {
  readonly #axes: ChartAxes
  readonly #getColors: () => ChartColors
  #lines: readonly AlertLine[] = []
  #axisLabels: readonly ISeriesPrimitiveAxisView[] = []
  #requestUpdate: () => void = () => {}

  constructor(axes: ChartAxes, getColors: () => ChartColors) {
    this.#axes = axes
    this.#getColors = getColors
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#requestUpdate = requestUpdate
  }

  detached(): void {
    this.#requestUpdate = () => {}
  }

  show(lines: readonly AlertLine[]): void {
    this.#lines = lines
    this.#requestUpdate()
  }

  paneViews() {
    return [
      { zOrder: () => 'bottom' as const, renderer: () => ({ draw: (target: CanvasTarget) => this.#draw(target) }) },
    ]
  }

  updateAllViews(): void {
    const { ink, line } = this.#getColors()
    this.#axisLabels = this.#lines.flatMap(({ price, label }) => {
      const y = this.#axes.toY(price)
      if (y === null) return []
      return [{ coordinate: () => y, text: () => label, textColor: () => ink, backColor: () => line }]
    })
  }

  /** The same list until the next update: else the chart forgets where it has moved labels that would cover each other. */
  priceAxisViews() {
    return this.#axisLabels
  }

  #draw(target: CanvasTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      context.save()
      context.strokeStyle = this.#getColors().muted
      for (const { y, place } of placeBells(this.#lines.map(({ price }) => this.#axes.toY(price))))
        drawLine(context, Math.round(y) + 0.5, width - 4 - place * (bellSize + 4))
      context.restore()
    })
  }
}

/** Bells of nearly the same height are beside each other. Returns which place from the right each has. */
export function placeBells(heights: readonly (number | null)[]): { readonly y: number; readonly place: number }[] {
  const placed: { y: number; place: number }[] = []
  for (const y of heights) {
    if (y === null) continue
    const taken = placed.filter((other) => Math.abs(other.y - y) < bellSize + 1).map(({ place }) => place)
    let place = 0
    while (taken.includes(place)) place += 1
    placed.push({ y, place })
  }
  return placed
}

/** @param right where its bell ends */
function drawLine(context: CanvasRenderingContext2D, y: number, right: number): void {
  const bellX = right - bellSize
  context.lineWidth = 1
  context.setLineDash([1, 4])
  context.beginPath()
  context.moveTo(0, y)
  context.lineTo(bellX - 4, y)
  context.stroke()
  context.setLineDash([])
  context.save()
  context.translate(bellX, y - bellSize / 2)
  context.scale(bellSize / 24, bellSize / 24)
  context.lineWidth = 2.25
  context.stroke(new Path2D(bell))
  context.restore()
}
