import { vi } from 'vitest'

/** Records navigation to other pages, which jsdom cannot do, until the end of the test. vitest.config.ts lists the files that use it. */
export function stubNavigation(): readonly string[] {
  const visited: string[] = []
  const real = window.location
  const visit = (url: string | URL): void => void visited.push(String(url))
  vi.stubGlobal(
    'location',
    // The target is an empty object, because the methods of the real location cannot be replaced.
    new Proxy({} as Location, {
      get: (_location, name) => {
        if (name === 'assign' || name === 'replace') return visit
        if (name === 'reload') return () => visit('reload')
        const value: unknown = Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
    }),
  )
  return visited
}
