import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { build, type Rolldown } from 'vite'

import { listRandomPrices } from './helpers/random-prices.ts'
import { expect, test } from './helpers/test.ts'

test('a browser’s own arithmetic gives the prices of 10,000 random times that the server computes', async ({
  page,
}) => {
  const script = await bundle(join(import.meta.dirname, 'helpers/random-prices.ts'))
  await page.setContent('<title>prices</title>')
  await page.addScriptTag({ content: script })
  const inBrowser = await page.evaluate<number[]>('bundled.listRandomPrices()')
  const onServer = listRandomPrices()
  expect(onServer).toHaveLength(10_000)
  expect(Math.min(...onServer)).toBeGreaterThan(0)
  expect(new Set(onServer).size).toBeGreaterThan(3000)
  const hash = (prices: readonly number[]) => createHash('sha256').update(prices.join()).digest('hex')
  expect(hash(inBrowser)).toBe(hash(onServer))
})

/** Bundles a script for a page: its exports are properties of `bundled`. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['development'] },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'bundled' } },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return output[0].code
}
