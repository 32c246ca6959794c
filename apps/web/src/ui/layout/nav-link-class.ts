/** The router sets `data-status` on the active link. */
export const navLinkClass =
  'flex items-center text-muted transition-colors hover:text-ink data-[status=active]:font-medium data-[status=active]:text-ink'

export const navTabClass = `${navLinkClass} border-b-2 border-transparent px-3 data-[status=active]:border-accent`
