// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { type BitcoinChoice, DayLimitDialog } from './limit-notices.tsx'

async function renderDialog(onBitcoin: BitcoinChoice | null, events: string[]) {
  const dialog = <DayLimitDialog onClose={() => events.push('close')} onBitcoin={onBitcoin} />
  return act(() => renderWithProviders(dialog, { texts: ['cards', 'offers'] }))
}

test('where bitcoin works, the day limit offers it: why, and the way to it', async () => {
  const events: string[] = []
  const { getByRole, getByText } = await renderDialog(
    { explain: () => events.push('explain'), deposit: () => events.push('deposit') },
    events,
  )
  expect(getByText(/^Dear client, due to safety reasons, your daily limit of 3 credit card transactions/)).toBeDefined()
  const user = userEvent.setup()
  await user.click(getByRole('button', { name: 'Why Bitcoin?' }))
  expect(events).toEqual(['close', 'explain'])
  await user.click(getByRole('button', { name: 'Deposit by Bitcoin' }))
  expect(events.slice(2)).toEqual(['close', 'deposit'])
})

test('where bitcoin does not work, the day limit does not name it', async () => {
  const { getAllByRole } = await renderDialog(null, [])
  expect(getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})
