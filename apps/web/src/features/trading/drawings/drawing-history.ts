import type { Drawing } from '@tradefront/contract/charts'

/** One change of one drawing. Null: the drawing did not exist before, or does not exist after. */
export type DrawingStep = { readonly id: string; readonly before: Drawing | null; readonly after: Drawing | null }

/** Changes that this page has made on a symbol, oldest first. */
export type DrawingHistory = { readonly done: readonly DrawingStep[]; readonly undone: readonly DrawingStep[] }

export const emptyHistory: DrawingHistory = { done: [], undone: [] }
const maxSteps = 100

/** Adds a change. After that, earlier undone changes cannot be redone. */
export function addStep({ done }: DrawingHistory, step: DrawingStep): DrawingHistory {
  return { done: [...done, step].slice(-maxSteps), undone: [] }
}

/** Undoes the last change. `change` is what the drawing must become. Null: there is nothing to undo. */
export function undoStep({ done, undone }: DrawingHistory) {
  const step = done.at(-1)
  if (step === undefined) return null
  return {
    history: { done: done.slice(0, -1), undone: [...undone, step] },
    change: { id: step.id, drawing: step.before },
  }
}

/** Redoes the last undone change. Null: there is nothing to redo. */
export function redoStep({ done, undone }: DrawingHistory) {
  const step = undone.at(-1)
  if (step === undefined) return null
  return {
    history: { done: [...done, step], undone: undone.slice(0, -1) },
    change: { id: step.id, drawing: step.after },
  }
}
