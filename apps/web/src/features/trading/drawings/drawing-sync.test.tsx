// @vitest-environment jsdom
import { chartsCalls, type Drawing } from '@tradefront/contract/charts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { changeDrawing, useDrawings } from './drawing-sync.ts'

const createDrawing = (id: string, price: number): Drawing => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  symbol: 'EURUSD',
  kind: 'level',
  points: [{ atMs: 0, price }],
})
const [first, second] = [createDrawing('1', 1), createDrawing('2', 2)]

function Prices() {
  const drawings = useDrawings('EURUSD')
  return <p>{`Levels: ${drawings.map(({ points }) => points[0]?.price).join(' ')}`}</p>
}

/**
 * Opens a server with one drawing.
 * @param handleSave called before the drawing is stored, unless it throws
 */
async function open(handleSave: () => Promise<void> | void = () => {}) {
  let stored: Drawing[] = [first]
  const save: CallHandler = async (body) => {
    await handleSave()
    const drawing = body as Drawing
    stored = [...stored.filter(({ id }) => id !== drawing.id), drawing]
    return { json: { return: true } }
  }
  const bodies = stubCalls([
    [chartsCalls.listDrawings, () => ({ json: { return: true, drawings: stored } })],
    [chartsCalls.saveDrawing, save],
    [
      chartsCalls.deleteDrawing,
      (body) => {
        stored = stored.filter(({ id }) => id !== (body as { id: string }).id)
        return { json: { return: true } }
      },
    ],
  ])
  await renderWithProviders(<Prices />)
  await screen.findByText('Levels: 1')
  return {
    bodies,
    addElsewhere: (drawing: Drawing) => {
      stored = [...stored, drawing]
      eventBus.emit('drawings', { symbol: 'EURUSD' })
    },
  }
}

test('a change is shown before it is saved, and one of another device is loaded after the own ones are', async () => {
  let finish = (): void => {}
  const { bodies, addElsewhere } = await open(() => new Promise<void>((resolve) => (finish = resolve)))
  changeDrawing('EURUSD', first.id, { ...first, points: [{ atMs: 0, price: 7 }] })
  await screen.findByText('Levels: 7')
  await waitFor(() => expect(bodies.get(chartsCalls.saveDrawing)).toHaveLength(1))
  addElsewhere(second)
  // An answer of the server that does not have the change would put it back.
  expect(bodies.get(chartsCalls.listDrawings)).toHaveLength(1)
  finish()
  await screen.findByText('Levels: 2 7')
  expect(bodies.get(chartsCalls.listDrawings)).toHaveLength(2)
})

test('changes arrive in the order in which they were made', async () => {
  const { bodies } = await open()
  for (const price of [3, 4, 5]) changeDrawing('EURUSD', first.id, { ...first, points: [{ atMs: 0, price }] })
  changeDrawing('EURUSD', first.id, null)
  await waitFor(() => expect(bodies.get(chartsCalls.deleteDrawing)).toEqual([{ id: first.id }]))
  const sent = bodies.get(chartsCalls.saveDrawing) as Drawing[]
  expect(sent.map(({ points }) => points[0]?.price)).toEqual([3, 4, 5])
  await screen.findByText('Levels:')
})

test('a drawing that cannot be saved is as the server has it', async () => {
  await open(() => {
    throw new Error('offline')
  })
  changeDrawing('EURUSD', second.id, second)
  await screen.findByText('Levels: 1 2')
  await screen.findByText('Levels: 1')
})
