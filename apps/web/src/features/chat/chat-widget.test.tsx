// @vitest-environment jsdom
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { ChatWidget } from './chat-widget.tsx'

test.each([
  [true, 'false'],
  [false, 'true'],
])('another page on a narrow screen (%s) leaves the chat open: %s', async (isNarrow, isOpen) => {
  stubBrowser()
  vi.stubGlobal('matchMedia', () => ({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  function Site() {
    const [page, setPage] = useState('home')
    return (
      <>
        <button onClick={() => setPage('funding')}>Add funds</button>
        <ChatWidget url="https://chat.example/chat" user={null} page={page} />
      </>
    )
  }
  const { findByRole } = await renderWithProviders(<Site />, { texts: ['chat'] })
  const button = await findByRole('button', { name: /chat/i })
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await findByRole('button', { name: 'Add funds' }))
  expect(button.getAttribute('aria-expanded')).toBe(isOpen)
})
