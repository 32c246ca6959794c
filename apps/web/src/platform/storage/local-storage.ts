import type { output, ZodMiniType } from 'zod/mini'

const prefix = 'tradefront.'

/** Never throws if storage is full, forbidden or edited by hand. */
export const localStore = {
  /** Null if the stored value does not match. */
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
  /** False if the value could not be stored. */
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
      // Nothing is stored, so nothing has to be removed.
    }
  },
}

/** Per user, because browsers can be shared. */
export function userStorageKey(name: string, userId: number): string {
  return `${name}.${userId}`
}
