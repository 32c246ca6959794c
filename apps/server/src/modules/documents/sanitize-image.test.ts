import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createPixelBudget } from './sanitize-image.ts'

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
