import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'

/** Keeps trades that the database refuses to value or to close: each is reported, and tried again after a minute. */
export function createPostponedTrades({ clock, onError }: Pick<AppContext, 'clock' | 'onError'>) {
  const againAtMs = new Map<string, number>()

  return {
    postpone(id: string, error: unknown): void {
      onError(error)
      againAtMs.set(id, clock.now().getTime() + minuteMs)
    },

    isPostponed(id: string): boolean {
      const atMs = againAtMs.get(id)
      if (atMs === undefined) return false
      if (atMs > clock.now().getTime()) return true
      againAtMs.delete(id)
      return false
    },
  }
}
