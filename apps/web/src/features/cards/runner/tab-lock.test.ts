import { expect, test } from 'vitest'

import { createTabLock } from './tab-lock.ts'

function createFixture() {
  const requests: { steal: boolean; isReleased: boolean; onHeld: (isHeld: boolean) => void }[] = []
  let changes = 0
  const lock = createTabLock(
    (steal, onHeld) => {
      const request = { steal, isReleased: false, onHeld }
      requests.push(request)
      return () => {
        request.isReleased = true
      }
    },
    () => {
      changes += 1
    },
  )
  return { lock, requests, getChanges: () => changes }
}

test('a tab holds the lock after the browser grants it and until another tab takes it', () => {
  const { lock, requests, getChanges } = createFixture()
  lock.acquire(false)
  expect(lock.isHeld()).toBe(false)
  requests[0]?.onHeld(true)
  expect(lock.isHeld()).toBe(true)
  requests[0]?.onHeld(false)
  expect(lock.isHeld()).toBe(false)
  expect(getChanges()).toBe(2)
})

test('a new request releases the earlier one and ignores its callbacks', () => {
  const { lock, requests } = createFixture()
  lock.acquire(false)
  lock.acquire(true)
  requests[1]?.onHeld(true)
  requests[0]?.onHeld(false)
  expect(requests.map(({ steal, isReleased }) => [steal, isReleased])).toEqual([
    [false, true],
    [true, false],
  ])
  expect(lock.isHeld()).toBe(true)
})

test('a released lock is not held', () => {
  const { lock, requests } = createFixture()
  lock.acquire(false)
  requests[0]?.onHeld(true)
  lock.release()
  expect(lock.isHeld()).toBe(false)
  expect(requests[0]?.isReleased).toBe(true)
})
