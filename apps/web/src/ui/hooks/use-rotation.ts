import { useEffect, useRef, useState, type FocusEvent } from 'react'

import { useMediaQuery } from './use-media-query.ts'

export type Rotation = {
  readonly index: number
  readonly isPlaying: boolean
  readonly toggle: () => void
  readonly goTo: (index: number) => void
  /** Properties of the container: hovering pauses, focus inside stops. */
  readonly pauseProps: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: (event: FocusEvent) => void
  }
  /** Properties of the play and pause button. */
  readonly toggleProps: { readonly onPointerDown: () => void; readonly onClick: () => void }
}

/** Rotates through items. It does not start with reduced motion; focus stops it; the pointer or a hidden page pauses it. */
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
    // `index` restarts the interval for an item that the user selected.
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
        // Pressing the button also focuses it; `onClick` then sets the state.
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
