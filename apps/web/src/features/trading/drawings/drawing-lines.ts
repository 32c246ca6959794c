import type { Drawing } from '@tradefront/contract/charts'
import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts'

import type { ChartColors } from '../chart/chart-colors.ts'
import type { ChartAxes } from '../chart/chart-engine.ts'
import { hitShape, listFibonacciHeights, listHandles, type Shape, type Spot, toShape } from './drawing-geometry.ts'

export type ShownDrawings = {
  readonly drawings: readonly Drawing[]
  readonly selectedId: string | null
  /** Place where the keyboard puts the next point. */
  readonly cursor: Spot | null
}

const labelHeight = 15

type CanvasTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]
type Size = { readonly width: number; readonly height: number }

/** Draws the trader's drawings over the prices, and the prices of levels on their axis. */
export class DrawingLines implements ISeriesPrimitive<Time> {
  readonly #axes: ChartAxes
  readonly #getColors: () => ChartColors
  readonly #describe: { price: (price: number) => string; ratio: (ratio: number) => string }
  #shown: ShownDrawings = { drawings: [], selectedId: null, cursor: null }
  #axisLabels: readonly ISeriesPrimitiveAxisView[] = []
  #requestUpdate: () => void = () => {}

  constructor(
    axes: ChartAxes,
    getColors: () => ChartColors,
    describe: { price: (price: number) => string; ratio: (ratio: number) => string },
  ) {
    this.#axes = axes
    this.#getColors = getColors
    this.#describe = describe
  }

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.#requestUpdate = requestUpdate
  }

  detached(): void {
    this.#requestUpdate = () => {}
  }

  show(shown: ShownDrawings): void {
    this.#shown = shown
    this.#requestUpdate()
  }

  hitTest(x: number, y: number) {
    const { drawings, selectedId } = this.#shown
    const found = drawings.find((drawing) => {
      const shape = toShape(drawing, this.#axes)
      return (
        shape !== null && hitShape(shape, { x, y }, { tolerance: 6, isSelected: drawing.id === selectedId }) !== null
      )
    })
    return found === undefined ? null : { externalId: found.id, zOrder: 'normal' as const, cursorStyle: 'pointer' }
  }

  paneViews() {
    return [
      { zOrder: () => 'normal' as const, renderer: () => ({ draw: (target: CanvasTarget) => this.#draw(target) }) },
    ]
  }

  updateAllViews(): void {
    const { ink, line } = this.#getColors()
    this.#axisLabels = this.#shown.drawings.flatMap(({ kind, points: [point] }) => {
      const y = kind !== 'level' || point === undefined ? null : this.#axes.toY(point.price)
      if (y === null || point === undefined) return []
      const text = this.#describe.price(point.price)
      return [{ coordinate: () => y, text: () => text, textColor: () => ink, backColor: () => line }]
    })
  }

  /** The same list until the next update: else the chart forgets where it has moved labels that would cover each other. */
  priceAxisViews() {
    return this.#axisLabels
  }

  #draw(target: CanvasTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const { drawings, selectedId, cursor } = this.#shown
      context.save()
      for (const drawing of drawings) {
        const shape = toShape(drawing, this.#axes)
        if (shape !== null) this.#drawShape(context, shape, mediaSize, drawing.id === selectedId)
      }
      if (cursor !== null) this.#drawCursor(context, cursor, mediaSize)
      context.restore()
    })
  }

  #drawShape(context: CanvasRenderingContext2D, shape: Shape, size: Size, isSelected: boolean): void {
    const { accent, background } = this.#getColors()
    context.strokeStyle = accent
    context.fillStyle = accent
    context.lineWidth = isSelected ? 2 : 1.5
    context.setLineDash([])
    this.#drawBody(context, shape, size)
    if (!isSelected) return
    context.lineWidth = 2
    context.fillStyle = background
    for (const { x, y } of listHandles(shape)) {
      context.beginPath()
      context.arc(x, y, 5, 0, 2 * Math.PI)
      context.fill()
      context.stroke()
    }
  }

  #drawBody(context: CanvasRenderingContext2D, { kind, spots }: Shape, { width }: Size): void {
    const [first, second = first] = spots
    if (first === undefined || second === undefined) return
    switch (kind) {
      case 'line':
        return drawLine(context, first, second)
      case 'level':
        return drawLine(context, { x: 0, y: first.y }, { x: width, y: first.y })
      case 'rectangle': {
        const area = [first.x, first.y, second.x - first.x, second.y - first.y] as const
        context.globalAlpha = 0.1
        context.fillRect(...area)
        context.globalAlpha = 1
        return context.strokeRect(...area)
      }
      case 'fibonacci':
        return this.#drawFibonacci(context, first, second)
    }
  }

  #drawFibonacci(context: CanvasRenderingContext2D, first: Spot, second: Spot): void {
    const { font, muted } = this.#getColors()
    const left = Math.min(first.x, second.x)
    const right = Math.max(first.x, second.x)
    context.font = font
    context.textAlign = 'left'
    context.textBaseline = 'bottom'
    context.fillStyle = muted
    let labelY = Infinity
    for (const { ratio, y } of listFibonacciHeights([first, second])) {
      drawLine(context, { x: left, y }, { x: right, y })
      const price = this.#axes.toPrice(y)
      // Labels of a low retracement would cover each other.
      if (price === null || Math.abs(y - labelY) < labelHeight) continue
      labelY = y
      context.fillText(`${this.#describe.ratio(ratio)}  ${this.#describe.price(price)}`, left + 4, y - 2)
    }
    context.setLineDash([3, 3])
    context.lineWidth = 1
    drawLine(context, first, second)
    context.setLineDash([])
  }

  #drawCursor(context: CanvasRenderingContext2D, { x, y }: Spot, { width, height }: Size): void {
    const { ink } = this.#getColors()
    context.strokeStyle = ink
    context.lineWidth = 1
    context.setLineDash([4, 3])
    drawLine(context, { x, y: 0 }, { x, y: height })
    drawLine(context, { x: 0, y }, { x: width, y })
    context.setLineDash([])
    context.beginPath()
    context.arc(x, y, 6, 0, 2 * Math.PI)
    context.stroke()
  }
}

function drawLine(context: CanvasRenderingContext2D, from: Spot, to: Spot): void {
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}
