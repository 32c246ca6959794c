/** Number of the category in the address, from 2 on. The first one has none. */
export type TabSearch = { readonly tab?: number }

/** Word in the address in place of an article. */
export const calendarItem = 'calendar'

export function toTabSearch(index: number): TabSearch {
  return index === 0 ? {} : { tab: index + 1 }
}

/** Reads the number of a tab, which anyone can write. The first category is shown for a wrong one. */
export function parseTab(search: Readonly<Record<string, unknown>>, count: number): number {
  const { tab } = search
  return typeof tab === 'number' && Number.isInteger(tab) && tab >= 1 && tab <= count ? tab - 1 : 0
}
