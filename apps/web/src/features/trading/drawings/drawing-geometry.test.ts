import type { Drawing } from '@tradefront/contract/charts'
import { describe, expect, test } from 'vitest'

import type { ChartAxes } from '../chart/chart-engine.ts'
import { hitShape, listFibonacciHeights, moveDrawing, type Shape, toPoint, toShape } from './drawing-geometry.ts'

/** A second has 10 px; a price of 1 has 100 px, from 5 at the top. */
const axes: ChartAxes = {
  toX: (atMs) => atMs / 100,
  toTime: (x) => x * 100,
  toY: (price) => (5 - price) * 100,
  toPrice: (y) => 5 - y / 100,
  getSize: () => ({ width: 800, height: 500 }),
}
const emptyAxes: ChartAxes = { ...axes, toX: () => null, toTime: () => null }
const spots = [
  { x: 100, y: 100 },
  { x: 200, y: 200 },
]
const mouse = { tolerance: 6, isSelected: false }
const selected = { ...mouse, isSelected: true }

test('points lead to places on the screen and back', () => {
  const points = [
    { atMs: 10_000, price: 4 },
    { atMs: 20_000, price: 3 },
  ]
  expect(toShape({ kind: 'line', points }, axes)).toEqual({ kind: 'line', spots })
  expect(spots.map((spot) => toPoint(spot, axes, 2))).toEqual(points)
})

test('a chart without prices has no places', () => {
  expect(toShape({ kind: 'level', points: [{ atMs: 0, price: 4 }] }, emptyAxes)).toBeNull()
  expect(toPoint({ x: 1, y: 1 }, emptyAxes, 2)).toBeNull()
})

test('a point has a price of the symbol above 0, and a time after 1970', () => {
  expect(toPoint({ x: -50, y: 123.456 }, axes, 2)).toEqual({ atMs: 0, price: 3.77 })
  expect(toPoint({ x: 50, y: 900 }, axes, 2)).toEqual({ atMs: 5000, price: 0.01 })
})

describe('what is pressed', () => {
  const cases: [string, Shape['kind'], { x: number; y: number }, typeof mouse, ReturnType<typeof hitShape>][] = [
    ['a line', 'line', { x: 150, y: 154 }, mouse, 'whole'],
    ['a place beside a line', 'line', { x: 150, y: 160 }, mouse, null],
    ['a place beside a line, by a finger', 'line', { x: 150, y: 160 }, { ...mouse, tolerance: 14 }, 'whole'],
    ['a place where a line would go on', 'line', { x: 220, y: 220 }, mouse, null],
    ['the end of a line that is not selected', 'line', { x: 200, y: 200 }, mouse, 'whole'],
    ['the first point of a selected line', 'line', { x: 97, y: 103 }, selected, 0],
    ['the second point of a selected line', 'line', { x: 203, y: 206 }, selected, 1],
    ['a level, far from its point', 'level', { x: 700, y: 103 }, mouse, 'whole'],
    ['the point of a selected level', 'level', { x: 100, y: 100 }, selected, 'whole'],
    ['an edge of a rectangle', 'rectangle', { x: 196, y: 130 }, mouse, 'whole'],
    ['the inside of a rectangle', 'rectangle', { x: 150, y: 130 }, mouse, null],
    ['the inside of a selected rectangle', 'rectangle', { x: 150, y: 130 }, selected, 'whole'],
    ['the outside of a selected rectangle', 'rectangle', { x: 150, y: 230 }, selected, null],
    ['the half of a retracement', 'fibonacci', { x: 190, y: 151 }, mouse, 'whole'],
    ['a place between lines of a retracement', 'fibonacci', { x: 110, y: 169 }, mouse, null],
  ]
  test.each(cases)('%s', (_what, kind, at, hit, part) => {
    const shape = { kind, spots: kind === 'level' ? spots.slice(0, 1) : spots }
    expect(hitShape(shape, at, hit)).toBe(part)
  })
})

describe('a drawing that is dragged', () => {
  const line: Drawing = {
    id: 'a',
    symbol: 'EURUSD',
    kind: 'line',
    points: [
      { atMs: 10_000, price: 4.001 },
      { atMs: 20_000, price: 3 },
    ],
  }
  const by = { x: 10, y: -50 }

  test('keeps its form as a whole', () => {
    expect(moveDrawing(line, 'whole', by, axes, 2)?.points).toEqual([
      { atMs: 11_000, price: 4.5 },
      { atMs: 21_000, price: 3.5 },
    ])
  })

  test('keeps its other point exactly', () => {
    expect(moveDrawing(line, 1, by, axes, 2)?.points).toEqual([line.points[0], { atMs: 21_000, price: 3.5 }])
    expect(moveDrawing(line, 0, by, axes, 2)?.points).toEqual([{ atMs: 11_000, price: 4.5 }, line.points[1]])
  })

  test('stays where it is on a chart without prices', () => {
    expect(moveDrawing(line, 'whole', by, emptyAxes, 2)).toBeNull()
  })
})

test('a retracement goes from its second point back to its first', () => {
  const heights = listFibonacciHeights(spots)
  expect(heights[0]).toEqual({ ratio: 0, y: 200 })
  expect(heights.find(({ ratio }) => ratio === 0.618)?.y).toBeCloseTo(138.2)
  expect(heights.at(-1)).toEqual({ ratio: 1, y: 100 })
})
