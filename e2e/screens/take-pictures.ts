import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { test } from '../helpers/test.ts'
import { createTrader } from '../helpers/trader.ts'
import { beforeFolder, picturesFolder, shapes, themes } from './files.ts'

const languages = ['en', 'ru'] as const

const visitorScreens = {
  landing: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  proof: '/proof',
  practice: '/#modal-register-demo',
  fees: '/show/fees',
  questions: '/show/faq',
  contacts: '/show/contacts',
  missing: '/nonsense',
}
const traderScreens = {
  trade: '/home',
  funding: '/show/funding',
  bitcoin: '/show/funding/bitcoin',
  history: '/show/history',
  deposits: '/show/deposits',
  withdrawal: '/show/withdrawal',
  reports: '/show/reports',
  account: '/show/account',
  tournaments: '/show/contest',
  news: '/show/news',
  calendar: '/show/news/calendar',
  replay: '/show/replay',
  signals: '/show/signals',
  support: '/show/support',
  conversation: '/show/support/new',
  documents: '/show/documents',
  personal: '/show/personal',
  security: '/show/personal/security',
  promo: '/show/promo',
}
/** `new` is a trader without any data, `full` one of the demonstration. */
const states = ['new', 'full', 'loading', 'error'] as const

/** Names from the command line. If there are none, all screens are drawn. */
const wanted = (process.env['SCREENS'] ?? '').split(',').filter((name) => name !== '')
const choose = (screens: Readonly<Record<string, string>>) =>
  Object.entries(screens).filter(([name]) => wanted.length === 0 || wanted.includes(name))

for (const lang of languages) {
  for (const [name, path] of choose(visitorScreens)) {
    test(`${name} ${lang}`, async ({ page }) => {
      await page.goto(`/${lang}${path}`)
      await takePictures(page, `${name}-${lang}`)
    })
  }
  for (const [name, path] of choose(traderScreens))
    for (const state of states) {
      test(`${name} ${state} ${lang}`, async ({ page }) => {
        if (state === 'full') await logInAsDemoTrader(page, lang)
        else await createTrader(page, { language: lang })
        if (state === 'loading' || state === 'error') await breakCalls(page, state)
        await page.goto(`/${lang}/trading#${path}`)
        await takePictures(page, `${name}-${state}-${lang}`)
      })
    }
}

async function takePictures(page: Page, name: string): Promise<void> {
  for (const folder of [picturesFolder, beforeFolder]) mkdirSync(folder, { recursive: true })
  // Screens load their data after the first paint, and a chart draws it.
  await page.waitForTimeout(2000)
  for (const [shape, viewport] of Object.entries(shapes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(300)
      const file = `${name}.${shape}-${colorScheme}.png`
      const path = join(picturesFolder, file)
      if (existsSync(path)) renameSync(path, join(beforeFolder, file))
      await page.screenshot({ path })
    }
  }
}

async function logInAsDemoTrader(page: Page, lang: string): Promise<void> {
  await page.goto(`/${lang}/login`)
  await page.locator('input[name=email]').fill('olivia@demo.example')
  await page.locator('input[name=password]').fill('demo-olivia')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/trading**')
}

/** Keeps the data of a screen from coming, or makes its calls fail. Data that the page itself needs is loaded. */
async function breakCalls(page: Page, state: 'loading' | 'error'): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/boot',
    async (route) => {
      if (state === 'error') await route.fulfill({ status: 500, json: {} })
    },
  )
}
