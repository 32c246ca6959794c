// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useHistoryOverlay } from './use-history-overlay.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function renderOverlay() {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined)
  return { back, ...renderHook(useHistoryOverlay) }
}

test('closing takes the entry of the history back once, and only if it is open', () => {
  const { back, result } = renderOverlay()
  act(() => result.current.close())
  expect(back).not.toHaveBeenCalled()
  act(() => result.current.open())
  expect(result.current.isOpen).toBe(true)
  act(() => result.current.close())
  act(() => result.current.close())
  expect(result.current.isOpen).toBe(false)
  expect(back).toHaveBeenCalledOnce()
})

test('Back closes it without going back once more', () => {
  const { back, result } = renderOverlay()
  act(() => result.current.open())
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  act(() => result.current.close())
  expect(result.current.isOpen).toBe(false)
  expect(back).not.toHaveBeenCalled()
})

test('a screen that ends while it is open takes its entry back, but not the entry of the next screen', () => {
  const first = renderOverlay()
  act(() => first.result.current.open())
  first.unmount()
  expect(first.back).toHaveBeenCalledOnce()
  const second = renderOverlay()
  second.back.mockClear()
  act(() => second.result.current.open())
  window.history.pushState(null, '', '#/home')
  second.unmount()
  expect(second.back).not.toHaveBeenCalled()
})
