import { createHash } from 'node:crypto'

import { sanitizeForeignHtml, toPlainText } from '../../platform/http/sanitize-html.ts'

export type FeedItem = {
  /** Id that is the same at each fetch. */
  readonly guid: string
  readonly title: string
  /** Plain text. */
  readonly summary: string
  /** Cleaned HTML. Empty if the feed has no text. */
  readonly html: string
  /** Link to the whole article. */
  readonly link: string | null
  readonly publishedAt: Date | null
}

type RawItem = {
  readonly id: string | undefined
  readonly title: string | undefined
  readonly summary: string | undefined
  readonly content: string | undefined
  readonly link: string | undefined
  readonly date: string | undefined
}

/** How many items of a document are read. Later ones are ignored. */
const maxItems = 50
/** A longer text is replaced by its summary. */
const maxHtmlLength = 100_000
const maxTitleLength = 300
const summaryLength = 280

/**
 * Reads RSS, Atom and RDF. Items without a title are left out.
 * @throws if the document is none of them
 */
export async function parseFeedDocument(text: string): Promise<FeedItem[]> {
  const items = await Promise.all((await readItems(text)).map(toFeedItem))
  return items.filter((item) => item.title !== '')
}

async function readItems(text: string): Promise<RawItem[]> {
  const { parseFeed } = await import('feedsmith')
  const parsed = parseFeed(text, { maxItems })
  if (parsed.format === 'atom') {
    return (parsed.feed.entries ?? []).map((entry) => ({
      id: entry.id,
      title: entry.title?.value,
      summary: entry.summary?.value,
      content: entry.content?.value,
      link: (entry.links ?? []).find(({ rel = 'alternate' }) => rel === 'alternate')?.href,
      date: entry.published ?? entry.updated,
    }))
  }
  if (parsed.format === 'json') throw new Error('The document is not XML')
  return (parsed.feed.items ?? []).map((item) => ({
    id: 'guid' in item ? item.guid?.value : undefined,
    title: item.title,
    summary: item.description,
    content: item.content?.encoded,
    link: item.link,
    date: ('pubDate' in item ? item.pubDate : undefined) ?? item.dc?.dates?.[0],
  }))
}

async function toFeedItem({ id, title = '', summary, content, link, date }: RawItem): Promise<FeedItem> {
  const html = content ?? summary ?? ''
  const fullHtml = html.length <= maxHtmlLength ? html : ''
  const plainSummary = await toPlainText((summary ?? content ?? '').slice(0, maxHtmlLength))
  const plainTitle = (await toPlainText(title.slice(0, 10 * maxTitleLength))).slice(0, maxTitleLength)
  const time = Date.parse(date ?? '')
  return {
    guid: id ?? link ?? createHash('sha256').update(`${plainTitle}\n${date}`).digest('hex'),
    title: plainTitle,
    summary: shorten(plainSummary),
    html: await sanitizeForeignHtml(fullHtml),
    link: link !== undefined && /^https:\/\//i.test(link) && URL.canParse(link) && link.length <= 2000 ? link : null,
    publishedAt: Number.isNaN(time) || time < 0 ? null : new Date(time),
  }
}

/** Cuts a text at the end of a word. */
function shorten(text: string): string {
  if (text.length <= summaryLength) return text
  const cut = text.slice(0, summaryLength)
  const lastSpace = cut.lastIndexOf(' ')
  return `${cut.slice(0, lastSpace > summaryLength / 2 ? lastSpace : summaryLength).trimEnd()}…`
}
