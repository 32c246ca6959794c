// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { type BitcoinChoice, DayLimitDialog } from './limit-notices.tsx'

async function renderDialog(onBitcoin: BitcoinChoice | null, events: string[], locale: 'en' | 'ru' = 'en') {
  const dialog = <DayLimitDialog onClose={() => events.push('close')} onBitcoin={onBitcoin} />
  return act(() => renderWithProviders(dialog, { texts: ['cards', 'offers'], locale }))
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

test('where bitcoin does not work, the day limit does not name it', async () => {
  const { getAllByRole } = await renderDialog(null, [])
  expect(getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})
