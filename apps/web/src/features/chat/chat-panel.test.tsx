// @vitest-environment jsdom
import { chatCalls } from '@tradefront/contract/chat'
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { ChatPanel } from './chat-panel.tsx'

const url = 'https://chat.example/chat'

beforeEach(() => {
  stubBrowser()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function openPanel(user: { readonly balance: number } | null, handleToken: CallHandler = () => ({ json: {} })) {
  const bodies = stubCalls([
    [chatCalls.issueToken, handleToken],
    [chatCalls.reportShownBalance, () => ({ json: { return: true } })],
  ])
  const unread: number[] = []
  history.replaceState(null, '', '/en/login')
  const panel = (
    <ChatPanel url={url} user={user} isOpen onClose={() => undefined} onUnread={(count) => void unread.push(count)} />
  )
  const screen = await act(() => renderWithProviders(panel, { texts: ['chat'] }))
  const findFrame = async () => (await screen.findByTitle('Chat with support')) as HTMLIFrameElement
  const greetings: unknown[] = []
  return {
    ...screen,
    greetings,
    unread,
    findFrame,
    reported: bodies.get(chatCalls.reportShownBalance) ?? [],
    user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }),
    /** Posts a message as the vendor's page. */
    post: async (message: object) => {
      const source = (await findFrame()).contentWindow
      if (source !== null) source.postMessage = (sent: unknown) => void greetings.push(sent)
      const data = { chat: true, ...message }
      await act(async () => {
        window.dispatchEvent(new MessageEvent('message', { data, origin: new URL(url).origin, source }))
        await vi.advanceTimersByTimeAsync(0)
      })
    },
  }
}

test('a vendor that does not answer is reported, with a link to the contact form and another try', async () => {
  const screen = await openPanel(null)
  await screen.findFrame()
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect((await screen.findByRole('alert')).textContent).toContain('The chat is not responding')
  expect(screen.getByRole('link', { name: 'Send a message' }).getAttribute('href')).toBe('/en/show/contacts')
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.post({ type: 'ready' })
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.greetings).toContainEqual(expect.objectContaining({ type: 'hello', token: null, locale: 'en' }))
})

test('the vendor gets a token of the server, and the balance that the trader sees once there is a conversation', async () => {
  const screen = await openPanel({ balance: 47.5 }, () => ({ json: { return: true, token: 'signed' } }))
  await screen.post({ type: 'ready' })
  await vi.waitFor(() =>
    expect(screen.greetings).toContainEqual(expect.objectContaining({ type: 'hello', token: 'signed' })),
  )
  expect(screen.reported).toEqual([])
  await screen.post({ type: 'opened', conversation: 'c-1' })
  await vi.waitFor(() => expect(screen.reported).toEqual([{ balance: 47.5 }]))
  await screen.post({ type: 'unread', count: 2 })
  expect(screen.unread).toEqual([2])
})

test('a token that the server does not issue is reported like a silent vendor', async () => {
  const screen = await openPanel({ balance: 0 }, () => ({ status: 500, json: {} }))
  await screen.post({ type: 'ready' })
  await screen.findByRole('alert')
})
