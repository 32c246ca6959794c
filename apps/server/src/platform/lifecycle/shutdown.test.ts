import { expect, test, vi } from 'vitest'

import { closeAll } from './shutdown.ts'

test('shutdown closes everything in order, also after one that fails', async () => {
  const order: string[] = []
  const unclosed = await closeAll(
    [
      { name: 'a', close: async () => order.push('a') },
      { name: 'b', close: () => Promise.reject(new Error('no')) },
      { name: 'c', close: async () => order.push('c') },
    ],
    1000,
  )
  expect(order).toEqual(['a', 'c'])
  expect(unclosed).toEqual(['b'])
})

test('shutdown gives up on one that takes too long and closes the others', async () => {
  vi.useFakeTimers()
  const close = vi.fn<() => Promise<void>>(async () => undefined)
  const closing = closeAll(
    [
      { name: 'stuck', close: () => new Promise(() => undefined) },
      { name: 'after', close },
    ],
    10_000,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await closing).toEqual(['stuck'])
  expect(close).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
