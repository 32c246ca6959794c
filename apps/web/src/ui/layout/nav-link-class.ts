/** Link of a navigation; the router sets `data-status` on the active one. */
export const navLinkClass =
  'flex items-center text-muted transition-colors hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink'

/** A link in a row, with a line below the active one. */
export const navTabClass = `${navLinkClass} border-b-2 border-transparent px-3 data-[status=active]:border-accent`
