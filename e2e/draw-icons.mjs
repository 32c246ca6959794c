// npm run draw-icons: draws the icons of the installed app and the pictures that links to the site show, from the logo and the texts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import { localeInfo, locales } from '@tradefront/texts/locales'

import { ensureBrowser, ensureInstalled, root } from '../scripts/install-deps.mjs'
import { findDebianBrowser } from '../scripts/browser.mjs'

const folder = join(root, 'apps/web/public')
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8')
const background = '#0b1220'
const fonts = ['latin', 'cyrillic'].map((subset) => {
  const name = `inter-${subset}-wght-normal.woff2`
  const file = readFileSync(join(root, 'node_modules/@fontsource-variable/inter/files', name))
  return `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${file.toString('base64')});
    unicode-range: ${subset === 'latin' ? 'U+0000-00FF, U+2000-206F' : 'U+0400-045F, U+0490-0491'} }`
})
/** The logo fills this part of an icon, because a system can cut a circle out of it. */
const logoPart = 0.7

ensureInstalled()
ensureBrowser()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  executablePath: findDebianBrowser(),
})
const page = await browser.newPage()

async function draw(name, width, height, body) {
  await page.setViewportSize({ width, height })
  await page.setContent(
    `<style>${fonts.join('')}</style><body style="margin:0;background:${background}">${body}</body>`,
  )
  await page.evaluate(() => document.fonts.ready)
  writeFileSync(join(folder, name), await page.screenshot())
}

for (const [name, side] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
]) {
  const size = Math.round(side * logoPart)
  await draw(
    name,
    side,
    side,
    `<div style="display:grid;place-items:center;height:100vh"><div style="width:${size}px">${logo}</div></div>`,
  )
}

for (const locale of locales) {
  const { landing } = await import(`@tradefront/texts/${locale}/landing`)
  await draw(
    `share-${locale}.png`,
    1200,
    630,
    `<div lang="${locale}" dir="${localeInfo[locale].dir}" style="box-sizing:border-box;height:100vh;padding:72px;display:flex;flex-direction:column;
      justify-content:space-between;font-family:Inter,system-ui,sans-serif;color:#f2f5fa">
      <div style="display:flex;align-items:center;gap:20px;font-size:40px;font-weight:600"><div style="width:64px">${logo}</div>Tradefront</div>
      <div style="font-size:104px;line-height:1.05;font-weight:600;letter-spacing:-0.03em">${landing['landing.headline']}</div>
      <div style="font-size:34px;line-height:1.35;color:#a9b4c4">${landing['landing.description']}</div>
    </div>`,
  )
}
await browser.close()
