// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import type { Overview } from '@tradefront/contract/domain/deposits'
import { settingsCalls } from '@tradefront/contract/settings'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { CardTab } from './card-tab.tsx'

const { saveCard, openDeposit, getCurrentDeposit } = cardsCalls

const now = Date.UTC(2026, 10, 21)
const overview: Overview = {
  ...{ deposit: null, recent: [], card: null, isCardLimited: false, cardLimitedUntilMs: null, isLimitAccepted: false },
  depositsLeftToday: 3,
}
const refuseDeposit: CallHandler = () => ({
  json: { return: false, error: 'cards.limit', message: 'No deposit today', deposit: null },
})
const acceptCard: CallHandler = () => ({ json: { return: true, card: null } })

beforeEach(() => {
  // jsdom does not have these.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
})

async function renderTab(handleSave: CallHandler) {
  const bodies = stubCalls([
    [settingsCalls.getBootstrap, () => ({ json: { ...testBootstrap, return: true, countries: [] } })],
    [saveCard, handleSave],
    [openDeposit, refuseDeposit],
    [
      getCurrentDeposit,
      () => ({
        json: {
          ...{ return: true, deposit: null, recent: [], card: null, left_today: 3 },
          ...{ limited: false, limited_until: null, limit_accepted: false },
        },
      }),
    ],
  ])
  const tab = <CardTab overview={overview} returnedFrom={null} />
  // The form waits for the countries.
  const screen = await act(() => renderWithProviders(tab, { texts: ['cards'], bootstrap: { now } }))
  const user = userEvent.setup()
  const number = await screen.findByLabelText('Card number')
  const fill = async (): Promise<void> => {
    await user.click(number)
    await user.paste('4242424242424242')
    await user.click(screen.getByLabelText('Name on the card'))
    await user.paste('Ada Lovelace')
    // The last year, because January of the current year has expired.
    const year =
      screen.container.querySelector<HTMLSelectElement>('select[name="cc-exp-year"]') ?? expect.fail('no year')
    fireEvent.change(year, { target: { value: [...year.options].at(-1)?.value } })
    await user.click(screen.getByLabelText('Security code'))
    await user.paste('123')
  }
  return { ...screen, user, number, fill, saved: bodies.get(saveCard) ?? [], opened: bodies.get(openDeposit) ?? [] }
}

test('the pay button submits the card form, which does not contain the amount', async () => {
  const { user, getByLabelText, getByRole, number, fill, saved, opened, findByText } = await renderTab(acceptCard)
  const payButton = getByRole('button', { name: /^Pay/ })
  expect(payButton.getAttribute('type')).toBe('submit')
  expect(payButton.getAttribute('form')).toBe(number.closest('form')?.id)
  expect(getByLabelText('Amount').closest('form') === null).toBe(true)
  await fill()
  await user.click(payButton)
  await findByText('No deposit today')
  expect(saved).toMatchObject([{ cnu: '4242424242424242', fn: 'Ada', ln: 'Lovelace' }])
  expect(opened).toEqual([{ amount: 1000, fixed: 1, bonus: 0 }])
})

test('an incomplete card is not sent and its first invalid field gets the focus', async () => {
  const { user, getByRole, number, saved } = await renderTab(acceptCard)
  await user.click(getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(number.getAttribute('aria-invalid')).toBe('true')
  expect(saved).toEqual([])
})

test('a field that the server rejects shows the error', async () => {
  const { user, getByRole, findByText, getByLabelText, fill, opened } = await renderTab(() => ({
    status: 400,
    json: { return: false, error: 'errors.invalid', message: 'Check the form', fields: { fn: 'No such name' } },
  }))
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('No such name')
  await findByText('Check the form')
  expect(document.activeElement).toBe(getByLabelText('Name on the card'))
  expect(opened).toEqual([])
})

test('the reason for refusing a card is shown at its number', async () => {
  const { user, getByRole, findByText, number, fill } = await renderTab(() => ({
    json: { return: false, message: 'This card is refused', card: null },
  }))
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('This card is refused')
  expect(document.activeElement).toBe(number)
})

test('browsers and password managers can fill the fields', async () => {
  const { container } = await renderTab(acceptCard)
  const names = [...container.querySelectorAll('form [autocomplete]')].map((field) =>
    field.getAttribute('autocomplete'),
  )
  expect(names).toEqual(
    expect.arrayContaining(['cc-number', 'cc-name', 'cc-exp-month', 'cc-exp-year', 'cc-csc', 'billing country-name']),
  )
})
