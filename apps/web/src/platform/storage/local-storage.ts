import type { output, ZodMiniType } from 'zod/mini'

const prefix = 'tradefront.'

/** Storage of the browser. It never throws if storage is full, forbidden or edited by hand. */
export const localStore = {
  /** Reads a value. Null: it does not match. */
  readItem<S extends ZodMiniType>(key: string, schema: S): output<S> | null {
    try {
      const text = localStorage.getItem(prefix + key)
      if (text === null) return null
      const parsed = schema.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  },
  /** Stores a value. Returns false if that failed. */
  writeItem(key: string, value: unknown): boolean {
    try {
      localStorage.setItem(prefix + key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  },
  deleteItem(key: string): void {
    try {
      localStorage.removeItem(prefix + key)
    } catch {
      // If nothing can be stored, nothing has to be removed.
    }
  },
}

/** Returns a key for one user, because browsers can be shared. */
export function userStorageKey(name: string, userId: number): string {
  return `${name}.${userId}`
}
