import { expect, test } from 'vitest'

import {
  applyLayout,
  changeChart,
  changeArrangement,
  changeSymbol,
  createFirstWorkspace,
  defaultWorkspace,
  toggleIndicator,
  toggleMember,
  workspaceSchema,
} from './workspace.ts'

test('the default workspace can be stored and read', () => {
  expect(workspaceSchema.parse(JSON.parse(JSON.stringify(defaultWorkspace)))).toEqual(defaultWorkspace)
})

test('a change of a chart leaves the others as they are', () => {
  const { charts } = changeChart(defaultWorkspace, 1, { seconds: 60 })
  expect(charts[1]).toEqual({ ...defaultWorkspace.charts[1], seconds: 60 })
  expect(charts[0]).toBe(defaultWorkspace.charts[0])
})

test.each([
  ['one', 3, 0],
  ['two', 3, 1],
  ['four', 3, 3],
  ['two', 0, 0],
] as const)('with the arrangement %s the active chart %i becomes %i', (arrangement, activeChart, expected) => {
  expect(changeArrangement({ ...defaultWorkspace, activeChart }, arrangement)).toMatchObject({
    arrangement,
    activeChart: expected,
  })
})

test('what an earlier version has stored is kept, and what it did not know has its first value', () => {
  const { recentSymbols: _unknown, ...rest } = defaultWorkspace
  const { symbol_next: _added, ...keys } = defaultWorkspace.keys
  const stored = { ...rest, favourites: ['XAUUSD'], keys: { ...keys, buy_up: 'B' } }
  expect(workspaceSchema.parse(stored)).toEqual({
    ...defaultWorkspace,
    favourites: ['XAUUSD'],
    keys: { ...defaultWorkspace.keys, buy_up: 'B' },
  })
})

test('the symbols of a chart before and after a change are recent, the latest first, each once and six at most', () => {
  const show = (symbols: readonly string[]) =>
    symbols.reduce((workspace, symbol) => changeSymbol(workspace, 0, symbol), defaultWorkspace)
  expect(show(['A'])).toMatchObject({ recentSymbols: ['A', 'EURUSD'], charts: [{ symbol: 'A' }, {}, {}, {}] })
  expect(show(['A', 'B', 'A']).recentSymbols).toEqual(['A', 'B', 'EURUSD'])
  expect(show(['A', 'B', 'C', 'D', 'E', 'F']).recentSymbols).toEqual(['F', 'E', 'D', 'C', 'B', 'A'])
})

test('an indicator is added with its first values, and removed again', () => {
  const choices = toggleIndicator([{ name: 'sma', values: [7] }], 'rsi')
  expect(choices).toEqual([
    { name: 'sma', values: [7] },
    { name: 'rsi', values: [14] },
  ])
  expect(toggleIndicator(choices, 'sma')).toEqual([{ name: 'rsi', values: [14] }])
})

test('a layout changes the charts, and keeps stake and favourites', () => {
  const before = { ...defaultWorkspace, activeChart: 3, stake: 70, favourites: ['EURUSD'] }
  const charts = [...defaultWorkspace.charts].toReversed().map((chart) => ({ ...chart, indicators: [] }))
  const after = applyLayout(before, { charts, arrangement: 'two' })
  expect(after).toEqual({ ...before, charts, arrangement: 'two', activeChart: 1 })
})

test('a member is added to a list, and removed from it', () => {
  expect(toggleMember(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggleMember(['a', 'b'], 'a')).toEqual(['b'])
})

test.each([
  [['EURUSD', 'BTCUSD'], 'EURUSD'],
  [['SOLUSD', 'BTCUSD'], 'BTCUSD'],
  [['SOLUSD'], 'SOLUSD'],
  [[], 'EURUSD'],
])('with the open symbols %j the first chart shows %s', (open, expected) => {
  const symbols = ['EURUSD', 'SOLUSD', 'BTCUSD'].map((name) => ({ name, isOpen: open.includes(name) }))
  const shown = createFirstWorkspace(symbols).charts.map(({ symbol }) => symbol)
  expect(shown[0]).toBe(expected)
  expect(new Set(shown).size).toBe(4)
})
