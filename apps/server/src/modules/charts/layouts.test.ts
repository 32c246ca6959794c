import { type ChartLayout, chartsCalls } from '@tradefront/contract/charts'
import { createIndicatorChoice, indicatorNames } from '@tradefront/rules/charts/indicators'
import { maxLayouts } from '@tradefront/rules/charts/layouts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'

let app: TestApp
let trader: TestClient
beforeAll(async () => {
  app = await startTestApp()
  trader = (await app.registerTrader()).client
})
afterAll(() => app.stop())

const { listLayouts, saveLayout, renameLayout, deleteLayout } = chartsCalls
const createId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const chart: ChartLayout['charts'][number] = { symbol: 'EURUSD', seconds: 60, kind: 'candles', indicators: [] }
const createLayout = (number: number, change: object = {}) => ({
  id: createId(number),
  name: `Layout ${number}`,
  arrangement: 'two',
  charts: [chart, chart, chart, chart],
  ...change,
})
const listOf = async (client: TestClient) =>
  ((await client.get(listLayouts.path)).json as { layouts: ChartLayout[] }).layouts

test('layouts come back as they were saved, by name, with all indicators', async () => {
  const { client } = await app.registerTrader()
  const indicators = indicatorNames.map((name) => {
    const { values } = createIndicatorChoice(name)
    return { name, values: [...values] }
  })
  const rich = { ...chart, kind: 'line', seconds: 86_400, indicators }
  const second = createLayout(1, { name: 'Б — вечер', charts: [rich, rich, rich, rich] })
  const first = createLayout(2, { name: 'A', arrangement: 'four' })
  for (const layout of [second, first])
    expect((await client.post(saveLayout.path, layout)).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([first, second])
})

test('a layout is replaced, renamed and deleted', async () => {
  const { client } = await app.registerTrader()
  await client.post(saveLayout.path, createLayout(1))
  const replaced = createLayout(1, { arrangement: 'four' })
  expect((await client.post(saveLayout.path, replaced)).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([replaced])
  expect((await client.post(renameLayout.path, { id: createId(1), name: 'Night' })).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([{ ...replaced, name: 'Night' }])
  expect((await client.post(deleteLayout.path, { id: createId(1) })).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([])
})

test('two layouts of a trader cannot have the same name', async () => {
  const { client } = await app.registerTrader()
  await client.post(saveLayout.path, createLayout(1))
  await client.post(saveLayout.path, createLayout(2))
  const taken = { return: false, error: 'charts.layout_name_taken', message: expect.any(String) }
  expect((await client.post(saveLayout.path, createLayout(3, { name: 'Layout 1' }))).json).toEqual(taken)
  expect((await client.post(saveLayout.path, createLayout(2, { name: 'Layout 1' }))).json).toEqual(taken)
  expect((await client.post(renameLayout.path, { id: createId(2), name: 'Layout 1' })).json).toEqual(taken)
  expect((await listOf(client)).map(({ name }) => name)).toEqual(['Layout 1', 'Layout 2'])
})

test('a trader can save 20 layouts, also from several devices at once, and still change them then', async () => {
  const { client } = await app.registerTrader()
  const replies = await Promise.all([0, 1, 2, 3].map((number) => client.post(saveLayout.path, createLayout(number))))
  expect(replies.map(({ json }) => json)).toEqual(replies.map(() => ({ return: true })))
  for (let number = 4; number < maxLayouts; number += 1) await client.post(saveLayout.path, createLayout(number))
  const full = { return: false, error: 'charts.layouts_full', message: expect.stringContaining('20') }
  expect((await client.post(saveLayout.path, createLayout(50))).json).toEqual(full)
  expect((await client.post(saveLayout.path, createLayout(7, { name: 'Changed' }))).json).toEqual({ return: true })
  expect(await listOf(client)).toHaveLength(maxLayouts)
})

test('the id of another trader’s layout neither shows, changes nor deletes it', async () => {
  const owner = (await app.registerTrader()).client
  const other = (await app.registerTrader()).client
  await owner.post(saveLayout.path, createLayout(1))
  expect(await listOf(other)).toEqual([])
  expect((await other.post(renameLayout.path, { id: createId(1), name: 'Mine' })).json).toEqual({ return: true })
  expect((await other.post(deleteLayout.path, { id: createId(1) })).json).toEqual({ return: true })
  await other.post(saveLayout.path, createLayout(1, { arrangement: 'four' }))
  expect(await listOf(owner)).toEqual([createLayout(1)])
})

const withIndicators = (...indicators: object[]) => ({
  charts: [{ ...chart, indicators }, chart, chart, chart],
})
test.each([
  ['an empty name', { name: '' }],
  ['a blank name', { name: '   ' }],
  ['a name that cannot be seen', { name: '\u2800' }],
  ['a name with spaces at its ends', { name: ' Night' }],
  ['a name of 41 characters', { name: 'x'.repeat(41) }],
  ['a name with a line end', { name: 'a\nb' }],
  ['a name that reorders text', { name: 'a\u202Eb' }],
  ['three charts', { charts: [chart, chart, chart] }],
  ['an unknown arrangement', { arrangement: 'nine' }],
  ['an unknown time frame', { charts: [{ ...chart, seconds: 7 }, chart, chart, chart] }],
  ['an indicator twice', withIndicators(createIndicatorChoice('sma'), createIndicatorChoice('sma'))],
  ['an unknown indicator', withIndicators({ name: 'vwap', values: [1] })],
  ['a period beyond its limit', withIndicators({ name: 'sma', values: [100_000] })],
  ['a value too many', withIndicators({ name: 'sma', values: [20, 20] })],
])('a layout is refused: %s', async (_what, change) => {
  const { client } = await app.registerTrader()
  expect((await client.post(saveLayout.path, createLayout(1, change))).status).toBe(400)
  expect(await listOf(client)).toEqual([])
})

test.each([
  ['x'.repeat(40)],
  ['<script>alert(1)</script>'],
  ["'; drop table chart_layouts; --"],
  ['{max} %s $1'],
  ['🌙'],
])('the name %s is saved as text', async (name) => {
  const { client } = await app.registerTrader()
  expect((await client.post(saveLayout.path, createLayout(1, { name }))).json).toEqual({ return: true })
  expect(await listOf(client)).toMatchObject([{ name }])
})

test('a visitor without a session can neither read nor write layouts', async () => {
  const visitor = await app.openClient()
  expect((await visitor.get(listLayouts.path)).status).toBe(401)
  for (const [{ path }, body] of [
    [saveLayout, createLayout(1)],
    [renameLayout, { id: createId(1), name: 'x' }],
    [deleteLayout, { id: createId(1) }],
  ] as const)
    expect((await visitor.post(path, body)).status, path).toBe(401)
})

describe.each([
  [saveLayout.path, createLayout(1)],
  [renameLayout.path, { id: createId(1), name: 'x' }],
  [deleteLayout.path, { id: createId(1) }],
] as const)('%s', (path, valid) => {
  test.each(createBadInputs(valid).map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(trader, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
