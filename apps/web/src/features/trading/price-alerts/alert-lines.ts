import type { IPrimitivePaneRenderer, ISeriesPrimitive, SeriesAttachedParameter, Time } from 'lightweight-charts'

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

  priceAxisViews() {
    const { ink, line } = this.#getColors()
    return this.#lines.flatMap(({ price, label }) => {
      const y = this.#axes.toY(price)
      if (y === null) return []
      return [{ coordinate: () => y, text: () => label, textColor: () => ink, backColor: () => line }]
    })
  }

  #draw(target: CanvasTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      context.save()
      context.strokeStyle = this.#getColors().muted
      for (const { price } of this.#lines) {
        const y = this.#axes.toY(price)
        if (y !== null) drawLine(context, Math.round(y) + 0.5, width)
      }
      context.restore()
    })
  }
}

function drawLine(context: CanvasRenderingContext2D, y: number, width: number): void {
  const bellX = width - bellSize - 4
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
