/** Code that decides by time takes a clock, never `Date.now()` or SQL's `now()`. */
export type Clock = { readonly now: () => Date }

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The clock of a server that sells can differ from that of the database by at most this. */
export const maxClockToleranceMs = 100

export const systemClock: Clock = { now: () => new Date() }

export type ManualClock = Clock & {
  readonly advance: (ms: number) => void
  readonly set: (time: Date) => void
}

export function createManualClock(start: Date): ManualClock {
  let timeMs = start.getTime()
  return {
    now: () => new Date(timeMs),
    advance: (ms) => {
      timeMs += ms
    },
    set: (time) => {
      timeMs = time.getTime()
    },
  }
}

/**
 * Returns the latest time that counts among the rows of a period. Later rows were written before the clock was set back: counted, they
 * would extend the period. The minute allows for servers whose clocks differ.
 */
export function getLatestCounted(now: Date): Date {
  return new Date(now.getTime() + minuteMs)
}
