import type { CalendarEvent } from '@tradefront/contract/news'
import { eventImportances, type EventImportance, isAtLeastAsImportant } from '@tradefront/rules/news/importance'

import { getDayStart } from '../../platform/local-day.ts'

/** A null currency means all currencies. */
export type EventFilters = { readonly importance: EventImportance; readonly currency: string | null }

export const noEventFilters: EventFilters = { importance: 'low', currency: null }

/** Filters in the address of the calendar. */
export type FilterSearch = { readonly importance?: EventImportance; readonly currency?: string }

export function toFilterSearch({ importance, currency }: EventFilters): FilterSearch {
  return { ...(importance !== noEventFilters.importance && { importance }), ...(currency !== null && { currency }) }
}

/**
 * Reads the filters of an address, which anyone can write.
 * @param currencies that can be chosen
 */
export function parseFilters(search: Readonly<Record<string, unknown>>, currencies: readonly string[]): EventFilters {
  return {
    importance: eventImportances.find((each) => each === search['importance']) ?? noEventFilters.importance,
    currency: currencies.find((each) => each === search['currency']) ?? null,
  }
}

export function filterEvents(
  events: readonly CalendarEvent[],
  { importance, currency }: EventFilters,
): readonly CalendarEvent[] {
  return events.filter(
    (event) => isAtLeastAsImportant(event.importance, importance) && (currency === null || event.currency === currency),
  )
}

export function listCurrencies(events: readonly CalendarEvent[]): string[] {
  return [...new Set(events.map(({ currency }) => currency))].toSorted()
}

export type EventDay = {
  /** Midnight of the day. */
  readonly atMs: number
  readonly events: readonly CalendarEvent[]
}

/** Groups events by days of the browser's time zone. They are in order of time. */
export function groupByDay(events: readonly CalendarEvent[]): EventDay[] {
  const days = Map.groupBy(events, ({ atMs }) => getDayStart(atMs))
  return [...days].map(([atMs, ofDay]) => ({ atMs, events: ofDay }))
}
