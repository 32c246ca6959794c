import { expect, test } from 'vitest'

import type { ChartColors } from '../chart/chart-colors.ts'
import { AlertLines, placeBells } from './alert-lines.ts'

test.each([
  ['far from each other', [10, 40, 70], [0, 0, 0]],
  ['at one price', [50, 50, 50], [0, 1, 2]],
  ['at nearly one price', [50, 63, 76], [0, 1, 0]],
  ['just without overlap', [50, 64], [0, 0]],
] as const)('bells %s cover none', (_where, heights, places) => {
  expect(placeBells(heights).map(({ place }) => place)).toEqual(places)
})

test('an alert outside the prices has no bell', () => {
  expect(placeBells([null, 20])).toEqual([{ y: 20, place: 0 }])
})

test('the chart gets the same labels until it asks for new ones, so that it can move them apart', () => {
  const axes = { toX: () => 0, toY: (price: number) => price, toTime: () => 0, toPrice: () => 0 }
  const colors = { ink: 'ink', line: 'line' } as ChartColors
  const lines = new AlertLines({ ...axes, getSize: () => ({ width: 0, height: 0 }) }, () => colors)
  lines.show([
    { price: 10, label: '10.00' },
    { price: 11, label: '11.00' },
  ])
  lines.updateAllViews()
  const labels = lines.priceAxisViews()
  expect(labels.map((label) => [label.text(), label.coordinate()])).toEqual([
    ['10.00', 10],
    ['11.00', 11],
  ])
  expect(lines.priceAxisViews()).toBe(labels)
  lines.updateAllViews()
  expect(lines.priceAxisViews()).not.toBe(labels)
})
