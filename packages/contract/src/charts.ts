import { drawingKinds, drawingPoints } from '@tradefront/rules/charts/drawings'
import { areIndicatorsValid, indicatorNames } from '@tradefront/rules/charts/indicators'
import { arrangements, chartKinds, layoutCharts, maxLayoutName } from '@tradefront/rules/charts/layouts'
import { candleSeconds } from '@tradefront/rules/trading/candles'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { symbolName } from './trade-view.ts'
import { extendPlainReply, plainReply, visibleLine } from './wire.ts'

const latestMs = Date.UTC(2200, 0)

/** A place on a chart that is the same in every time frame. */
const drawingPoint = z.strictObject({
  atMs: z.int().check(z.nonnegative(), z.lt(latestMs)),
  price: z.number().check(z.positive(), z.lte(1_000_000_000)),
})
export type DrawingPoint = Readonly<z.infer<typeof drawingPoint>>

export const drawing = z
  .strictObject({
    /** The browser makes the id, so that a repeated request saves nothing twice. */
    id: z.uuid(),
    symbol: symbolName,
    kind: z.enum(drawingKinds),
    points: z.array(drawingPoint).check(z.minLength(1), z.maxLength(2)),
  })
  .check(z.refine(({ kind, points }) => points.length === drawingPoints[kind]))
export type Drawing = Readonly<z.infer<typeof drawing>>

/** Symbol, candles and indicators of a chart. */
export const chartSettings = z.strictObject({
  symbol: symbolName,
  seconds: z.union(candleSeconds.map((seconds) => z.literal(seconds))),
  kind: z.enum(chartKinds),
  indicators: z
    .array(z.strictObject({ name: z.enum(indicatorNames), values: z.array(z.number()).check(z.maxLength(3)) }))
    .check(z.maxLength(indicatorNames.length), z.refine(areIndicatorsValid)),
})

/** A name has no spaces at its ends, so that two names that look the same are the same. */
const layoutName = visibleLine(maxLayoutName).check(z.refine((name) => name === name.trim()))

const layout = z.strictObject({
  /** The browser makes the id, so that a repeated request saves nothing twice. */
  id: z.uuid(),
  name: layoutName,
  arrangement: z.enum(arrangements),
  charts: z.array(chartSettings).check(z.length(layoutCharts)),
})
export type ChartLayout = Readonly<z.infer<typeof layout>>

export const chartsCalls = {
  listDrawings: defineCall({
    method: 'POST',
    path: '/api/charts/drawings',
    access: 'client',
    source: 'ours',
    summary: 'The drawings of the trader on the charts of a symbol, oldest first.',
    body: z.strictObject({ symbol: symbolName }),
    reply: extendPlainReply({ drawings: z.array(drawing) }),
  }),
  saveDrawing: defineCall({
    method: 'POST',
    path: '/api/charts/drawings/save',
    access: 'client',
    source: 'ours',
    summary: 'Saves a drawing. If the trader has one with this id, its points are replaced.',
    body: drawing,
    reply: plainReply,
  }),
  deleteDrawing: defineCall({
    method: 'POST',
    path: '/api/charts/drawings/delete',
    access: 'client',
    source: 'ours',
    summary: 'Deletes a drawing of the trader. Does nothing if there is none with this id.',
    body: z.strictObject({ id: z.uuid() }),
    reply: plainReply,
  }),
  listLayouts: defineCall({
    method: 'GET',
    path: '/api/charts/layouts',
    access: 'client',
    source: 'ours',
    summary: 'The layouts that the trader has saved, by name.',
    reply: extendPlainReply({ layouts: z.array(layout) }),
  }),
  saveLayout: defineCall({
    method: 'POST',
    path: '/api/charts/layouts/save',
    access: 'client',
    source: 'ours',
    summary: 'Saves a layout. If the trader has one with this id, it is replaced.',
    body: layout,
    reply: plainReply,
  }),
  renameLayout: defineCall({
    method: 'POST',
    path: '/api/charts/layouts/rename',
    access: 'client',
    source: 'ours',
    summary: 'Renames a layout of the trader. Does nothing if there is none with this id.',
    body: z.strictObject({ id: z.uuid(), name: layoutName }),
    reply: plainReply,
  }),
  deleteLayout: defineCall({
    method: 'POST',
    path: '/api/charts/layouts/delete',
    access: 'client',
    source: 'ours',
    summary: 'Deletes a layout of the trader. Does nothing if there is none with this id.',
    body: z.strictObject({ id: z.uuid() }),
    reply: plainReply,
  }),
} as const
