import type { Drawing } from '@tradefront/contract/charts'
import { type DrawingKind, fibonacciRatios } from '@tradefront/rules/charts/drawings'
import { toPoints, toPrice } from '@tradefront/rules/trading/symbols'

import type { ChartAxes } from '../chart/chart-engine.ts'

/** Place in pixels from the top left corner of the prices. */
export type Spot = { readonly x: number; readonly y: number }

/** A drawing with its places on the screen. */
export type Shape = { readonly kind: DrawingKind; readonly spots: readonly Spot[] }

/** Number of a point, or the whole drawing. */
export type DrawingPart = 0 | 1 | 'whole'

/** Finds a drawing on the screen. Null: the chart has no prices yet. */
export function toShape({ kind, points }: Pick<Drawing, 'kind' | 'points'>, axes: ChartAxes): Shape | null {
  const spots: Spot[] = []
  for (const { atMs, price } of points) {
    const [x, y] = [axes.toX(atMs), axes.toY(price)]
    if (x === null || y === null) return null
    spots.push({ x, y })
  }
  return { kind, spots }
}

/**
 * Converts a place to time and price. Prices are rounded to the decimals of the symbol, and stay above 0. Null: the chart has no prices
 * yet.
 */
export function toPoint({ x, y }: Spot, axes: ChartAxes, digits: number): Drawing['points'][number] | null {
  const [atMs, price] = [axes.toTime(x), axes.toPrice(y)]
  if (atMs === null || price === null) return null
  return { atMs: Math.max(0, atMs), price: toPrice(Math.max(1, toPoints(price, digits)), digits) }
}

/** Lists the handles. A level has none of its own: it is dragged as a whole. */
export function listHandles({ kind, spots }: Shape): readonly Spot[] {
  return kind === 'level' ? [] : spots
}

export type HitTest = {
  /** Largest distance in pixels. */
  readonly tolerance: number
  readonly isSelected: boolean
}

/**
 * Finds the part of a drawing at a place. The inside of a rectangle belongs to it only while it is selected, so that the chart can be
 * dragged there.
 */
export function hitShape(shape: Shape, at: Spot, { tolerance, isSelected }: HitTest): DrawingPart | null {
  const handle = listHandles(shape).findIndex((spot) => Math.hypot(spot.x - at.x, spot.y - at.y) <= tolerance + 3)
  if (isSelected && handle >= 0) return handle === 0 ? 0 : 1
  if (isSelected && shape.kind === 'rectangle' && isInside(shape.spots, at)) return 'whole'
  const isNear = listEdges(shape).some(([from, to]) => measureDistance(at, from, to) <= tolerance)
  return isNear ? 'whole' : null
}

/** Moves a part of a drawing by pixels. Null: the chart has no prices yet. */
export function moveDrawing(
  drawing: Drawing,
  part: DrawingPart,
  by: Spot,
  axes: ChartAxes,
  digits: number,
): Drawing | null {
  const shape = toShape(drawing, axes)
  if (shape === null) return null
  const points = drawing.points.map((point, index) => {
    const spot = shape.spots[index]
    if (spot === undefined || (part !== 'whole' && part !== index)) return point
    return toPoint({ x: spot.x + by.x, y: spot.y + by.y }, axes, digits)
  })
  return points.every((point) => point !== null) ? { ...drawing, points } : null
}

/** Lists the heights of the lines of a retracement, from its second point back to its first. */
export function listFibonacciHeights([first, second]: readonly Spot[]): { ratio: number; y: number }[] {
  if (first === undefined || second === undefined) return []
  return fibonacciRatios.map((ratio) => ({ ratio, y: second.y + (first.y - second.y) * ratio }))
}

const endless = 100_000

/** Lists the straight lines of a drawing. */
function listEdges({ kind, spots }: Shape): (readonly [Spot, Spot])[] {
  const [first, second = first] = spots
  if (first === undefined || second === undefined) return []
  switch (kind) {
    case 'line':
      return [[first, second]]
    case 'level':
      return [
        [
          { x: -endless, y: first.y },
          { x: endless, y: first.y },
        ],
      ]
    case 'rectangle': {
      const corners = [first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }]
      return corners.map((corner, index) => [corner, corners[(index + 1) % 4] ?? first])
    }
    case 'fibonacci':
      return [
        [first, second],
        ...listFibonacciHeights(spots).map(
          ({ y }) =>
            [
              { x: first.x, y },
              { x: second.x, y },
            ] as const,
        ),
      ]
  }
}

function isInside([first, second]: readonly Spot[], { x, y }: Spot): boolean {
  if (first === undefined || second === undefined) return false
  return (x - first.x) * (x - second.x) <= 0 && (y - first.y) * (y - second.y) <= 0
}

/** Returns the distance of a place from a straight line between two others. */
function measureDistance(at: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / square
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy)
}
