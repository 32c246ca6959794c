import { expect, test, vi } from 'vitest'

import { closeAll } from './shutdown.ts'

test('closes in order, and goes on after one that fails', async () => {
  const order: string[] = []
  const left = await closeAll(
    [
      { name: 'a', close: async () => order.push('a') },
      { name: 'b', close: () => Promise.reject(new Error('no')) },
      { name: 'c', close: async () => order.push('c') },
    ],
    1000,
  )
  expect(order).toEqual(['a', 'c'])
  expect(left).toEqual(['b'])
})

test('gives up after the limit and names what is still open', async () => {
  vi.useFakeTimers()
  const closing = closeAll(
    [
      { name: 'stuck', close: () => new Promise(() => undefined) },
      { name: 'after', close: async () => undefined },
    ],
    10_000,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await closing).toEqual(['stuck', 'after'])
  vi.useRealTimers()
})
