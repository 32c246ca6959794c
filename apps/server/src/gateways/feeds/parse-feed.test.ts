import { expect, test } from 'vitest'

import { parseFeed } from './feed-parser.ts'
import { parseFeedDocument } from './parse-feed.ts'

const toRss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title>${items}</channel></rss>`

test('RSS items have their text, link and time', async () => {
  const item = `<item><title>Gold &amp;amp; &lt;b&gt;silver&lt;/b&gt;</title><link>https://news.example/1</link><guid>g1</guid>
    <pubDate>Sun, 22 Nov 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;One&lt;/p&gt;&lt;p&gt;two&lt;/p&gt;</description>
    <content:encoded><![CDATA[<p>Whole <b>text</b></p>]]></content:encoded></item>`
  expect(await parseFeedDocument(toRss(item))).toEqual([
    {
      guid: 'g1',
      title: 'Gold & silver',
      summary: 'One two',
      html: '<p>Whole <b>text</b></p>',
      link: 'https://news.example/1',
      publishedAt: new Date('2026-11-22T10:00:00Z'),
    },
  ])
})

test('Atom entries, and items with little', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>
    <entry><title type="html">A &lt;i&gt;b&lt;/i&gt;</title><id>urn:1</id><link rel="self" href="https://no.example"/>
      <link href="https://news.example/2"/><updated>2026-11-22T10:00:00+03:00</updated><content type="html">&lt;p&gt;c&lt;/p&gt;</content></entry>
    <entry><title>Only a title</title></entry><entry><id>no title</id></entry></feed>`
  expect(await parseFeedDocument(atom)).toEqual([
    {
      guid: 'urn:1',
      title: 'A b',
      summary: 'c',
      html: '<p>c</p>',
      link: 'https://news.example/2',
      publishedAt: new Date('2026-11-22T07:00:00Z'),
    },
    {
      guid: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: 'Only a title',
      summary: '',
      html: '',
      link: null,
      publishedAt: null,
    },
  ])
})

test('hostile markup is removed, with pictures and links into this site', async () => {
  const html = `<p onclick="x()" style="position:fixed">text</p><script>alert(1)</script><img src="https://tracker.example/p.gif"><img src="/api/logout">
    <a href="javascript:alert(1)">a</a><a href="/api/logout">b</a><a href="//evil.example">c</a><a href="https://news.example/" onclick="x()">d</a>
    <form action="https://evil.example"><input></form><iframe src="https://evil.example"></iframe><style>*{display:none}</style><svg onload="x()"><math>`
  const [item] = await parseFeedDocument(
    toRss(`<item><title>&lt;script&gt;x&lt;/script&gt;T\u202Eevil</title><link>javascript:alert(1)</link>
      <description><![CDATA[${html}]]></description></item>`),
  )
  expect(item).toMatchObject({ title: 'T evil', link: null })
  expect(item?.html.replaceAll(/\s+/g, ' ').trim()).toBe(
    '<p>text</p> <a>a</a><a>b</a><a>c</a><a href="https://news.example/">d</a>',
  )
  expect(item?.summary).toBe('text abcd')
})

test('long texts are cut at a word, and a document has at most 50 items', async () => {
  const items = Array.from({ length: 80 }, (_, index) => `<item><title>${index} ${'word '.repeat(90)}</title></item>`)
  const [first, ...others] = await parseFeedDocument(
    toRss(`<item><title>T</title><description>${'word '.repeat(90)}</description></item>${items.join('')}`),
  )
  expect(first?.summary).toMatch(/^(word ){50,}word…$/)
  expect(others).toHaveLength(49)
  expect(Math.max(...others.map(({ title }) => title.length))).toBeLessThanOrEqual(300)
})

test.each(['', '<html></html>', '{"version":"https://jsonfeed.org/version/1.1","items":[]}', '<rss><channel><item>'])(
  '%j is not a feed',
  async (text) => {
    await expect(parseFeed(text)).rejects.toThrow('The document is not a feed')
  },
)

test('a thread of its own reads a feed, and is ended when it takes too long', async () => {
  expect(await parseFeed(toRss('<item><title>T</title><pubDate>2026-11-22</pubDate></item>'))).toMatchObject([
    { title: 'T', publishedAt: new Date('2026-11-22') },
  ])
  await expect(parseFeed(toRss('<item><title>T</title></item>'), 1)).rejects.toThrow('takes too long')
})

test('entities are not expanded', async () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`
  const text = toRss('<item><title>T &b; &x;</title></item>').replace('?>', `?>${bomb}`)
  const items = await parseFeed(text).catch(() => [])
  expect(JSON.stringify(items)).not.toMatch(/aaaa|root:/)
})
