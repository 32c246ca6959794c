import { useEffect, type RefObject } from 'react'

const dialogCloseTimeoutMs = 2000

/**
 * Moves the focus when the focused element inside `page` is removed, e.g. a button with its notice, so that a keyboard does not
 * start at the top of the document: to the title of its section if that can have the focus, else to the title of the page. Waits
 * for a dialog that is closing, because it can restore the focus itself. A part that restores the focus itself comes first.
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current
    if (element === null) return
    let focused: Element | null = null
    let section: Element | null = null
    let frame = 0
    const enter = ({ target }: FocusEvent): void => {
      focused = target instanceof Element ? target : null
      section = focused?.closest('section[aria-labelledby]') ?? null
    }
    const leave = ({ relatedTarget: next }: FocusEvent): void => {
      if (next instanceof Element && !isInDialog(next)) focused = null
    }
    const restoreFocus = (until: number): void => {
      const { activeElement } = document
      if (activeElement !== null && isInDialog(activeElement) && performance.now() < until) {
        frame = requestAnimationFrame(() => restoreFocus(until))
        return
      }
      focused = null
      if (isFocusLost()) (findSectionTitle(section) ?? findTitle(element))?.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return
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
  }, [page])
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body
}

function findTitle(page: ParentNode): HTMLElement | null {
  return page.querySelector<HTMLElement>('h1')
}

function findSectionTitle(section: Element | null): HTMLElement | null {
  if (section?.isConnected !== true) return null
  const title = document.getElementById(section.getAttribute('aria-labelledby') ?? '')
  return title?.hasAttribute('tabindex') === true ? title : null
}

function isInDialog(element: Element): boolean {
  return element.closest('[role$=dialog]') !== null
}
