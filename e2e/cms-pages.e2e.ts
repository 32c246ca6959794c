import { pages as en } from '../packages/texts/src/en/pages.ts'
import { pages as ru } from '../packages/texts/src/ru/pages.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { demoUsers, logIn } from './helpers/trader.ts'

const pages = ['about', 'fees', 'bonus', 'faq', 'risk', 'terms', 'privacy', 'contacts'] as const

for (const [lang, words] of Object.entries({ en, ru })) {
  test(`every footer page opens in ${lang} without axe violations`, async ({ page }) => {
    const faults = collectPageErrors(page)
    await page.goto(`/${lang}/show/about`)
    for (const name of pages) {
      await page.getByRole('contentinfo').locator(`a[href="/${lang}/show/${name}"]`).click()
      await page.waitForURL(`**/${lang}/show/${name}`)
      const title = words[`pages.pg.${name}.title`]
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(`${title} · Tradefront`)
      await expect(page.getByRole('article').locator('p').first()).toBeVisible()
      if (name === 'contacts') await page.locator('textarea[name=message]').waitFor()
      if (name === 'fees' || name === 'contacts') await expectNoAxeViolations(page)
    }
    expect(faults).toEqual([])
  })
}

test('a link inside a server page opens without a reload, signed in or not', async ({ page }) => {
  await page.goto('/en/show/about')
  await page.getByRole('article').getByRole('link', { name: 'the fees' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fees and limits')
  await expect(page).toHaveURL(/\/en\/show\/fees$/)
  await logIn(page, demoUsers.olivia, 'en', '/show/about')
  await page.getByRole('article').getByRole('link', { name: 'the fees' }).click()
  await page.waitForURL('**/en/trading#/show/fees')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fees and limits')
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

for (const [address, area] of [
  ['/en/show/hostile', 'pg'],
  ['/en/trading#/show/hostile', 'pg'],
  ['/en/trading#/sw/hostile', 'ag'],
] as const) {
  test(`a hostile server page runs, loads and links to nothing: ${address}`, async ({ page }) => {
    await queryDatabase(
      `insert into pages values ($1, 'hostile', 'en', $2, $3, now())
       on conflict (area, name, language) do update set html = excluded.html`,
      [area, '<img src=x onerror=evil()>Title', `<h2>Before</h2>${hostile}<p>After</p>`],
    )
    const called: string[] = []
    await page.exposeFunction('evil', () => called.push('evil()'))
    const abroad: string[] = []
    page.on('request', (request) => /evil/.test(request.url()) && abroad.push(request.url()))
    const faults = collectPageErrors(page)
    if (address.includes('#')) await logIn(page, demoUsers.lukas, 'en', address.slice(address.indexOf('#') + 1))
    else await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<img src=x onerror=evil()>Title')
    await expect(page.getByRole('article').getByText('After')).toBeVisible()
    const article = page.getByRole('article')
    await expect(
      article.locator('script, img, svg, iframe, object, form, input, style, [style], [id], meta, base'),
    ).toHaveCount(0)
    for (const link of await article.locator('a').all())
      expect((await link.getAttribute('href')) ?? '').not.toMatch(/^(java|data)/i)
    for (const word of ['one', 'two', 'three']) await article.getByText(word, { exact: true }).click()
    expect(called).toEqual([])
    expect(abroad).toEqual([])
    expect(faults).toEqual([])
  })
}
