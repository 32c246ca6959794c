import { eventImportances } from '@tradefront/rules/news/importance'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

/** A feed in one language. The first one of the list is shown first. */
export const newsCategory = z.object({
  name: z.string(),
  /** URL of the feed without its query, which can contain a key. */
  url: z.string(),
  /** True if the items are invented. */
  isSample: z.boolean(),
})
export type NewsCategory = z.infer<typeof newsCategory>

/** Texts of an item are plain text. */
export const newsItem = z.object({ item: z.string(), title: z.string(), summary: z.string(), at: timeMs })
export type NewsItemView = z.infer<typeof newsItem>

export const calendarEvent = z.object({
  id: z.string(),
  atMs: timeMs,
  title: z.string(),
  /** ISO 4217 code. */
  currency: z.string(),
  importance: z.enum(eventImportances),
  /** The figures are texts with their units, as the source writes them. */
  previous: z.nullable(z.string()),
  forecast: z.nullable(z.string()),
  /** Null until the figure is published. */
  actual: z.nullable(z.string()),
})
export type CalendarEvent = z.infer<typeof calendarEvent>

/** Age of the content. */
const freshness = {
  /** When the source was last read. Null: it has not been read yet, so ask again in a moment. */
  updated_at: z.optional(z.nullable(timeMs)),
  /** True if the source does not answer at present, so that this can be old. */
  is_stale: z.optional(z.boolean()),
  /** True if the content is invented. */
  is_sample: z.optional(z.boolean()),
}

export const newsCalls = {
  listCategories: defineCall({
    method: 'POST',
    path: '/api/news/categories',
    access: 'client',
    source: 'ours',
    summary: 'The feeds of the language of the request, or the English ones if it has none.',
    body: emptyBody,
    reply: extendPlainReply({ categories: z.array(newsCategory) }),
  }),
  listHeadlines: defineCall({
    method: 'POST',
    path: '/api/news/rss',
    access: 'client',
    source: 'account 7',
    summary:
      'Headlines of a category, newest first. Only feeds in the settings are read, and never at the time of the request: another `url` changes nothing. Refused while there is nothing to show.',
    body: z.strictObject({ url: text(500), name: text(60) }),
    reply: extendPlainReply({ items: z.optional(z.array(newsItem)), ...freshness }),
  }),
  getArticle: defineCall({
    method: 'POST',
    path: '/api/news/html',
    access: 'client',
    source: 'account 7',
    summary:
      'One article as sanitized HTML without pictures. `item` comes from the headlines. Refused with `news.article_missing` if there is none.',
    body: z.strictObject({ item: text(500) }),
    reply: extendPlainReply({
      title: z.optional(z.string()),
      html: z.optional(z.string()),
      at: z.optional(timeMs),
      /** Address of the whole article at its publisher. */
      link: z.optional(z.nullable(z.string())),
      is_sample: freshness.is_sample,
    }),
  }),
  listEvents: defineCall({
    method: 'POST',
    path: '/api/news/calendar',
    access: 'client',
    source: 'ours',
    summary: 'Economic events from yesterday on, in order of time. Refused while there is nothing to show.',
    body: emptyBody,
    reply: extendPlainReply({ events: z.optional(z.array(calendarEvent)), ...freshness }),
  }),
} as const
