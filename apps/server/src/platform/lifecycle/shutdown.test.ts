import { expect, test, vi } from 'vitest'

import { closeAll } from './shutdown.ts'

test('shutdown closes everything in order, also after one that fails', async () => {
  const order: string[] = []
  const unclosed = await closeAll([
    { name: 'a', close: async () => order.push('a'), limitMs: 1000 },
    { name: 'b', close: () => Promise.reject(new Error('no')), limitMs: 1000 },
    { name: 'c', close: async () => order.push('c'), limitMs: 1000 },
  ])
  expect(order).toEqual(['a', 'c'])
  expect(unclosed).toEqual(['b'])
})

test('shutdown gives up on one that takes too long and closes the others', async () => {
  vi.useFakeTimers()
  const close = vi.fn<() => Promise<void>>(async () => undefined)
  const closing = closeAll([
    { name: 'stuck', close: () => new Promise(() => undefined), limitMs: 10_000 },
    { name: 'after', close, limitMs: 10_000 },
  ])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await closing).toEqual(['stuck'])
  expect(close).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
