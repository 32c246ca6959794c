import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'

/**
 * Puts the caret of a formatted input where the formatting wants it. Call `setCaret` with every change, also when the text
 * stays the same (a deleted gap): without a new render the browser would leave the caret at the end.
 */
export function useCaret(input: RefObject<HTMLInputElement | null>): (position: number) => void {
  const caret = useRef<number | null>(null)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (position) => {
    caret.current = position
    rerender()
  }
}
