import { useEffect } from 'react'

/** Names the page in the tab, in the history and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => setPageTitle(title), [title])
}

export function setPageTitle(title: string): void {
  document.title = formatPageTitle(title)
}

export function formatPageTitle(title: string): string {
  return `${title} · Tradefront`
}
