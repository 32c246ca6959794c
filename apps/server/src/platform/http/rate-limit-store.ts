import type { FastifyRateLimitStore } from '@fastify/rate-limit'

const maxAddresses = 20_000

type Count = { current: number; readonly startedAtMs: number }

/**
 * Counts requests by a clock that is never set back. With the plugin's own store, an address would be blocked for as long as the clock was
 * set back.
 */
export class MonotonicRateLimitStore implements FastifyRateLimitStore {
  readonly #counts = new Map<string, Count>()

  incr(
    key: string,
    callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
    timeWindowMs: number,
  ): void {
    const nowMs = performance.now()
    let count = this.#counts.get(key)
    if (count === undefined || count.startedAtMs + timeWindowMs <= nowMs) {
      // This moves the address to the end.
      this.#counts.delete(key)
      if (this.#counts.size >= maxAddresses) this.#counts.delete(this.#counts.keys().next().value ?? '')
      count = { current: 0, startedAtMs: nowMs }
      this.#counts.set(key, count)
    }
    count.current += 1
    callback(null, { current: count.current, ttl: timeWindowMs - (nowMs - count.startedAtMs) })
  }

  child(): MonotonicRateLimitStore {
    return new MonotonicRateLimitStore()
  }
}
