import { onTestFinished, vi } from 'vitest'

/** Stubs the browser functions that jsdom lacks. */
export function stubBrowser(): void {
  vi.stubGlobal('scrollTo', () => undefined)
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
}

/** Gives the browser the devices of a page with HTTPS, until the end of the test. */
export function stubMediaDevices(mediaDevices: Partial<Record<keyof MediaDevices, unknown>>): void {
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
}
