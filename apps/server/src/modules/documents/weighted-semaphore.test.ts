import { setTimeout as sleep } from 'node:timers/promises'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createWeightedSemaphore } from './weighted-semaphore.ts'

test('what is under way together never weighs more than there is, and everything is done, in the order it came', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 14 }), { maxLength: 12 }), async (weights) => {
      const budget = createWeightedSemaphore(10)
      const begun: number[] = []
      let [now, most] = [0, 0]
      const work = weights.map((weight, index) =>
        budget(weight, async () => {
          begun.push(index)
          now += weight
          // One that weighs more than all there is goes alone.
          most = Math.max(most, now === weight ? 0 : now)
          await sleep(1)
          now -= weight
          if (index % 3 === 0) throw new Error('work may fail')
        }).catch(() => undefined),
      )
      await Promise.all(work)
      expect(most).toBeLessThanOrEqual(10)
      expect(begun).toEqual(weights.map((_, index) => index))
    }),
    { numRuns: 30 },
  )
})
