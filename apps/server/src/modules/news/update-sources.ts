import { createHash } from 'node:crypto'

import type { AppContext } from '../../context.ts'
import { DocumentError, type FetchedDocument } from '../../gateways/feeds/document-fetcher.ts'
import { parseFeed } from '../../gateways/feeds/feed-parser.ts'
import { parseCalendar } from '../../gateways/feeds/parse-calendar.ts'
import type { FeedItem } from '../../gateways/feeds/parse-feed.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { getNewsSettings } from './news-settings.ts'
import {
  addSources,
  type ClaimedSource,
  claimSource,
  noteFailure,
  noteSuccess,
  replaceEvents,
  saveItems,
  type StoredItem,
} from './store.ts'

export const refreshMs = 5 * minuteMs
/** Pause after the first failure. It doubles after each further one. */
const retryMs = minuteMs
const maxRetryMs = 30 * minuteMs
/** Time that a server has a source: longer than fetching and reading its document can take. */
const leaseMs = minuteMs
const maxItemsPerSource = 100
const keptMs = 30 * dayMs
const parallelFetches = 3

const accept = {
  feed: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9',
  calendar: 'application/json',
}

/** Fetches the sources that are due, a few at a time. A source that fails keeps its last content. */
export async function updateSources(context: AppContext) {
  const { db, clock } = context
  const { feeds, calendarUrl } = await getNewsSettings(context)
  const urls = [...new Set([...feeds.map(({ url }) => url), ...(calendarUrl === null ? [] : [calendarUrl])])]
  await addSources(db, urls, clock.now())
  const updateDueSources = async () => {
    // Each source is fetched at most once, even if it is due again at once.
    for (let count = 0; count < urls.length; count += 1) {
      const source = await claimSource(db, urls, clock.now(), inFuture(context, leaseMs))
      if (source === null) return
      await updateSource(context, source, source.url === calendarUrl ? 'calendar' : 'feed')
    }
  }
  await Promise.all(Array.from({ length: parallelFetches }, updateDueSources))
}

function inFuture({ clock }: AppContext, ms: number) {
  return new Date(clock.now().getTime() + ms)
}

async function saveFeed(context: AppContext, url: string, document: FetchedDocument) {
  const { db, clock, config } = context
  const items = toStoredItems(url, await parseFeed(document.text))
  await db.transaction().execute(async (trx) => {
    const now = clock.now()
    await saveItems(trx, url, items, now, { maxItems: maxItemsPerSource, keptSince: inFuture(context, -keptMs) })
    await noteSuccess(trx, url, now, inFuture(context, refreshMs * config.waitScale), document)
  })
}

async function saveCalendar(context: AppContext, url: string, document: FetchedDocument) {
  const { db, clock, config } = context
  const events = parseCalendar(document.text)
  await db.transaction().execute(async (trx) => {
    await replaceEvents(trx, url, events)
    await noteSuccess(trx, url, clock.now(), inFuture(context, refreshMs * config.waitScale), document)
  })
}

async function updateSource(
  context: AppContext,
  { url, failures, ...known }: ClaimedSource,
  kind: 'feed' | 'calendar',
) {
  const { feeds, db, clock, config, onError } = context
  try {
    const document = await feeds.fetchDocument(url, accept[kind], known)
    if (document === null) await noteSuccess(db, url, clock.now(), inFuture(context, refreshMs * config.waitScale))
    else await (kind === 'feed' ? saveFeed(context, url, document) : saveCalendar(context, url, document))
  } catch (error) {
    const waitMs = Math.min(maxRetryMs, retryMs * 2 ** Math.min(failures, 10)) * config.waitScale
    await noteFailure(db, url, error instanceof DocumentError ? error.message : 'internal', inFuture(context, waitMs))
    // Logged once per outage, because a dead feed would fill the log.
    if (!(error instanceof DocumentError)) onError(error)
    else if (failures === 0) onError(new DocumentError(`${new URL(url).host}: ${error.message}`))
  }
}

/** Converts items, each once: a document can have an item twice. */
function toStoredItems(url: string, items: readonly FeedItem[]): StoredItem[] {
  const byId = new Map(
    items.map(({ guid, ...item }) => {
      const id = createHash('sha256').update(`${url}\n${guid}`).digest('hex').slice(0, 32)
      return [id, { id, ...item }]
    }),
  )
  return [...byId.values()]
}
