import type { Page } from '@playwright/test'

import { collectPageErrors, expect, expectNoAxeViolations, test } from './helpers.ts'

test.use({ reducedMotion: 'no-preference' })

const slider = 'What you find here'
const getSlides = (page: Page) => page.getByRole('region', { name: slider }).getByRole('group')

test('the landing page shows the offer, the risk notice and links to log in and register', async ({ page }) => {
  const faults = collectPageErrors(page)
  await page.goto('/')
  await page.waitForURL('**/en/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade the next minute. Know the cost first.')
  await expect(page.getByText('you can lose your entire stake quickly')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Try with practice money' }).first()).toHaveAttribute(
    'href',
    '/en/#modal-register-demo',
  )
  await main.getByRole('link', { name: 'Read the whole risk notice' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Risk notice')
  expect(page.url()).toMatch(/\/en\/show\/risk$/)
  await page.goBack()
  await expect(main.getByRole('link', { name: 'Open an account' })).toHaveCount(2)
  expect(faults).toEqual([])
})

test('the slider advances every 5 s, pauses under the pointer and stops on focus', async ({ page }) => {
  await page.clock.install()
  await page.goto('/en/')
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
  await page.clock.runFor(5100)
  await expect(getSlides(page)).toHaveAccessibleName(/^2 of 4/)

  await page.getByRole('region', { name: slider }).hover()
  await page.clock.runFor(20_000)
  await expect(getSlides(page)).toHaveAccessibleName(/^2 of 4/)
  await page.mouse.move(0, 0)
  await page.clock.runFor(5100)
  await expect(getSlides(page)).toHaveAccessibleName(/^3 of 4/)

  // By keyboard: focus inside stops the slider.
  await page.getByRole('main').getByRole('link', { name: 'Try with practice money' }).first().focus()
  await page.keyboard.press('Tab')
  await page.clock.runFor(20_000)
  await expect(getSlides(page)).toHaveAccessibleName(/^3 of 4/)
  await page.getByRole('region', { name: slider }).getByRole('button', { name: 'Next' }).press('Enter')
  await expect(getSlides(page)).toHaveAccessibleName(/^4 of 4/)
  await page.getByRole('region', { name: slider }).getByRole('button', { name: 'Play' }).press('Enter')
  await page.clock.runFor(5100)
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
  await page.getByRole('region', { name: slider }).getByRole('button', { name: 'Pause' }).press('Enter')
  await page.clock.runFor(20_000)
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
})

test("the slider's pause button stops and resumes it", async ({ page }) => {
  await page.clock.install()
  await page.goto('/en/')
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
  await page.getByRole('region', { name: slider }).getByRole('button', { name: 'Pause' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
  await page.getByRole('region', { name: slider }).getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5100)
  await expect(getSlides(page)).toHaveAccessibleName(/^2 of 4/)
})

test('the slider does not move with reduced motion', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/en/')
  const first = page.getByRole('list', { name: 'Made-up results' }).getByRole('listitem').first()
  const name = await first.innerText()
  await expect(page.getByRole('button', { name: 'Play' })).toHaveCount(2)
  await page.clock.runFor(30_000)
  await expect(getSlides(page)).toHaveAccessibleName(/^1 of 4/)
  expect(await first.innerText()).toBe(name)
  await context.close()
})

test('the sample feed has 30 rows, 21 in profit, moves on, and is labelled as sample data', async ({ page }) => {
  await page.clock.install()
  await page.goto('/en/')
  const rows = page.getByRole('list', { name: 'Made-up results' }).getByRole('listitem')
  await expect(rows).toHaveCount(30)
  await expect(rows.filter({ hasText: 'Profit' })).toHaveCount(21)
  await expect(rows.filter({ hasText: /Loss.*−\$/s })).toHaveCount(9)
  const feed = page
    .locator('div')
    .filter({ has: page.getByRole('list', { name: 'Made-up results' }) })
    .last()
  await expect(feed.getByText('Sample data')).toBeVisible()
  const last = await rows.last().innerText()
  await page.clock.runFor(4100)
  await expect(rows.first()).toHaveText(last, { useInnerText: true })
  await expect(rows).toHaveCount(30)
})

test('the landing page fits 390 px in Russian, and a swipe moves the slider', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForURL('**/ru/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Торгуйте ближайшей минутой.')
  await expect(page.getByText('Пример, не настоящие данные')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Остановить' }).first().tap()
  await page.getByRole('button', { name: 'Вперёд' }).tap()
  await expect(page.getByRole('region', { name: 'Наши возможности' }).getByRole('group')).toHaveAccessibleName(
    /^2 из 4/,
  )
  await context.close()
})

for (const [theme, lang] of [
  ['dark', 'en'],
  ['light', 'ru'],
] as const) {
  test(`axe finds no violations on the landing page: ${theme}, ${lang}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const faults = collectPageErrors(page)
    await page.goto(`/${lang}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectNoAxeViolations(page)
    expect(faults).toEqual([])
  })
}
