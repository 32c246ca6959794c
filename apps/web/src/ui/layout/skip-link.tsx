import type { ReactNode, RefObject } from 'react'

/** First link of a page, for keyboards: it leads past the header. `target` has `tabIndex={-1}` and the id `main`. */
export function SkipLink(props: { readonly target: RefObject<HTMLElement | null>; readonly children: ReactNode }) {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The hash belongs to the router.
        event.preventDefault()
        props.target.current?.focus()
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-3 focus:z-50 focus:rounded-field focus:bg-raised focus:px-4 focus:py-2"
    >
      {props.children}
    </a>
  )
}
