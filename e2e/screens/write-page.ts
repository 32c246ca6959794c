import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { type Page, test } from '@playwright/test'

import { beforeFolder, picturesFolder, screensFolder, variants } from './files.ts'

/** A change is a larger share of pixels: prices, times and carets always differ a little. */
const changedShare = 0.02

test('the page with all pictures', async ({ page }) => {
  test.setTimeout(600_000)
  const names = [...new Set(readdirSync(picturesFolder).map((file) => file.split('.')[0] ?? ''))].toSorted()
  const changed = new Set<string>()
  for (const file of readdirSync(picturesFolder)) if (await isChanged(page, file)) changed.add(file)
  const rows = names.map((name) => {
    const pictures = variants.map((variant) => {
      const file = `${name}.${variant}.png`
      const mark = changed.has(file) ? ' class="changed"' : ''
      const source = relative(screensFolder, join(picturesFolder, file))
      return `<a href="${source}"${mark}><img loading="lazy" alt="${name}, ${variant}" src="${source}"></a>`
    })
    return `<section id="${name}"><h2>${name}</h2><div>${pictures.join('')}</div></section>`
  })
  const list = [...changed].map((file) => `<li><a href="#${file.split('.')[0]}">${file}</a></li>`)
  writeFileSync(
    join(screensFolder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
      body { font: 14px system-ui; margin: 24px; background: #888 } div { display: flex; gap: 8px; overflow-x: auto }
      img { height: 320px; display: block } a.changed { outline: 4px solid #d33 }</style>
    <h1>${names.length} screens, ${changed.size} changed pictures</h1><ul>${list.join('')}</ul>${rows.join('\n')}`,
  )
  console.log([...changed].join('\n'))
  console.log(`${changed.size} pictures have changed. See ${join(screensFolder, 'index.html')}`)
})

/** Returns whether more than a small part of the picture differs from that of the run before. A new picture counts as unchanged. */
async function isChanged(page: Page, file: string): Promise<boolean> {
  const before = join(beforeFolder, file)
  if (!existsSync(before)) return false
  const [now, then] = [join(picturesFolder, file), before].map((path) => readFileSync(path))
  if (now === undefined || then === undefined || now.equals(then)) return false
  const share = await page.evaluate(comparePictures, [now.toString('base64'), then.toString('base64')])
  return share > changedShare
}

/** Compares pictures in the browser. Returns the share of pixels that differ visibly. */
async function comparePictures(encoded: readonly string[]): Promise<number> {
  const [one, other] = await Promise.all(
    encoded.map(async (base64) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      return context?.getImageData(0, 0, image.width, image.height)
    }),
  )
  if (one === undefined || other === undefined || one.data.length !== other.data.length) return 1
  let different = 0
  for (let i = 0; i < one.data.length; i += 4) {
    const distance = [0, 1, 2].reduce((sum, k) => sum + Math.abs((one.data[i + k] ?? 0) - (other.data[i + k] ?? 0)), 0)
    if (distance > 48) different += 1
  }
  return different / (one.data.length / 4)
}
