export type BoundedCache<Value> = {
  readonly get: (key: string) => Value | undefined
  readonly set: (key: string, value: Value) => void
}

/** Creates a cache that, when it is full, forgets the value that was not used for longest. */
export function createBoundedCache<Value>(maxValues: number): BoundedCache<Value> {
  const values = new Map<string, Value>()
  const set = (key: string, value: Value) => {
    values.delete(key)
    values.set(key, value)
    if (values.size <= maxValues) return
    for (const oldest of values.keys()) {
      values.delete(oldest)
      return
    }
  }
  return {
    get: (key) => {
      const value = values.get(key)
      if (value !== undefined) set(key, value)
      return value
    },
    set,
  }
}
