/** Scrolls to an element. It can be used as a ref. */
export function scrollElementIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
