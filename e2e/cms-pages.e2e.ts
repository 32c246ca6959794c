import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { demoUsers, logIn, openSessionOf } from './helpers/trader.ts'

test('links of the footer and inside a server page lead to a page of the site, and in the trading area to a screen without a reload', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/ru/show/about')
  await page.getByRole('contentinfo').locator('a[href="/ru/show/bonus"]').click()
  await expect(title).toHaveText('Правила бонусов')
  await expect(page).toHaveTitle('Правила бонусов · Tradefront')
  await page.getByRole('contentinfo').locator('a[href="/ru/show/about"]').click()
  await page.getByRole('article').locator('a[href="/ru/show/fees"]').click()
  await expect(title).toHaveText('Комиссии и лимиты')
  await expectNoAxeViolations(page)

  await logIn(page, demoUsers.olivia, 'en', '/show/about')
  await page.evaluate(() => document.documentElement.setAttribute('data-document', 'first'))
  await page.getByRole('article').getByRole('link', { name: 'the fees' }).click()
  await page.waitForURL('**/en/trading#/show/fees')
  await expect(title).toHaveText('Fees and limits')
  await expect(page.locator('html')).toHaveAttribute('data-document', 'first')
  expect(faults).toEqual([])
})

/** Markup past the sanitizer. `evil()` must never run. */
const hostile = [
  '<script>evil()</script>',
  '<img src="/favicon.svg" onload="evil()"><img src=x onerror=evil()>',
  '<svg onload="evil()"><animate onbegin="evil()" attributeName="x" dur="1s"/></svg>',
  '<a href="javascript:evil()" id="link-1">one</a><a href="java&#10;script:evil()" id="link-2">two</a>',
  '<a href="data:text/html,<script>evil()</script>" id="link-3">three</a>',
  '<iframe srcdoc="<script>parent.evil()</script>"></iframe><object data="javascript:evil()"></object>',
  '<form action="/api/logout"><button id="link-4">four</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=evil()&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=evil()>"></noscript>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/"><base href="https://evil.example/">',
  '<style>*{background:url(https://evil.example/x)}</style><p style="position:fixed;inset:0">cover</p>',
  '<template><img src=x onerror=evil()></template><details open ontoggle=evil()>',
  '<p id="root">clobbers</p><input name="boot" autofocus onfocus=evil()>',
  '<img src="https://evil.example/pixel.png"><link rel=stylesheet href="//evil.example/x.css">',
].join('\n')

test('a hostile server page runs, loads and links to nothing, public or in the trading area', async ({ page }) => {
  for (const area of ['pg', 'ag'])
    await queryDatabase(
      `insert into pages values ($1, 'hostile', 'en', $2, $3, now())
       on conflict (area, name, language) do update set html = excluded.html`,
      [area, '<img src=x onerror=evil()>Title', `<h2>Before ${area}</h2>${hostile}<p>After</p>`],
    )
  const called: string[] = []
  await page.exposeFunction('evil', () => called.push('evil()'))
  const abroad: string[] = []
  page.on('request', (request) => /evil/.test(request.url()) && abroad.push(request.url()))
  const faults = collectPageErrors(page)
  for (const [address, area] of [
    ['/en/show/hostile', 'pg'],
    ['/en/trading#/show/hostile', 'pg'],
    ['/en/trading#/sw/hostile', 'ag'],
  ] as const) {
    if (address.includes('#')) await openSessionOf(page, demoUsers.lukas)
    await page.goto(address)
    const article = page.getByRole('article')
    await expect(article.getByText(`Before ${area}`)).toBeVisible()
    await expect(article.getByText('After')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=evil()>Title')
    await expect(
      article.locator('script, img, svg, iframe, object, form, input, style, [style], [id], meta, base'),
    ).toHaveCount(0)
    for (const link of await article.locator('a').all())
      expect((await link.getAttribute('href')) ?? '').not.toMatch(/^(java|data)/i)
    for (const word of ['one', 'two', 'three']) await article.getByText(word, { exact: true }).click()
    expect({ address, called, abroad, faults }).toEqual({ address, called: [], abroad: [], faults: [] })
  }
})
