/** Classes of a link with `aria-current` on its own page, as the router and the site set it. */
export const navLinkClass =
  'flex items-center text-muted transition-colors hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink'

export const navTabClass = `${navLinkClass} border-b-2 border-transparent px-3 aria-[current=page]:border-accent`
