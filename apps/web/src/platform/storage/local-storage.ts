import type { output, ZodMiniType } from 'zod/mini'

const prefix = 'tradefront.'

/** Local storage that never throws: full, forbidden or edited by hand, the answer is "nothing there". */
export const localStore = {
  /** What was kept, where it still fits the schema; null otherwise. */
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
  /** Gives false where it could not be kept. */
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
      // Nothing kept, nothing to remove.
    }
  },
}

/** The key of something that belongs to one trader: browsers are shared. */
export function userStorageKey(name: string, userId: number): string {
  return `${name}.${userId}`
}
