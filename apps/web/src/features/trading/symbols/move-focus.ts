import type { KeyboardEvent } from 'react'

/**
 * Moves the focus by arrow keys through the elements with `data-row` inside a box.
 * @param leave called before the first one
 */
export function moveFocusInRows(event: KeyboardEvent, box: HTMLElement | null, leave: () => void = () => {}): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const rows = [...(box?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  // Shift and an arrow key buy.
  if (step === undefined || event.shiftKey || rows.length === 0) return
  event.preventDefault()
  const next = rows.findIndex((row) => row === document.activeElement) + step
  if (next < 0) leave()
  else rows[Math.min(next, rows.length - 1)]?.focus()
}
