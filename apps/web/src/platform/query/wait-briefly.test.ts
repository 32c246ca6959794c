import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { waitBriefly } from './wait-briefly.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

test('waits until all has been loaded or has failed', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = vi.fn<() => void>()
  void waitBriefly(first.promise, second.promise).then(done)
  first.reject(new Error('offline'))
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  second.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('does not wait longer than a second', async () => {
  const done = vi.fn<() => void>()
  void waitBriefly(new Promise(() => {})).then(done)
  await vi.advanceTimersByTimeAsync(999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalledOnce()
})
