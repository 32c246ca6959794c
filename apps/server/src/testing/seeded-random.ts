export type Random = {
  /** An integer from 0 to `limit - 1`. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** The mulberry32 generator. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}

/** Seeds of a search: `first`, which found it last time, then the others from 1 on. */
export function listSeeds(first: number, count: number): number[] {
  const others = Array.from({ length: count }, (_, index) => index + 1).filter((seed) => seed !== first)
  return [first, ...others].slice(0, count)
}
