import { useEffect, type RefObject } from 'react'

/**
 * Moves the focus to the title of the page when the focused element inside `page` is removed, e.g. a button with its notice, so
 * that a keyboard does not start at the top of the document. A part that restores the focus itself comes first.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current
    if (element === null) return
    let focused: Element | null = null
    let frame = 0
    const enter = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : null
    }
    const leave = ({ relatedTarget: next }: FocusEvent): void => {
      if (next !== null) focused = null
    }
    const watch = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return
      cancelAnimationFrame(frame)
      // Later than a dialog that closes or a part that focuses its own title.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          focused = null
          focusTitleIfLost(element)
        })
      })
    })
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    watch.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [page])
}

/** Does nothing while an element has the focus. */
export function focusTitleIfLost(page: ParentNode = document): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return
  page.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
