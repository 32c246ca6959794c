import { type ReactNode, useEffect, useRef } from 'react'

import { cx } from '../styles/cx.ts'
import { navTabClass } from './nav-link-class.ts'

export const tabLinkClass = cx(navTabClass, 'target -mb-px gap-2 whitespace-nowrap')

/** Links with `tabLinkClass` to screens that belong together. A narrow screen scrolls them, with the present one in view. */
export function TabNav({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef<Element | null>(null)
  useEffect(() => {
    const present = nav.current?.querySelector('[aria-current=page]') ?? null
    if (nav.current !== null && present !== null && present !== shown.current) scrollSideways(nav.current, present)
    shown.current = present
  })
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="-mx-4 flex min-h-11 gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 print:hidden"
    >
      {children}
    </nav>
  )
}

/** Scrolls to a tab. `scrollIntoView` would also scroll the page up to tabs that are above the window. */
function scrollSideways(list: Element, child: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), child.getBoundingClientRect()]
  list.scrollLeft += Math.min(0, inner.left - outer.left) + Math.max(0, inner.right - outer.right)
}
