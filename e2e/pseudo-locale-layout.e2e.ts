import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { fundingTabs } from '../packages/rules/src/deposits/funding-tabs.ts'
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
  'autologin',
  ...pages.map((page) => `show/${page}`),
  'show/not-there',
]
const serverPages = ['/show/bonus', '/sw/modal_risk', '/show/not-there']
const tradingHashes = [
  '/home',
  '/show/account',
  '/show/funding',
  '/show/deposits',
  '/show/withdrawal',
  '/show/news',
  '/show/history',
  '/show/reports',
  '/show/contest',
  '/show/signals',
  '/show/support',
  '/show/documents',
  '/show/personal',
  '/show/promo',
  '/show/real',
  '/sw/validate',
  ...serverPages,
]

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

/** On a phone and on a desk. */
async function expectCleanLayout(page: Page, name: string): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.waitForLoadState('networkidle')
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

/** Waits for another title. */
async function openWithinDocument(page: Page, open: () => Promise<unknown>): Promise<void> {
  const title = page.locator('main h1').first()
  const before = await title.innerText()
  await open()
  await expect.poll(() => title.innerText()).not.toBe(before)
}

test.describe('longer right-to-left texts fit', () => {
  test.use({ viewport: phone, reducedMotion: 'reduce', hasTouch: true, isMobile: true })

  test('on public pages', async ({ page }) => {
    for (const path of sitePaths) {
      const link = page.locator(`footer a[href="/${lang}/${path}"]`)
      if (path.startsWith('show/') && (await link.count()) > 0)
        await openWithinDocument(page, () => link.first().click())
      else await openInNewDocument(page, `/${lang}/${path}`)
      if (path.startsWith('#')) await page.getByRole('dialog').locator('button[type=submit], form').first().waitFor()
      await expectCleanLayout(page, path)
    }
  })

  test('on trading screens', async ({ page }) => {
    await openSessionOf(page, demoUsers.olivia)
    // The popup of a new signal covers other controls.
    await page.route('**/api/signals', (route) => route.fulfill({ json: [] }))
    for (const hash of tradingHashes) {
      // Nothing of them is loaded after the title.
      if (serverPages.includes(hash))
        await openWithinDocument(page, () => page.evaluate((next) => (location.hash = next), hash))
      else await openInNewDocument(page, `/${lang}/trading#${hash}`)
      await expectCleanLayout(page, hash)
    }
  })

  test('on the invoice of a coin', async ({ page }) => {
    await createTrader(page)
    await openInNewDocument(page, `/${lang}/trading#/show/funding/bitcoin`)
    await expectCleanLayout(page, 'bitcoin')
    await page.locator('button[form=coin-invoice]').click()
    await page.getByRole('timer').waitFor()
    await expectCleanLayout(page, 'invoice')
  })

  test('on every method of the funding page', async ({ page }) => {
    await openSessionOf(page, demoUsers.olivia)
    await showAllMethods(page)
    await openInNewDocument(page, `/${lang}/trading#/show/funding`)
    await page.locator('input[name=amount]').waitFor()
    // The first one is on the funding page itself. That of Russian is like another wallet.
    for (const tab of fundingTabs.filter((each) => each !== 'card' && each !== 'card_moneta')) {
      await page.setViewportSize(desk)
      await page.evaluate((hash) => (location.hash = hash), `/show/funding/${tab}`)
      await expect(page.locator(`input[type=radio][value=${tab}]`)).toBeChecked()
      await page.locator('#funding-wallet, #funding-coin, input[name=sent]').first().waitFor()
      await expectCleanLayout(page, tab)
    }
  })

  test('on the account upgrade', async ({ page }) => {
    await createTrader(page, { practice: true })
    await page.goto(`/${lang}/trading#/show/real`)
    await page.locator('input[name=phone]').waitFor()
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

  const names = [...source('site-routes.tsx').matchAll(/ path: '\/\$lang\/(\w+)/g)].map(([, name]) => name ?? '')
  expect(names).toContain('login')
  expect(names.filter((name) => !sitePaths.some((path) => path.split('/')[0] === name))).toEqual([])
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
