// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import { profileCalls } from '@tradefront/contract/profile'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { brokenReply, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { type BitcoinChoice, DayLimitDialog, FailLimitNotice } from './limit-notices.tsx'

async function renderDialog(onBitcoin: BitcoinChoice | null, events: string[], locale: 'en' | 'ru' = 'en') {
  const dialog = <DayLimitDialog onClose={() => events.push('close')} onBitcoin={onBitcoin} />
  return act(() => renderWithProviders(dialog, { texts: ['cards', 'deposits', 'offers'], locale }))
}

test.each([
  [
    'en',
    'Dear client, due to safety reasons, your daily limit of 3 credit card transactions per day is exceeded.',
    ['Why Bitcoin?', 'Deposit by Bitcoin'],
  ],
  [
    'ru',
    'Уважаемый клиент, в целях безопасности разрешено не более 3 платежей картой в день, и этот предел достигнут.',
    ['Почему биткоин?', 'Пополнить биткоинами'],
  ],
] as const)(
  'where bitcoin works, the day limit offers it in %s: why, and the way to it',
  async (locale, text, [why, go]) => {
    const events: string[] = []
    const { getByRole, getByText } = await renderDialog(
      { explain: () => events.push('explain'), deposit: () => events.push('deposit') },
      events,
      locale,
    )
    expect(getByText((content) => content.startsWith(text))).toBeDefined()
    const user = userEvent.setup()
    await user.click(getByRole('button', { name: why }))
    expect(events).toEqual(['close', 'explain'])
    await user.click(getByRole('button', { name: go }))
    expect(events.slice(2)).toEqual(['close', 'deposit'])
  },
)

test('a failed answer to the limit of failed payments is shown and can be repeated', async () => {
  const isAnswered = { current: false }
  const bodies = stubCalls([
    [cardsCalls.ignoreFailLimit, () => (isAnswered.current ? { json: { return: true } } : brokenReply)],
    [profileCalls.getUser, () => ({ json: { return: true, user: testUser } })],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const notice = <FailLimitNotice untilMs={Date.UTC(2026, 10, 22)} isAccepted={false} onOtherCard={() => undefined} />
  const { getByRole } = await renderWithProviders(notice, { texts: ['cards', 'deposits'] })
  const user = userEvent.setup()
  await user.click(getByRole('button', { name: 'Continue with this card' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  isAnswered.current = true
  await user.click(getByRole('button', { name: 'Continue with this card' }))
  await waitFor(() => expect(bodies.get(cardsCalls.ignoreFailLimit)).toHaveLength(2))
  expect(toasts).toEqual([expect.stringMatching(/^No answer has arrived/)])
})

test('where bitcoin does not work, the day limit does not name it', async () => {
  const { getAllByRole } = await renderDialog(null, [])
  expect(getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})
