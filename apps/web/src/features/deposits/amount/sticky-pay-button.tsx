import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import { cx } from '../../../ui/styles/cx.ts'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'

/** Height of the bottom navigation plus this bar. */
const bottomBarsPx = 130

/**
 * Keeps the button at the bottom of the screen in one column, with `note` beside it, until its own place is scrolled into view. It stays
 * the same element, so it keeps its focus and tab order.
 */
export function StickyPayButton(props: {
  readonly isStatic: boolean
  readonly note: ReactNode
  readonly children: ReactNode
}) {
  const placeholder = useRef<HTMLDivElement>(null)
  const isOneColumn = useMediaQuery('(width < 64rem) and (height >= 32rem)')
  const isBelow = useIsBelow(placeholder)
  const isFloating = isOneColumn && isBelow && !props.isStatic
  return (
    <div ref={placeholder} className="min-h-12">
      <div
        className={cx(
          'flex items-center gap-4',
          isFloating &&
            'fixed inset-x-0 bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-10 border-t border-line bg-surface px-4 py-3 sm:px-8',
        )}
      >
        {isFloating && <div className="min-w-0 shrink-0">{props.note}</div>}
        {props.children}
      </div>
    </div>
  )
}

function useIsBelow(ref: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        if (last !== undefined) setBelow(!last.isIntersecting && last.boundingClientRect.top > 0)
      },
      { rootMargin: `0px 0px -${bottomBarsPx}px 0px` },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isBelow
}
