import type { CloudEdges } from '@tradefront/rules/charts/calculate-indicator'
import type { IPrimitivePaneRenderer, ISeriesPrimitive, SeriesAttachedParameter, Time } from 'lightweight-charts'

import type { ChartColors } from './chart-colors.ts'
import type { ChartAxes } from './chart-engine.ts'

/** Edges of the cloud at the middle of a candle. */
export type CloudPoint = CloudEdges & { readonly atMs: number }

type CanvasTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]
type Edge = { readonly x: number; readonly upper: number; readonly lower: number; readonly isUp: boolean }

/** Fills the cloud, and draws its edges where there are no candles yet. */
export class IchimokuCloud implements ISeriesPrimitive<Time> {
  readonly #axes: ChartAxes
  readonly #getColors: () => ChartColors
  #points: readonly CloudPoint[] = []
  #lastMs = 0
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

  /**
   * Sets the points of the cloud.
   * @param lastMs the middle of the last candle, until which the edges are lines of the chart
   */
  setPoints(points: readonly CloudPoint[], lastMs: number): void {
    this.#points = points
    this.#lastMs = lastMs
    this.#requestUpdate()
  }

  paneViews() {
    return [
      { zOrder: () => 'bottom' as const, renderer: () => ({ draw: (target: CanvasTarget) => this.#draw(target) }) },
    ]
  }

  #draw(target: CanvasTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { width } }) => {
      const { up, down } = this.#getColors()
      const edges = this.#points.flatMap((point) => this.#toEdge(point))
      const lastX = this.#axes.toX(this.#lastMs) ?? width
      context.save()
      context.lineWidth = 1
      for (const [index, to] of edges.entries()) {
        const from = edges[index - 1]
        if (from === undefined || to.x < 0 || from.x > width) continue
        context.globalAlpha = 0.12
        context.fillStyle = to.isUp ? up : down
        context.beginPath()
        context.moveTo(from.x, from.upper)
        context.lineTo(to.x, to.upper)
        context.lineTo(to.x, to.lower)
        context.lineTo(from.x, from.lower)
        context.fill()
        if (from.x < lastX - 0.5) continue
        context.globalAlpha = 1
        drawEdge(context, from, to, 'upper', to.isUp ? up : down)
        drawEdge(context, from, to, 'lower', to.isUp ? down : up)
      }
      context.restore()
    })
  }

  #toEdge({ atMs, spanA, spanB }: CloudPoint): Edge[] {
    const x = this.#axes.toX(atMs)
    const [a, b] = [this.#axes.toY(spanA), this.#axes.toY(spanB)]
    return x === null || a === null || b === null
      ? []
      : [{ x, upper: Math.min(a, b), lower: Math.max(a, b), isUp: spanA >= spanB }]
  }
}

function drawEdge(
  context: CanvasRenderingContext2D,
  from: Edge,
  to: Edge,
  side: 'upper' | 'lower',
  color: string,
): void {
  context.strokeStyle = color
  context.beginPath()
  context.moveTo(from.x, from[side])
  context.lineTo(to.x, to[side])
  context.stroke()
}
