// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { OfferSlider } from './offer-slider.tsx'
import { SampleFeed } from './sample-feed.tsx'

let prefersReducedMotion = false

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: prefersReducedMotion }),
  )
})
afterEach(() => {
  cleanup()
  prefersReducedMotion = false
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const user = userEvent.setup()

const getSlider = () => screen.getByRole('region', { name: 'What you find here' })
const press = (name: string) => user.click(within(getSlider()).getByRole('button', { name }))
const getShownSlide = () => getSlider().querySelector('[role=group]:not([inert])')?.getAttribute('aria-label')
const listRows = () =>
  within(screen.getByRole('list', { name: 'Made-up results' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const renderSlider = () =>
  renderWithProviders(
    <>
      <button type="button">Before</button>
      <OfferSlider />
    </>,
    { texts: ['landing'] },
  )

test('the slider advances every 5 s, pauses under the pointer and stops on focus', async () => {
  await renderSlider()
  expect(getShownSlide()).toMatch(/^1 of 4/)
  await passMs(5100)
  expect(getShownSlide()).toMatch(/^2 of 4/)

  await user.hover(getSlider())
  await passMs(20_000)
  expect(getShownSlide()).toMatch(/^2 of 4/)
  await user.unhover(getSlider())
  await passMs(5100)
  expect(getShownSlide()).toMatch(/^3 of 4/)

  // The focus inside stops the slider for keyboards.
  screen.getByRole('button', { name: 'Before' }).focus()
  await user.tab()
  expect(getSlider().contains(document.activeElement)).toBe(true)
  await passMs(20_000)
  expect(getShownSlide()).toMatch(/^3 of 4/)
  within(getSlider()).getByRole('button', { name: 'Next' }).focus()
  await user.keyboard('{Enter}')
  expect(getShownSlide()).toMatch(/^4 of 4/)
  within(getSlider()).getByRole('button', { name: 'Play' }).focus()
  await user.keyboard('{Enter}')
  await passMs(5100)
  expect(getShownSlide()).toMatch(/^1 of 4/)
  await user.keyboard('{Enter}')
  expect(within(getSlider()).queryByRole('button', { name: 'Play' })).not.toBe(null)
  await passMs(20_000)
  expect(getShownSlide()).toMatch(/^1 of 4/)
})

test("the slider's pause button stops and resumes it", async () => {
  await renderSlider()
  expect(getShownSlide()).toMatch(/^1 of 4/)
  await press('Pause')
  await user.unhover(getSlider())
  await passMs(20_000)
  expect(getShownSlide()).toMatch(/^1 of 4/)
  await press('Play')
  await user.unhover(getSlider())
  await passMs(5100)
  expect(getShownSlide()).toMatch(/^2 of 4/)
})

test('slider and sample feed do not move with reduced motion', async () => {
  prefersReducedMotion = true
  await renderWithProviders(
    <>
      <OfferSlider />
      <SampleFeed />
    </>,
    { texts: ['landing'] },
  )
  const before = listRows()
  expect(screen.getAllByRole('button', { name: 'Play' })).toHaveLength(2)
  await passMs(30_000)
  expect(getShownSlide()).toMatch(/^1 of 4/)
  expect(listRows()).toEqual(before)
})

test('the sample feed has 30 rows, 21 in profit, moves on, and is labelled as sample data', async () => {
  await renderWithProviders(<SampleFeed />, { texts: ['landing'] })
  const before = listRows()
  expect(before).toHaveLength(30)
  expect(before.filter((row) => row.includes('Profit'))).toHaveLength(21)
  expect(before.filter((row) => /Loss.*−\$/s.test(row))).toHaveLength(9)
  expect(screen.getByText('Sample data')).toBeInstanceOf(HTMLElement)
  await passMs(4100)
  expect(listRows()[0]).toBe(before.at(-1))
  expect(listRows()).toHaveLength(30)
})
