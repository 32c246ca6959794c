import type { Drawing } from '@tradefront/contract/charts'
import { expect, test } from 'vitest'

import { addStep, type DrawingStep, emptyHistory, redoStep, undoStep } from './drawing-history.ts'

const createDrawing = (id: string, price: number): Drawing => ({
  id,
  symbol: 'EURUSD',
  kind: 'level',
  points: [{ atMs: 0, price }],
})
const drawn: DrawingStep = { id: 'a', before: null, after: createDrawing('a', 1) }
const moved: DrawingStep = { id: 'a', before: drawn.after, after: createDrawing('a', 2) }
const deleted: DrawingStep = { id: 'a', before: moved.after, after: null }

test('steps are undone from the last to the first, and redone from the first to the last', () => {
  const history = [drawn, moved, deleted].reduce(addStep, emptyHistory)
  const first = undoStep(history)
  expect(first?.change).toEqual({ id: 'a', drawing: moved.after })
  const second = first && undoStep(first.history)
  expect(second?.change).toEqual({ id: 'a', drawing: drawn.after })
  const third = second && undoStep(second.history)
  expect(third?.change).toEqual({ id: 'a', drawing: null })
  expect(third && undoStep(third.history)).toBeNull()
  const again = third && redoStep(third.history)
  expect(again?.change).toEqual({ id: 'a', drawing: drawn.after })
  const more = again && redoStep(again.history)
  expect(more?.change).toEqual({ id: 'a', drawing: moved.after })
  const last = more && redoStep(more.history)
  expect(last?.change).toEqual({ id: 'a', drawing: null })
  expect(last?.history).toEqual(history)
  expect(last && redoStep(last.history)).toBeNull()
})

test('after another change, what was undone cannot be redone', () => {
  const undone = undoStep([drawn, moved].reduce(addStep, emptyHistory))
  const changed = undone && addStep(undone.history, deleted)
  expect(changed).toEqual({ done: [drawn, deleted], undone: [] })
})

test('the last 100 steps can be undone', () => {
  const history = Array.from({ length: 103 }, () => drawn).reduce(addStep, emptyHistory)
  expect(addStep(history, moved).done).toHaveLength(100)
  expect(addStep(history, moved).done.at(-1)).toBe(moved)
})
