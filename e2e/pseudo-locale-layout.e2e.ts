import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page, Request } from '@playwright/test'

import type { FundingTab } from '../packages/rules/src/deposits/funding-tabs.ts'
import { texts } from '../packages/texts/src/en/all.ts'

import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { openInNewDocument } from './helpers/page.ts'
import { showAllMethods } from './helpers/pay.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, openSessionOf } from './helpers/trader.ts'

const lang = 'he-XB'
const pages = ['about', 'fees', 'bonus', 'faq', 'risk', 'terms', 'privacy', 'contacts']

const keys = Object.keys(texts)

const sitePaths = [
  '',
  '#modal-register',
  '#modal-register-demo',
  '#modal-promo',
  'login',
  'register',
  'forgot',
  'reset',
  'email',
  'mails',
  'proof',
  'autologin?email=mia@example.com&password=whatever',
  ...pages.map((page) => `show/${page}`),
  'show/not-there',
]
const tradingHashes = [
  '/home',
  '/show/account',
  '/show/funding',
  '/show/deposits',
  '/show/withdrawal',
  '/show/news',
  '/show/news/calendar',
  '/show/history',
  '/show/reports',
  '/show/contest',
  '/show/signals',
  '/show/replay',
  '/show/support',
  '/show/documents',
  '/show/personal',
  '/show/promo',
  '/show/real',
  '/sw/validate',
  '/show/bonus',
  '/sw/modal_risk',
  '/show/not-there',
]
/** Tabs, one for each kind of form. The others differ in the name of their wallet. */
const methodTabs: readonly FundingTab[] = ['skrill', 'neteller', 'bank', 'webmoney', 'litecoin', 'bitcoin']

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

/** Counts requests that the page waits for. */
function countPendingRequests(page: Page): () => number {
  const pending = new Set<Request>()
  page.on('request', (request) => void pending.add(request))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  return () => pending.size
}

/** Waits for the data of a screen, which is loaded after its title: it is complete once no request is open and no skeleton is left. */
async function waitForContent(page: Page, countPending: () => number): Promise<void> {
  const countSkeletons = () =>
    page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.querySelectorAll('main .animate-breathe').length
    })
  await expect.poll(async () => (await countSkeletons()) + countPending()).toBe(0)
}

/** Checks the layout on a phone and on a desk. */
async function expectCleanLayout(page: Page, name: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  expect(await page.locator('main h1').first().innerText(), name).toContain('\u202e')
  const shown = await page.locator('body').innerText()
  expect(
    keys.filter((key) => shown.includes(key)),
    `${name} shows the key in place of the text`,
  ).toEqual([])
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    const message = `${name}, ${size.width} px`
    await expect.poll(() => page.evaluate(findLayoutDefects), { message }).toEqual([])
  }
}

/** Opens another page in the same document, which is several times faster than to load one, and waits for its title. */
async function openWithinDocument(page: Page, open: () => Promise<unknown>): Promise<void> {
  const title = page.locator('main h1').first()
  const before = await title.innerText()
  await open()
  await expect.poll(() => title.innerText()).not.toBe(before)
}

test.describe('longer right-to-left texts fit', () => {
  test.use({ viewport: phone, reducedMotion: 'reduce', hasTouch: true, isMobile: true })

  test('on public pages', async ({ page }) => {
    const countPending = countPendingRequests(page)
    for (const path of sitePaths) {
      await page.goto(`/${lang}/${path}`)
      if (path.startsWith('#')) await page.getByRole('dialog').locator('button[type=submit], form').first().waitFor()
      await waitForContent(page, countPending)
      await expectCleanLayout(page, path)
    }
  })

  test('on trading screens', async ({ page }) => {
    await openSessionOf(page, demoUsers.olivia)
    const countPending = countPendingRequests(page)
    await page.goto(`/${lang}/trading#${tradingHashes[0]}`)
    for (const [place, hash] of tradingHashes.entries()) {
      if (place > 0) await openWithinDocument(page, () => page.evaluate((next) => void (location.hash = next), hash))
      await waitForContent(page, countPending)
      await expectCleanLayout(page, hash)
    }
  })

  test('on each kind of method, the invoice of a coin and the account upgrade', async ({ page }) => {
    await createTrader(page)
    await showAllMethods(page)
    const countPending = countPendingRequests(page)
    await page.goto(`/${lang}/trading#/show/funding`)
    await page.locator('input[name=amount]').waitFor()
    for (const tab of methodTabs) {
      // A phone has a list in place of the radio buttons.
      await page.setViewportSize(desk)
      await page.evaluate((hash) => void (location.hash = hash), `/show/funding/${tab}`)
      await expect(page.locator(`input[type=radio][value=${tab}]`)).toBeChecked()
      await page.locator('#funding-wallet, #funding-coin, #funding-claim').first().waitFor()
      await waitForContent(page, countPending)
      await expectCleanLayout(page, tab)
    }
    await page.locator('button[form=coin-invoice]').click()
    await page.getByRole('timer').waitFor()
    await waitForContent(page, countPending)
    await expectCleanLayout(page, 'invoice')

    await createTrader(page, { practice: true })
    await openInNewDocument(page, `/${lang}/trading#/show/real`)
    await page.locator('input[name=phone]').waitFor()
    await waitForContent(page, countPending)
    await expectCleanLayout(page, 'real')
  })
})

test('the layout test covers every screen', () => {
  const source = (name: string) => readFileSync(join(import.meta.dirname, '../apps/web/src/routes', name), 'utf8')
  const table = source('trading-routes.tsx')
  const ours = [...table.matchAll(/ path: '\/(?:show\/)?(\w+)(?:\/\{|')/g)].map(([, name]) => name ?? '')
  expect(ours).toContain('funding')
  const shown = tradingHashes.map((hash) => hash.split('/').at(-1) ?? '')
  expect(ours.filter((name) => !shown.includes(name))).toEqual([])

  const names = [...source('site-routes.ts').matchAll(/ path: '\/(\w+)/g)].map(([, name]) => name ?? '')
  expect(names).toContain('login')
  expect(names.filter((name) => !sitePaths.some((path) => path.split(/[/?]/)[0] === name))).toEqual([])
})

test('the layout check finds cut, overflowing, overlapping and unmirrored elements', async ({ page }) => {
  await page.goto(`/${lang}/login`)
  await page.locator('main h1').waitFor()
  for (const [html, fault] of [
    ['<p style="width:40px;overflow:hidden;white-space:nowrap">a text that is too long</p>', /^cut: <p/],
    [
      '<a href="/" style="display:block;width:40px;white-space:nowrap">a text that is too long</a>',
      /^runs out of its box: <a/,
    ],
    [
      '<button style="position:absolute;top:9px">one</button><button style="position:absolute;top:9px">two</button>',
      /^lie on one another/,
    ],
    ['<div><p class="planted">to the left</p></div>', /^not mirrored/],
    ['<p style="width:3000px">wide</p>', /wider than the screen/],
  ] as const) {
    await page.evaluate((given) => {
      const place = document.createElement('div')
      place.id = 'planted'
      place.innerHTML = given
      // The CSP blocks inline styles, so a script sets them.
      for (const element of place.querySelectorAll('[style]')) {
        const style = element.getAttribute('style') ?? ''
        element.removeAttribute('style')
        if (element instanceof HTMLElement) element.style.cssText = style
      }
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.planted { margin-left: 60px }')
      document.adoptedStyleSheets = [sheet]
      document.querySelector('main')?.append(place)
    }, html)
    expect(await page.evaluate(findLayoutDefects)).toContainEqual(expect.stringMatching(fault))
    await page.evaluate(() => document.querySelector('#planted')?.remove())
  }
})
