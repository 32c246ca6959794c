import { vi } from 'vitest'

/** Replaces XMLHttpRequest, which jsdom would send to a real server, until the end of the test. */
export function stubUploads(answer: (path: string) => { readonly status: number; readonly json: unknown }): void {
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget()
      status = 0
      responseText = ''
      #path = ''
      open(_method: string, path: string): void {
        this.#path = path
      }
      setRequestHeader(): void {}
      send(): void {
        const { status, json } = answer(this.#path)
        this.status = status
        this.responseText = JSON.stringify(json)
        queueMicrotask(() => this.dispatchEvent(new Event('loadend')))
      }
    },
  )
}
