import type { IChartApi, SeriesAttachedParameter, Time } from 'lightweight-charts'
import { expect, test } from 'vitest'

import type { ChartColors } from './chart-colors.ts'
import { listAxisPrices, type LiveLine, type MarketMark, type TradeLine, TradeLines } from './trade-lines.ts'

const pane = { width: 400, height: 300 }
/** Each colour is its own name. */
const colors = new Proxy({} as ChartColors, { get: (_target, name) => name })
const charWidth = 6

/** Draws on a chart on which a millisecond is a pixel and a price is a height, and returns what is written on it. */
function drawLines(lines: readonly TradeLine[], marks: readonly MarketMark[] = []) {
  const trades = new TradeLines(
    (atMs) => atMs,
    colors,
    () => '0:32',
  )
  const series = { priceToCoordinate: (price: number) => price }
  trades.attached({ series, requestUpdate: () => {} } as unknown as SeriesAttachedParameter<Time> & {
    chart: IChartApi
  })
  trades.setLines(lines)
  trades.setMarks(marks)
  const written: { text: string; color: string; x: number; y: number }[] = []
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * charWidth }),
    fillText: (text: string, x: number, y: number) => written.push({ text, color: String(known['fillStyle']), x, y }),
  }
  const context = new Proxy(known, { get: (target, name: string) => target[name] ?? (() => {}) })
  const target = { useMediaCoordinateSpace: (draw: (scope: object) => void) => draw({ context, mediaSize: pane }) }
  for (const view of trades.paneViews()) view.renderer().draw(target as never)
  return { written, trades }
}

const sale = { label: 'Sell', change: '−$0.64', tone: 'down' as const, sell: () => {} }
const createLine = (live: LiveLine | null, change: Partial<TradeLine> = {}): TradeLine => ({
  id: 'a',
  direction: 'up',
  price: 150,
  openedAtMs: 100,
  expiresAtMs: 300,
  label: '$10',
  startLabel: '',
  readLive: () => live,
  ...change,
})

test.each([
  ['won', '+$8.20', 'up'],
  ['lost', '−$10.00', 'down'],
  ['tie', '$0.00', 'muted'],
] as const)(
  'a line says in the color of the result what a trade that would be %s gives now',
  (outcome, profit, color) => {
    const { written } = drawLines([createLine({ profit, outcome, sale: null })])
    const [time, result] = written
    expect(time).toMatchObject({ text: '0:32', x: 294 })
    expect(result).toMatchObject({ text: `${profit} · `, color, x: 294 - 4 * charWidth })
    expect(written.map(({ text }) => text)).toEqual(['0:32', `${profit} · `, '▲ $10'])
  },
)

test('without a current price a line has only its time', () => {
  expect(drawLines([createLine(null)]).written.map(({ text }) => text)).toEqual(['0:32', '▲ $10'])
})

test('an expiry beyond the screen has its time at the edge', () => {
  const live = { profit: '+$8.20', outcome: 'won', sale } as const
  const { written, trades } = drawLines([createLine(live, { expiresAtMs: 900 })])
  expect(written[0]).toMatchObject({ text: '0:32', x: 394 })
  expect(trades.findSale({ x: 393, y: 140 }, 0)).toBe(sale.sell)
  expect(trades.findSale({ x: 396, y: 140 }, 0)).toBeNull()
})

test.each([
  ['up', '▲', 140, 160],
  ['down', '▼', 160, 140],
] as const)(
  'the sale of a trade %s is at the end of its line, on the side of its stake',
  (direction, arrow, y, other) => {
    const live = { profit: '+$8.20', outcome: 'won', sale } as const
    const { written, trades } = drawLines([createLine(live, { direction })])
    expect(written.slice(-2)).toMatchObject([
      { text: `${arrow} Sell `, color: 'ink' },
      { text: '−$0.64', color: 'down' },
    ])
    expect(trades.findSale({ x: 290, y }, 0)).toBe(sale.sell)
    expect(trades.hitTest(290, y)).toMatchObject({ cursorStyle: 'pointer' })
    expect(trades.findSale({ x: 290, y: other }, 0)).toBeNull()
    expect(trades.hitTest(290, other)).toBeNull()
    // This is just outside the margin of a finger.
    const outside = y + (direction === 'up' ? -22 : 22)
    expect(trades.findSale({ x: 290, y: outside }, 0)).toBeNull()
    expect(trades.findSale({ x: 290, y: outside }, 11)).toBe(sale.sell)
  },
)

test('a sale covers no stake', () => {
  const live = { profit: '', outcome: 'won', sale } as const
  const { trades } = drawLines([
    createLine(live, { openedAtMs: 250 }),
    createLine(null, { price: 125, openedAtMs: 250 }),
  ])
  // Both stakes are at this place.
  expect(trades.findSale({ x: 270, y: 140 }, 0)).toBeNull()
  expect(trades.findSale({ x: 270, y: 115 }, 0)).toBeNull()
  expect(trades.findSale({ x: 290, y: 95 }, 0)).toBe(sale.sell)
})

test.each([
  ['up', [132, 116]],
  ['down', [154, 170]],
] as const)('the stakes of two trades %s at one price do not cover each other', (direction, heights) => {
  const { written } = drawLines([
    createLine(null, { direction }),
    createLine(null, { direction, openedAtMs: 110, label: '$20' }),
  ])
  expect(written.filter(({ text }) => text.includes('$')).map(({ y }) => y)).toEqual(heights)
})

test('the stake of a trade does not cover the time of a later one', () => {
  // Without the second time, at the height of 24, the stake would be at 26.
  const { written } = drawLines([createLine(null, { price: 44, openedAtMs: 250 }), createLine(null, { price: 200 })])
  const stake = written.find(({ x }) => x === 258)
  expect(stake).toMatchObject({ text: '▲ $10', y: 48 })
})

test('the name of a time is not written over the time of a trade', () => {
  const { written } = drawLines([createLine(null)], [{ atMs: 250, label: 'the market began' }])
  expect(written.map(({ text }) => text)).toEqual(['0:32', '▲ $10'])
})

test('a sale covers no time', () => {
  const live = { profit: '+$8.20', outcome: 'won', sale } as const
  const { trades } = drawLines([createLine(live, { price: 40 })])
  // The time is there, so that the button is on the other side.
  expect(trades.findSale({ x: 290, y: 20 }, 20)).toBeNull()
  expect(trades.findSale({ x: 290, y: 55 }, 0)).toBe(sale.sell)
  expect(drawLines([createLine(live, { price: 60 })]).trades.findSale({ x: 290, y: 45 }, 0)).toBe(sale.sell)
})

test('two sales at one price are above each other, and one without room above its line is below it', () => {
  const [first, second, third, outside] = [() => {}, () => {}, () => {}, () => {}]
  const createWith = (sell: () => void, price: number) =>
    createLine({ profit: '', outcome: 'won', sale: { ...sale, sell } }, { price })
  const { trades } = drawLines([
    createWith(first, 150),
    createWith(second, 152),
    createWith(third, 60),
    createWith(outside, -5),
  ])
  expect(trades.findSale({ x: 290, y: 140 }, 0)).toBe(first)
  expect(trades.findSale({ x: 290, y: 110 }, 0)).toBe(second)
  expect(trades.findSale({ x: 290, y: 92 }, 0)).toBe(third)
  for (const y of [0, 8]) expect(trades.findSale({ x: 290, y }, 0)).toBeNull()
})

test('each price is on the axis once in a direction', () => {
  const lines = [
    createLine(null),
    createLine(null, { id: 'b' }),
    createLine(null, { id: 'c', direction: 'down' }),
    createLine(null, { id: 'd', price: 151 }),
    createLine(null, { id: 'e', price: null }),
  ]
  expect(listAxisPrices(lines)).toEqual([
    { price: 150, direction: 'up' },
    { price: 150, direction: 'down' },
    { price: 151, direction: 'up' },
  ])
})

test('the name of a time is above the notes that a narrow chart has at its bottom', () => {
  const { written } = drawLines([], [{ atMs: 100, label: 'the market began' }])
  expect(written).toMatchObject([{ text: 'the market began', x: 106, y: 20 }])
})
