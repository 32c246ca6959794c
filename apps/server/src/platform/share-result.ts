import type { Clock } from './clock.ts'

/** Returns the same result for a while. A failure is not kept. */
export function shareResult<T>(clock: Clock, keptMs: number, load: () => Promise<T>): () => Promise<T> {
  let shared: { readonly atMs: number; readonly result: Promise<T> } | null = null
  return () => {
    const atMs = clock.now().getTime()
    if (shared !== null && Math.abs(atMs - shared.atMs) < keptMs) return shared.result
    const result = load()
    shared = { atMs, result }
    result.catch(() => {
      shared = null
    })
    return result
  }
}
