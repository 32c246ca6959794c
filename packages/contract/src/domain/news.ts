import type * as z from 'zod/mini'

import type { CalendarEvent, newsCalls, NewsItemView } from '../news.ts'

export type Headline = {
  readonly item: string
  readonly title: string
  readonly summary: string
  readonly atMs: number
}

export type Freshness = {
  /** Null: the server is reading the source for the first time. */
  readonly updatedAtMs: number | null
  /** True if the source does not answer at present. */
  readonly isStale: boolean
  readonly isSample: boolean
}

export type Headlines = Freshness & { readonly items: readonly Headline[] }

export type Article = {
  readonly title: string
  /** HTML that the server has sanitized. */
  readonly html: string
  readonly atMs: number
  /** Address of the whole article at its publisher. */
  readonly link: string | null
  readonly isSample: boolean
}

export type Calendar = Freshness & { readonly events: readonly CalendarEvent[] }

export function toHeadlines({ items = [], ...reply }: z.infer<typeof newsCalls.listHeadlines.reply>): Headlines {
  return { ...toFreshness(reply), items: items.map(toHeadline) }
}

function toHeadline({ at, ...item }: NewsItemView): Headline {
  return { ...item, atMs: at }
}

export function toArticle(reply: z.infer<typeof newsCalls.getArticle.reply>): Article {
  const { title = '', html = '', at = 0, link = null, is_sample: isSample = false } = reply
  return { title, html, atMs: at, link, isSample }
}

export function toCalendar({ events = [], ...reply }: z.infer<typeof newsCalls.listEvents.reply>): Calendar {
  return { ...toFreshness(reply), events }
}

function toFreshness(reply: {
  readonly updated_at?: number | null
  readonly is_stale?: boolean
  readonly is_sample?: boolean
}): Freshness {
  const { updated_at: updatedAtMs = null, is_stale: isStale = false, is_sample: isSample = false } = reply
  return { updatedAtMs, isStale, isSample }
}
