// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { PlatformFrame } from './platform-frame.tsx'

const url = 'https://platform.example/trade'

test('shows the other platform, and says so when it is slow', async () => {
  vi.useFakeTimers()
  const { getByTitle, getByLabelText, queryByText, getByText, queryByLabelText, getByRole } = await renderWithProviders(
    <PlatformFrame url={url} notices={<p>A notice</p>} />,
    { texts: ['trading'] },
  )
  expect(getByTitle('Trading platform').getAttribute('src')).toBe(url)
  expect(getByText('A notice')).toBeTruthy()
  expect(getByLabelText('Loading')).toBeTruthy()
  act(() => void vi.advanceTimersByTime(8000))
  expect(getByText(/taking longer than usual/)).toBeTruthy()
  expect(getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href')).toBe(url)
  fireEvent.load(getByTitle('Trading platform'))
  expect(queryByText(/taking longer than usual/)).toBe(null)
  expect(queryByLabelText('Loading')).toBe(null)
  vi.useRealTimers()
})
