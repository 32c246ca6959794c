import { chartsCalls, type Drawing } from '@tradefront/contract/charts'
import { drawingPoints, maxDrawings } from '@tradefront/rules/charts/drawings'
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

const { listDrawings, saveDrawing, deleteDrawing } = chartsCalls
const createId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const first = { atMs: 1_700_000_000_000, price: 1.0842 }
const second = { atMs: 1_700_000_600_000, price: 1.0915 }
const line: Drawing = { id: createId(1), symbol: 'EURUSD', kind: 'line', points: [first, second] }
const listOf = async (client: TestClient, symbol = 'EURUSD') =>
  ((await client.post(listDrawings.path, { symbol })).json as { drawings: Drawing[] }).drawings

test('drawings of each kind come back as they were saved, oldest first, and only those of the symbol', async () => {
  const { client } = await app.registerTrader()
  const saved = Object.entries(drawingPoints).map(([kind, count], number) => ({
    ...line,
    id: createId(9 - number),
    kind: kind as Drawing['kind'],
    points: [first, second].slice(0, count),
  }))
  for (const each of saved) {
    app.clock.advance(1000)
    expect((await client.post(saveDrawing.path, each)).json).toEqual({ return: true })
  }
  await client.post(saveDrawing.path, { ...line, id: createId(20), symbol: 'BTCUSD' })
  expect(await listOf(client)).toEqual(saved)
})

test('saving a drawing again moves it, and deleting it twice is no error', async () => {
  const { client } = await app.registerTrader()
  await client.post(saveDrawing.path, line)
  const moved = { ...line, points: [second, first] }
  expect((await client.post(saveDrawing.path, moved)).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([moved])
  expect((await client.post(deleteDrawing.path, { id: line.id })).json).toEqual({ return: true })
  expect((await client.post(deleteDrawing.path, { id: line.id })).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([])
})

test('two devices that draw at once keep all drawings of both', async () => {
  const { client } = await app.registerTrader()
  const all = Array.from({ length: 8 }, (_, number) => ({ ...line, id: createId(number) }))
  const replies = await Promise.all(all.map((each) => client.post(saveDrawing.path, each)))
  // A device that has used up its tries gets a conflict, and sends the drawing again.
  for (const [index, reply] of replies.entries())
    if (reply.status === 409) expect((await client.post(saveDrawing.path, all[index])).json).toEqual({ return: true })
  expect((await listOf(client)).map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id))
})

test('the id of another trader’s drawing neither shows, changes nor deletes it', async () => {
  const owner = (await app.registerTrader()).client
  const other = (await app.registerTrader()).client
  await owner.post(saveDrawing.path, line)
  expect(await listOf(other)).toEqual([])
  const theirs = { ...line, points: [second, first] }
  expect((await other.post(saveDrawing.path, theirs)).json).toEqual({ return: true })
  expect(await listOf(owner)).toEqual([line])
  expect(await listOf(other)).toEqual([theirs])
  expect((await other.post(deleteDrawing.path, { id: line.id })).json).toEqual({ return: true })
  expect(await listOf(owner)).toEqual([line])
})

test('a trader can have 100 drawings on a symbol, and still move them then', async () => {
  const { client } = await app.registerTrader()
  for (let number = 0; number < maxDrawings; number += 1)
    await client.post(saveDrawing.path, { ...line, id: createId(number) })
  const one = { ...line, id: createId(500) }
  const full = await client.post(saveDrawing.path, one)
  expect(full.status).toBe(200)
  expect(full.json).toMatchObject({ return: false, error: 'charts.drawings_full', message: /100/ })
  expect((await client.post(saveDrawing.path, { ...one, symbol: 'BTCUSD' })).json).toEqual({ return: true })
  const moved = { ...line, id: createId(7), points: [second, first] }
  expect((await client.post(saveDrawing.path, moved)).json).toEqual({ return: true })
  await client.post(deleteDrawing.path, { id: createId(3) })
  expect((await client.post(saveDrawing.path, { ...one, id: createId(501) })).json).toEqual({ return: true })
  expect(await listOf(client)).toHaveLength(maxDrawings)
})

test('a drawing keeps its kind and symbol', async () => {
  const { client } = await app.registerTrader()
  await client.post(saveDrawing.path, line)
  for (const change of [{ kind: 'rectangle' }, { symbol: 'BTCUSD' }])
    expect((await client.post(saveDrawing.path, { ...line, ...change })).status).toBe(409)
  expect(await listOf(client)).toEqual([line])
})

test('other browsers of the trader, and no other ones, learn that a drawing was saved and deleted', async () => {
  const { client, userId } = await app.registerTrader()
  const { userId: otherId } = await app.registerTrader()
  await app.context.live.start()
  const events: unknown[] = []
  const stops = [
    app.context.live.subscribe(userId, (event) => events.push(event)),
    app.context.live.subscribe(otherId, () => events.push('other')),
  ]
  await client.post(saveDrawing.path, line)
  await client.post(deleteDrawing.path, { id: line.id })
  await client.post(deleteDrawing.path, { id: line.id })
  await expect
    .poll(() => events)
    .toEqual([
      { type: 'drawings', symbol: 'EURUSD' },
      { type: 'drawings', symbol: 'EURUSD' },
    ])
  for (const stop of stops) stop()
})

const points = (...changed: object[]) => ({ ...line, points: changed })
test.each([
  ['one point of two', points(first)],
  ['three points', points(first, second, first)],
  ['no point', points()],
  ['a level with two points', { ...line, kind: 'level' }],
  ['a price of 0', points({ ...first, price: 0 }, second)],
  ['a negative price', points({ ...first, price: -1 }, second)],
  ['a price beyond the limit', points({ ...first, price: 1e10 }, second)],
  ['a time before 1970', points({ ...first, atMs: -1 }, second)],
  ['a time after 2199', points({ ...first, atMs: Date.UTC(2200, 0) }, second)],
  ['a part of a millisecond', points({ ...first, atMs: 1.5 }, second)],
  ['another field of a point', points({ ...first, label: '<script>' }, second)],
  ['an unknown kind', { ...line, kind: '<script>alert(1)</script>' }],
  ['an unknown symbol', { ...line, symbol: 'NOSUCH' }],
  ['a symbol with other characters', { ...line, symbol: "EUR'; drop table drawings; --" }],
  ['an id that is none', { ...line, id: '1' }],
])('a drawing is refused: %s', async (_what, drawing) => {
  const { client } = await app.registerTrader()
  expect((await client.post(saveDrawing.path, drawing)).status).toBe(400)
  expect(await listOf(client)).toEqual([])
})

test('the times and prices at the limits are saved', async () => {
  const { client } = await app.registerTrader()
  const extreme = points({ atMs: 0, price: 0.00001 }, { atMs: Date.UTC(2200, 0) - 1, price: 1_000_000_000 })
  expect((await client.post(saveDrawing.path, extreme)).json).toEqual({ return: true })
  expect(await listOf(client)).toEqual([extreme])
})

test('a visitor without a session can neither read nor write drawings', async () => {
  const visitor = await app.openClient()
  for (const [{ path }, body] of [
    [listDrawings, { symbol: 'EURUSD' }],
    [saveDrawing, line],
    [deleteDrawing, { id: line.id }],
  ] as const)
    expect((await visitor.post(path, body)).status, path).toBe(401)
})

describe.each([
  [listDrawings.path, { symbol: 'EURUSD' }],
  [saveDrawing.path, line],
  [deleteDrawing.path, { id: line.id }],
] as const)('%s', (path, valid) => {
  test.each(createBadInputs(valid).map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(trader, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
