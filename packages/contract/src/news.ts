import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { replyWith, text, timeMs } from './wire.ts'

export const newsItem = z.object({ item: z.string(), title: z.string(), summary: z.string(), at: timeMs })
export type NewsItem = z.infer<typeof newsItem>

export const newsCalls = {
  rss: defineCall({
    method: 'POST',
    path: '/api/news/rss',
    access: 'client',
    source: 'account 7',
    summary: 'Headlines of a feed. Only feeds of the settings are fetched, whatever `url` says.',
    body: z.strictObject({ url: text(500), name: text(60) }),
    reply: replyWith({ items: z.array(newsItem) }),
  }),
  html: defineCall({
    method: 'POST',
    path: '/api/news/html',
    access: 'client',
    source: 'account 7',
    summary: 'One article, cleaned of anything that could run. `item` comes from the headlines.',
    body: z.strictObject({ item: text(500) }),
    reply: replyWith({ title: z.optional(z.string()), html: z.optional(z.string()) }),
  }),
} as const
