const settleMs = 5000
const userEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to the element, and again while the page around it is loading, until the user acts. Returns a function to stop. */
export function keepInView(element: Element): () => void {
  const scroll = (): void => element.scrollIntoView({ block: 'center' })
  const observer = new ResizeObserver(scroll)
  const timer = setTimeout(() => stop(), settleMs)
  const stop = (): void => {
    clearTimeout(timer)
    observer.disconnect()
    for (const name of userEvents) removeEventListener(name, stop)
  }
  for (const name of userEvents) addEventListener(name, stop, { passive: true })
  observer.observe(document.body)
  scroll()
  return stop
}
