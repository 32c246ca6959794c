import { type PointerEvent, useRef } from 'react'

/** A swipe moves at least this many pixels. */
const swipeDistance = 48

/**
 * Handlers of a box in which a finger swipes to the next item (1) or the previous one (-1). The box needs the classes `touch-pan-y
 * touch-pinch-zoom`, so that the browser keeps scrolling and zooming. The handlers see a press before buttons in the box do, which would
 * not pass it on.
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
      // The finger then presses no button where it is lifted.
      currentTarget.setPointerCapture(pointerId)
      const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl'
      onSwipe(right < 0 === isRightToLeft ? -1 : 1)
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
  }
}
