// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { afterEach, expect, test, vi } from 'vitest'

import { Slider } from './slider.tsx'

afterEach(cleanup)

function renderSlider(value: number, options: { readonly locale?: string; readonly maxValue?: number } = {}) {
  const { locale = 'en', maxValue = 10_000 } = options
  const onChange = vi.fn<(amount: number) => void>()
  render(
    <I18nProvider locale={locale}>
      <Slider
        {...{ label: 'Amount', value, valueText: `$${value}`, onChange, minValue: 100, maxValue, step: 50 }}
        marks={[100, 1000, maxValue].map((at) => ({ at, label: `$${at}` }))}
      />
    </I18nProvider>,
  )
  return { slider: screen.getByRole('slider', { name: 'Amount' }), onChange, user: userEvent.setup() }
}

test.each([
  [100, '0'],
  // The scale is logarithmic: ten times the least amount is half of the way to a hundred times.
  [1000, '500'],
  [10_000, '1000'],
])('an amount of %d is at the place %s', (value, place) => {
  const { slider } = renderSlider(value)
  expect(slider).toHaveProperty('value', place)
  expect(slider.getAttribute('aria-valuetext')).toBe(`$${value}`)
})

test.each([
  ['0', 100],
  ['500', 1000],
  ['750', 3150],
  ['1000', 10_000],
])('the place %s is the amount %d, a multiple of the step', (place, amount) => {
  const { slider, onChange } = renderSlider(5000)
  fireEvent.change(slider, { target: { value: place } })
  expect(onChange).toHaveBeenCalledWith(amount)
})

test.each([
  ['en', 'ArrowRight', 1050],
  ['en', 'ArrowLeft', 950],
  ['he', 'ArrowRight', 950],
  ['he', 'ArrowLeft', 1050],
  ['he', 'ArrowUp', 1050],
  ['en', 'PageUp', 1500],
  ['en', 'PageDown', 500],
])('in %s, the key %s leads from 1,000 to %d', async (locale, key, amount) => {
  const { slider, onChange, user } = renderSlider(1000, { locale })
  slider.focus()
  await user.keyboard(`{${key}}`)
  expect(onChange).toHaveBeenCalledWith(amount)
})

test('keys do not lead beyond the ends', async () => {
  const { slider, onChange, user } = renderSlider(100)
  slider.focus()
  await user.keyboard('{ArrowLeft}')
  expect(onChange).toHaveBeenCalledWith(100)
})

test('a mark chooses its amount, and the present one is pressed', async () => {
  const { onChange, user } = renderSlider(1000)
  expect(screen.getByRole('button', { name: '$1000' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('button', { name: '$10000' }))
  expect(onChange).toHaveBeenCalledWith(10_000)
})

test('one possible amount is at the start', () => {
  expect(renderSlider(100, { maxValue: 100 }).slider).toHaveProperty('value', '0')
})
