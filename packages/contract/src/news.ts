import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, text, timeMs } from './wire.ts'

export const newsItem = z.object({ item: z.string(), title: z.string(), summary: z.string(), at: timeMs })
export type NewsItem = z.infer<typeof newsItem>

export const newsCalls = {
  listHeadlines: defineCall({
    method: 'POST',
    path: '/api/news/rss',
    access: 'client',
    source: 'account 7',
    summary: 'Headlines of a feed. Only feeds in the settings are fetched; any other `url` is ignored.',
    body: z.strictObject({ url: text(500), name: text(60) }),
    reply: extendPlainReply({ items: z.array(newsItem) }),
  }),
  getArticle: defineCall({
    method: 'POST',
    path: '/api/news/html',
    access: 'client',
    source: 'account 7',
    summary: 'One article as sanitized HTML. `item` comes from the headlines.',
    body: z.strictObject({ item: text(500) }),
    reply: extendPlainReply({ title: z.optional(z.string()), html: z.optional(z.string()) }),
  }),
} as const
