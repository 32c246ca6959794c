import { useEffect, useRef, useState, type FocusEvent } from 'react'

import { useMediaQuery } from './use-media-query.ts'

export type Rotation = {
  readonly index: number
  /** Whether it advances; the button offers the opposite. */
  readonly isPlaying: boolean
  readonly toggle: () => void
  readonly goTo: (index: number) => void
  /** For the element around it: a pointer over it pauses, the focus in it stops. */
  readonly pauseProps: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
  }
  /** For the button that stops and starts. */
  readonly toggleProps: { readonly onPointerDown: () => void; readonly onClick: () => void }
}

/**
 * Goes from one to the next every `everyMs`, round and round. It never begins for whoever wants less motion, stops for
 * good when the focus enters, and waits under a pointer and while the page is not looked at.
 */
export function useRotation(count: number, intervalMs: number): Rotation {
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [index, setIndex] = useState(0)
  const [choice, setChoice] = useState<boolean | null>(null)
  const [isHeld, setHeld] = useState(false)
  const isPressing = useRef(false)
  const isPlaying = choice ?? !prefersReducedMotion

  useEffect(() => {
    if (!isPlaying || isHeld) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setIndex((now) => (now + 1) % count)
    }, intervalMs)
    return () => clearInterval(timer)
    // An item chosen by hand is shown for the full interval.
  }, [isPlaying, isHeld, count, intervalMs, index])

  const toggle = (): void => setChoice(!isPlaying)
  return {
    index,
    isPlaying,
    toggle,
    goTo: (next) => setIndex((next + count) % count),
    pauseProps: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => {
        // A press on the button focuses it too, and sets the state itself.
        if (!isPressing.current) setChoice(false)
        isPressing.current = false
      },
    },
    toggleProps: {
      onPointerDown: () => {
        isPressing.current = true
      },
      onClick: () => {
        isPressing.current = false
        toggle()
      },
    },
  }
}
