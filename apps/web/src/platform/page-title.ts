import { useEffect } from 'react'

/** Names the page in the tab, in the history and for screen readers. */
export function useTitle(title: string): void {
  useEffect(() => setTitle(title), [title])
}

export function setTitle(title: string): void {
  document.title = titleOf(title)
}

export function titleOf(title: string): string {
  return `${title} · Tradefront`
}
