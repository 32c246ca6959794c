import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react'

/**
 * Returns a function that sets the caret of a formatted input. Call it on every change, even if the text stays the same:
 * without a new render the browser leaves the caret at the end.
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
