import { useEffect, type RefObject } from 'react'

/** A dialog over the place may take as long as this to leave, ms. */
const patienceMs = 2000

/**
 * Gives the focus to `title` when what had it in `place` has gone: a button that is not wanted any more, a row that was taken
 * away. A dialog that was opened from there gives it back, or leaves it to this.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, title: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = place.current
    if (within === null) return
    let isHere = false
    let frame = 0
    const enter = (): void => {
      isHere = true
    }
    const leave = ({ relatedTarget: next }: FocusEvent): void => {
      if (next instanceof Element && !within.contains(next) && !isInDialog(next)) isHere = false
    }
    const look = (until: number): void => {
      const at = document.activeElement
      if (at === null || at === document.body) title.current?.focus({ preventScroll: true })
      else if (isInDialog(at) && performance.now() < until) frame = requestAnimationFrame(() => look(until))
    }
    const watch = new MutationObserver(() => {
      if (!isHere) return
      cancelAnimationFrame(frame)
      // What gives the focus back by itself does so in the next frame.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => look(performance.now() + patienceMs))
      })
    })
    within.addEventListener('focusin', enter)
    within.addEventListener('focusout', leave)
    watch.observe(within, { childList: true, subtree: true })
    return () => {
      within.removeEventListener('focusin', enter)
      within.removeEventListener('focusout', leave)
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [place, title])
}

function isInDialog(element: Element): boolean {
  return element.closest('[role$=dialog]') !== null
}
