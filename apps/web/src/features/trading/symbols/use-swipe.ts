import { type PointerEvent, useRef } from 'react'

/** Pixels. */
const swipeDistance = 48

/**
 * Handlers of a box in which a finger swipes to the next (1) or previous (-1) of something. The box needs the classes `touch-pan-y
 * touch-pinch-zoom`, so that the browser keeps scrolling and zooming. They see the press before buttons in the box, which keep it to themselves.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const end = (): void => {
    start.current = null
  }
  return {
    onPointerDownCapture: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent): void => {
      start.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : null
    },
    onPointerMoveCapture: ({ currentTarget, pointerId, clientX, clientY }: PointerEvent): void => {
      if (start.current === null) return
      const [right, down] = [clientX - start.current.x, clientY - start.current.y]
      if (Math.abs(right) < Math.max(swipeDistance, 2 * Math.abs(down))) return
      end()
      // So that the finger presses no button where it is lifted.
      currentTarget.setPointerCapture(pointerId)
      const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
      onSwipe(right < 0 === isRightToLeft ? -1 : 1)
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
  }
}
