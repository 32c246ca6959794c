/** Brings to sight what was just said, for who pressed a button far from it. Good as a ref: it is said once, when it appears. */
export function scrollElementIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
