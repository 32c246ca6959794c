import type { CalendarEvent } from '@tradefront/contract/news'
import { type EventImportance, isAtLeastAsImportant } from '@tradefront/rules/news/importance'

/** Null: all currencies. */
export type EventFilters = { readonly importance: EventImportance; readonly currency: string | null }

export const noEventFilters: EventFilters = { importance: 'low', currency: null }

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
  /** Start of its first event. */
  readonly atMs: number
  readonly events: readonly CalendarEvent[]
}

/** By days of the browser's time zone. The events are in order of time. */
export function groupByDay(events: readonly CalendarEvent[]): EventDay[] {
  const days = new Map<string, CalendarEvent[]>()
  for (const event of events) {
    const day = new Date(event.atMs).toDateString()
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days.values()].map((ofDay) => ({ atMs: ofDay[0]?.atMs ?? 0, events: ofDay }))
}
