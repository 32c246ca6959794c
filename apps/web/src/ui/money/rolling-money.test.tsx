// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { RollingMoney } from './rolling-money.tsx'

afterEach(cleanup)

const show = (amount: number, { from, currency = 'USD' }: { from?: number; currency?: string } = {}) => (
  <RollingMoney amount={amount} currency={currency} from={from} />
)
const read = (container: HTMLElement) => {
  const rolling = container.querySelector('[class*=animate-roll]')
  return {
    text: container.textContent,
    before: rolling?.getAttribute('data-before'),
    motion: /animate-roll-(up|down)/.exec(rolling?.className ?? '')?.[1],
  }
}

test('a balance is first shown without motion, and its text is never another than the present one', () => {
  const { container, rerender } = render(show(1000))
  expect(read(container)).toEqual({ text: '$1,000.00', before: undefined, motion: undefined })
  rerender(show(1008.2))
  expect(read(container)).toEqual({ text: '$1,008.20', before: '$1,000.00', motion: 'up' })
  const first = container.querySelector('[data-before]')
  rerender(show(958.2))
  expect(read(container)).toEqual({ text: '$958.20', before: '$1,008.20', motion: 'down' })
  // The same element would not move again.
  expect(container.contains(first)).toBe(false)
})

test('a balance can roll from a known amount when it is first shown', () => {
  expect(read(render(show(1500, { from: 1000 })).container)).toEqual({
    text: '$1,500.00',
    before: '$1,000.00',
    motion: 'up',
  })
})

test('an amount in another currency is shown without motion', () => {
  const { container, rerender } = render(show(1000))
  rerender(show(90_000, { currency: 'RUB' }))
  expect(read(container).motion).toBeUndefined()
})
