import { newsCalls } from '@tradefront/contract/news'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { type Freshness, getArticle, listCategories, listEvents, listHeadlines } from './service.ts'

/** spec: account 7 */
export function newsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, newsCalls.listCategories, async ({ request }) => {
    const categories = await listCategories(context, getRequestLocale(request))
    return {
      ...okReply,
      categories: categories.map(({ isSample, ...category }) => ({ ...category, is_sample: isSample })),
    }
  })
  registerCall(app, newsCalls.listHeadlines, async ({ body, request }) => {
    const found = await listHeadlines(context, getRequestLocale(request), body.name, body.url)
    if (!found.ok) return found
    const items = found.value.items.map(({ id, title, summary, publishedAt }) => ({
      item: id,
      title,
      summary,
      at: publishedAt.getTime(),
    }))
    return { ...okReply, items, ...toWireFreshness(found.value) }
  })
  registerCall(app, newsCalls.getArticle, async ({ body }) => {
    const found = await getArticle(context, body.item)
    if (!found.ok) return found
    const { title, html, publishedAt, link, isSample } = found.value
    return { ...okReply, title, html, at: publishedAt.getTime(), link, is_sample: isSample }
  })
  registerCall(app, newsCalls.listEvents, async ({ request }) => {
    const found = await listEvents(context, getRequestLocale(request))
    if (!found.ok) return found
    const events = found.value.events.map((event) => ({ ...event, at: event.at.getTime() }))
    return { ...okReply, events, ...toWireFreshness(found.value) }
  })
}

function toWireFreshness({ updatedAt, isStale, isSample }: Freshness) {
  return { updated_at: updatedAt?.getTime() ?? null, is_stale: isStale, is_sample: isSample }
}
