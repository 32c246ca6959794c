import { createHash } from 'node:crypto'

import { locales } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { leaveUnanswered } from '../http/broken-reply.ts'
import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { hostileArticle, renderAtom, renderRss } from './feed-xml.ts'
import { newsActs, newsPlaces, type NewsAct } from './news-faults.ts'
import { listArticles, listEvents, newsCategories } from './simulated-news.ts'

const feedParams = z.object({ language: z.enum(locales), category: z.enum(newsCategories) })
const controlBody = z.strictObject({ place: z.enum(newsPlaces), act: z.enum(newsActs) })

/** Routes with invented news and economic events. The crypto feed is Atom, the others are RSS. */
export function newsRoutes({ clock, newsFaults }: Sandbox, getOwnUrl: () => string) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/news/:language/:category', (request, reply) => {
      const params = feedParams.safeParse(request.params)
      if (!params.success) throw new HttpError(404, 'There is no such feed.')
      const { language, category } = params.data
      const act = newsFaults.getAct('feeds')
      const known = listArticles(category, language, clock.now())
      const hostile = { ...hostileArticle, atMs: clock.now() }
      const feed = {
        title: translate(language, 'sandbox.news_feed', { category }),
        address: `${getOwnUrl()}/news/${language}/${category}`,
        articles: act === 'hostile' ? [hostile, ...known] : act === 'empty' ? [] : known,
      }
      const xml = category === 'crypto' ? renderAtom(feed) : renderRss(feed)
      return sendDocument(
        request,
        reply,
        act,
        category === 'crypto' ? 'application/atom+xml' : 'application/rss+xml',
        xml,
      )
    })

    app.get('/news/calendar.json', (request, reply) => {
      const act = newsFaults.getAct('calendar')
      const events = act === 'empty' ? [] : listEvents(clock.now())
      const hostile = { ...events[0], id: 'hostile', title: '<script>alert(1)</script>', currency: 'usd"' }
      const json = JSON.stringify({ events: act === 'hostile' ? [hostile, ...events] : events }, null, 1)
      return sendDocument(request, reply, act, 'application/json', json)
    })
  }
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  act: NewsAct,
  type: string,
  text: string,
): FastifyReply | undefined {
  if (act === 'dead') throw new HttpError(503, 'The news are stopped.')
  if (act === 'slow') {
    leaveUnanswered(request, reply)
    return undefined
  }
  // The text is cut off in a tag: a cut between two tags can be readable.
  const body = act === 'broken' ? `${text.slice(0, text.length / 2)}<` : text
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  void reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(body)
}

/** Registers commands about news, which need the checks of the control page. */
export function registerNewsControl(app: FastifyInstance, { newsFaults }: Sandbox): void {
  const describe = () => ({ feeds: newsFaults.getAct('feeds'), calendar: newsFaults.getAct('calendar') })

  app.get('/control/news', describe)
  app.post('/control/news', (request) => {
    const { place, act } = parseInput(controlBody, request.body)
    newsFaults.setAct(place, act)
    return describe()
  })
}
