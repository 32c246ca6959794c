import { useEffect, type RefObject } from 'react'

const dialogCloseTimeoutMs = 2000

/**
 * Moves the focus to `title` when the focused element inside `container` is removed, e.g. with its row. Waits for a dialog
 * that is closing, because it can restore the focus itself.
 */
export function useRestoreFocus(container: RefObject<HTMLElement | null>, title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = container.current
    if (element === null) return
    let isHere = false
    let frame = 0
    const enter = (): void => {
      isHere = true
    }
    const leave = ({ relatedTarget: next }: FocusEvent): void => {
      if (next instanceof Element && !element.contains(next) && !isInDialog(next)) isHere = false
    }
    const restoreFocus = (until: number): void => {
      const at = document.activeElement
      if (at === null || at === document.body) title.current?.focus({ preventScroll: true })
      else if (isInDialog(at) && performance.now() < until) frame = requestAnimationFrame(() => restoreFocus(until))
    }
    const watch = new MutationObserver(() => {
      if (!isHere) return
      cancelAnimationFrame(frame)
      // A dialog restores the focus in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => restoreFocus(performance.now() + dialogCloseTimeoutMs))
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
  }, [container, title])
}

function isInDialog(element: Element): boolean {
  return element.closest('[role$=dialog]') !== null
}
