import type { Drawing } from '@tradefront/contract/charts'
import { type DrawingKind, drawingPoints } from '@tradefront/rules/charts/drawings'
import { useState } from 'react'

import { createStore } from '../../../platform/create-store.ts'
import { createUuid } from '../../../platform/create-uuid.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import { type DrawingPart, type Spot, toPoint } from './drawing-geometry.ts'
import { addStep, type DrawingHistory, emptyHistory, redoStep, undoStep } from './drawing-history.ts'
import { changeDrawing, useDrawings } from './drawing-sync.ts'

const createHistory = () => createStore<DrawingHistory>(emptyHistory)
/** Histories by symbol. They outlive their chart, so that steps can be undone after a change of the time frame. */
const histories = new Map<string, ReturnType<typeof createHistory>>()

function getHistory(symbol: string) {
  const known = histories.get(symbol) ?? createHistory()
  histories.set(symbol, known)
  return known
}

export type DrawingEditor = ReturnType<typeof useDrawingEditor>

/** Keeps the drawings of a chart, and changes them as the trader does. */
export function useDrawingEditor({ axes }: ChartEngine, symbol: string, digits: number) {
  const saved = useDrawings(symbol)
  const history = getHistory(symbol)
  const { done, undone } = history.useValue()
  const [tool, setTool] = useState<DrawingKind | null>(null)
  /** The drawing that is being placed, dragged or moved, in its present form. */
  const [draft, setDraft] = useState<Drawing | null>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  /** The part that the arrow keys move. */
  const [part, setPart] = useState<DrawingPart>('whole')
  /** A new number means that the button of the selected drawing must get the focus. */
  const [focusRequest, setFocusRequest] = useState(0)

  const select = (id: string | null): void => {
    setSelectedId(id)
    if (id !== selectedId) setPart('whole')
  }
  const finishDraft = (next: Drawing | null): void => {
    setDraft(null)
    if (next === null) return
    const before = saved.find(({ id }) => id === next.id) ?? null
    if (JSON.stringify(before) === JSON.stringify(next)) return
    history.set(addStep(history.get(), { id: next.id, before, after: next }))
    changeDrawing(symbol, next.id, next)
  }
  const take = (result: ReturnType<typeof undoStep>): void => {
    if (result === null) return
    history.set(result.history)
    setDraft(null)
    changeDrawing(symbol, result.change.id, result.change.drawing)
  }
  return {
    drawings: draft === null ? saved : [...saved.filter(({ id }) => id !== draft.id), draft],
    saved,
    tool,
    draft,
    selected: saved.find(({ id }) => id === selectedId) ?? null,
    part,
    setPart,
    focusRequest,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    setDraft,
    select,
    chooseTool(next: DrawingKind | null): void {
      setTool(next)
      setDraft(null)
      select(null)
    },
    /** Creates a drawing at a place. Null: there are no prices to place it at. */
    createAt(spot: Spot): Drawing | null {
      const point = toPoint(spot, axes, digits)
      if (tool === null || point === null) return null
      const points = Array.from({ length: drawingPoints[tool] }, () => point)
      return { id: createUuid(), symbol, kind: tool, points }
    },
    /** Saves a new drawing and selects it. */
    finishPlacing(drawing: Drawing): void {
      finishDraft(drawing)
      setTool(null)
      select(drawing.id)
      setFocusRequest((before) => before + 1)
    },
    /** Saves a drawing that was moved. Null: it stays where it was. */
    finishMoving: finishDraft,
    selectAndFocus(id: string): void {
      select(id)
      setFocusRequest((before) => before + 1)
    },
    deleteSelected(): void {
      const before = saved.find(({ id }) => id === selectedId)
      if (before === undefined) return
      history.set(addStep(history.get(), { id: before.id, before, after: null }))
      setDraft(null)
      changeDrawing(symbol, before.id, null)
    },
    undo: (): void => take(undoStep(history.get())),
    redo: (): void => take(redoStep(history.get())),
  }
}
