import { setImmediate as nextTurn } from 'node:timers/promises'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createRedrawQueue } from './redraw-queue.ts'

test('at most two files are drawn at a time, one of a trader, each trader’s in order, and all in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), async (traders) => {
      const queue = createRedrawQueue()
      const running: number[] = []
      const started: number[][] = []
      const done = traders.map((trader, index) =>
        queue
          .run(trader, async () => {
            running.push(trader)
            started.push([trader, index])
            expect(running.length).toBeLessThanOrEqual(2)
            expect(new Set(running).size).toBe(running.length)
            await nextTurn()
            running.splice(running.indexOf(trader), 1)
            if (index % 3 === 0) throw new Error('cannot be drawn')
            return index
          })
          ?.catch(() => index),
      )
      expect(await Promise.all(done.map(async (drawn) => drawn))).toEqual(traders.map((_, index) => index))
      for (const trader of traders) {
        const own = started.filter(([each]) => each === trader).map(([, index]) => index)
        expect(own).toEqual(own.toSorted((a = 0, b = 0) => a - b))
      }
    }),
    { numRuns: 50 },
  )
})

test('a trader who has sent ten costly files delays no other trader', async () => {
  const queue = createRedrawQueue()
  const { promise: end, resolve } = Promise.withResolvers<string>()
  const costly = Array.from({ length: 10 }, () => queue.run(1, () => end))
  expect(await queue.run(2, async () => 'drawn')).toBe('drawn')
  resolve('costly')
  expect(await Promise.all(costly.map(async (drawn) => drawn))).toHaveLength(10)
})

test('the queue is bounded, and open again afterwards', async () => {
  const queue = createRedrawQueue()
  const { promise: end, resolve } = Promise.withResolvers<number>()
  const files = Array.from({ length: 30 }, (_, trader) => queue.run(trader, () => end))
  expect(files.filter((each) => each === null)).toHaveLength(8)
  resolve(1)
  await Promise.all(files.map(async (drawn) => drawn))
  expect(await queue.run(99, async () => 'drawn')).toBe('drawn')
})
