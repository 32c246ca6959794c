import { useState } from 'react'

/** Fewer than the orders that an operator can have open. */
const maxSelected = 40

/** The rows of a list that something is done with at once. What has left the list is no longer selected. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = ids.filter((id) => chosen.has(id)).slice(0, maxSelected)
  return {
    selected,
    has: (id: string) => selected.includes(id),
    toggle: (id: string) =>
      setChosen(new Set(selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id])),
    selectAll: () => setChosen(new Set(ids.slice(0, maxSelected))),
    clear: () => setChosen(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
