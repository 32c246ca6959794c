import { type EventImportance, eventImportances } from '@tradefront/rules/news/importance'
import * as z from 'zod'

import { DocumentError } from './document-fetcher.ts'

export type CalendarEvent = {
  readonly id: string
  readonly at: Date
  /** Titles by language. */
  readonly titles: Readonly<Record<string, string>>
  readonly currency: string
  readonly importance: EventImportance
  /** The values have their units, e.g. `3.2%`. */
  readonly previous: string | null
  readonly forecast: string | null
  readonly actual: string | null
}

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u)
const figure = line(30).nullable().default(null)
const title = line(200)
const calendarEvent = z.object({
  id: line(100),
  at: z.iso.datetime({ offset: true }).transform((time) => new Date(time)),
  title: z.union([title.transform((text) => ({ en: text })), z.record(z.string().regex(/^[a-z]{2}$/), title)]),
  currency: z.string().regex(/^[A-Z]{3}$/),
  importance: z.enum(eventImportances),
  previous: figure,
  forecast: figure,
  actual: figure,
})
const calendarDocument = z.object({ events: z.array(z.unknown()) })
const maxEvents = 1000

/**
 * Reads a calendar in the format of docs/run.md. Events that do not follow it are left out.
 * @throws DocumentError if it is no calendar
 */
export function parseCalendar(text: string): CalendarEvent[] {
  const events = new Map<string, CalendarEvent>()
  for (const raw of readEvents(text).slice(0, maxEvents)) {
    const { success, data } = calendarEvent.safeParse(raw)
    if (!success || Object.keys(data.title).length === 0) continue
    const { title: titles, ...event } = data
    events.set(event.id, { ...event, titles })
  }
  return [...events.values()]
}

function readEvents(text: string): unknown[] {
  try {
    return calendarDocument.parse(JSON.parse(text)).events
  } catch {
    throw new DocumentError('The document is not a calendar')
  }
}
