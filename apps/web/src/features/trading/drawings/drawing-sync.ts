import { useQuery } from '@tanstack/react-query'
import { chartsCalls, type Drawing } from '@tradefront/contract/charts'

import { callQuery } from '../../../platform/api/call-query.ts'
import { performCall } from '../../../platform/api/perform-call.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { showError } from '../../../platform/toasts.ts'

const listQuery = (symbol: string) => callQuery(chartsCalls.listDrawings, { body: { symbol } })
const none: readonly Drawing[] = []

/** Changes are sent one after the other, so that an older one cannot arrive last. */
let lastSent: Promise<void> = Promise.resolve()
let unsent = 0
/** Symbols that have changed on another device in the meantime, or whose change was not saved. */
const outdated = new Set<string>()

/** Returns the trader's drawings on a symbol, also those of other devices. It is empty until they are loaded. */
export function useDrawings(symbol: string): readonly Drawing[] {
  const { data } = useQuery(listQuery(symbol))
  useLiveEvent('drawings', (changed) => {
    if (changed.symbol === symbol) reload(symbol)
  })
  useLiveEvent('refresh', () => reload(symbol))
  return data?.drawings ?? none
}

/**
 * Shows the change at once, then saves it. If it cannot be saved, a message says why, and the drawing is as before.
 * @param drawing null deletes it
 */
export function changeDrawing(symbol: string, id: string, drawing: Drawing | null): void {
  const query = listQuery(symbol)
  // An answer that is on its way does not have this change.
  const isLoaded = queryClient.getQueryData(query.queryKey) !== undefined
  if (!isLoaded || queryClient.isFetching({ queryKey: query.queryKey }) > 0) outdated.add(symbol)
  void queryClient.cancelQueries({ queryKey: query.queryKey })
  queryClient.setQueryData(query.queryKey, (before) => {
    if (before === undefined) return before
    const isKnown = before.drawings.some((each) => each.id === id)
    const drawings = isKnown
      ? before.drawings.flatMap((each) => (each.id === id ? (drawing ?? []) : each))
      : [...before.drawings, ...(drawing === null ? [] : [drawing])]
    return { ...before, drawings }
  })
  unsent += 1
  lastSent = lastSent.then(async () => {
    try {
      if (drawing === null) await performCall(chartsCalls.deleteDrawing, { body: { id } })
      else await performCall(chartsCalls.saveDrawing, { body: drawing })
    } catch (error) {
      showError(error)
      outdated.add(symbol)
    }
    unsent -= 1
    if (unsent === 0) for (const each of outdated) reload(each)
  })
}

function reload(symbol: string): void {
  if (unsent > 0) {
    outdated.add(symbol)
    return
  }
  outdated.delete(symbol)
  void queryClient.invalidateQueries({ queryKey: listQuery(symbol).queryKey })
}
