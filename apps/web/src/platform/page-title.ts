import { useEffect } from 'react'

/** Sets the title of the page; undefined leaves it as it is. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = formatPageTitle(title)
  }, [title])
}

export function formatPageTitle(title: string): string {
  return `${title} · Tradefront`
}
