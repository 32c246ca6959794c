/** Scrolls an element into view, e.g. a message far from the button that caused it. Usable as a ref. */
export function scrollElementIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
