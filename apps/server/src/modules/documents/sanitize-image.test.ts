import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { maxFileBytes } from '@tradefront/rules/documents/limits'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { createPixelBudget, sanitizePhoto } from './sanitize-image.ts'

test('a redrawn photo stays below the maximum file size, even if it is noise', async () => {
  const [width, height, channels] = [3500, 3500, 3] as const
  const noise = sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
  const image = await sanitizePhoto(await noise.jpeg({ quality: 85 }).toBuffer())
  expect(image.kind === 'clean' && image.bytes.length).toBeGreaterThan(0)
  expect(image.kind === 'clean' && image.bytes.length).toBeLessThan(maxFileBytes)
})

test('images decoded at the same time never exceed the pixel budget, and all are decoded in order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 12 }), async (sizes) => {
      const withPixelBudget = createPixelBudget(10)
      const started: number[] = []
      let [now, most] = [0, 0]
      const work = sizes.map((pixels, index) =>
        withPixelBudget(pixels, async () => {
          started.push(index)
          now += pixels
          // An image above the budget is decoded alone.
          most = Math.max(most, now === pixels ? 0 : now)
          await sleep(1)
          now -= pixels
          if (index % 3 === 0) throw new Error('cannot be decoded')
        }).catch(() => undefined),
      )
      await Promise.all(work)
      expect(most).toBeLessThanOrEqual(10)
      expect(started).toEqual(sizes.map((_, index) => index))
    }),
    { numRuns: 30 },
  )
})
