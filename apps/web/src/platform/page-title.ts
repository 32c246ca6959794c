import { useEffect } from 'react'

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = formatPageTitle(title)
  }, [title])
}

export function formatPageTitle(title: string): string {
  return `${title} · Tradefront`
}
