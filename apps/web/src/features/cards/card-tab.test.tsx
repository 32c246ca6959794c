// @vitest-environment jsdom
import { cardsCalls } from '@tradefront/contract/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { promoCalls } from '@tradefront/contract/promo'
import { settingsCalls } from '@tradefront/contract/settings'
import { countries } from '@tradefront/rules/settings/countries'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { eventBus } from '../../platform/realtime/event-bus.ts'
import { useCurrentDialog } from '../../platform/dialogs.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { CardTab } from './card-tab.tsx'
import { cardPayment } from './payment/card-payment.ts'
import { WithAmount } from '../deposits/testing/with-amount.tsx'

const { saveCard, openDeposit, getCurrentDeposit, traceCascade } = cardsCalls

const now = Date.UTC(2026, 10, 21)
const listed = countries.filter(({ iso }) => ['CH', 'DE', 'FR'].includes(iso))
const overview: Overview = {
  deposit: null,
  recent: [],
  card: null,
  savedCards: [],
  isCardLimited: false,
  cardLimitedUntilMs: null,
  isLimitAccepted: false,
  depositsLeftToday: 3,
}
const refuseDeposit: CallHandler = () => ({
  json: { return: false, error: 'cards.limit', message: 'No deposit today', deposit: null },
})
const acceptCard: CallHandler = () => ({ json: { return: true, card: null } })

beforeEach(stubBrowser)

function CurrentDialog() {
  const dialog = useCurrentDialog()
  return dialog === null ? null : <p>{dialog.body}</p>
}

async function renderTab(
  handleSave: CallHandler,
  handleDeposit = refuseDeposit,
  shown = overview,
  dayLimit = 3,
  findStored: () => object | null = () => null,
) {
  const bodies = stubCalls([
    [
      settingsCalls.getBootstrap,
      () => ({ json: { ...testBootstrap, return: true, countries: listed, currencies: [] } }),
    ],
    [saveCard, handleSave],
    [openDeposit, handleDeposit],
    [traceCascade, () => ({ json: { return: true } })],
    [
      promoCalls.listBonuses,
      () => ({ json: { return: true, stored: findStored(), waiting: null, refused: null, bonuses: [] } }),
    ],
    [{ ...traceCascade, path: '/api/card/fast/pfs' }, () => new Promise(() => {})],
    [
      getCurrentDeposit,
      () => ({
        json: {
          return: true,
          deposit: null,
          recent: [],
          card: null,
          savedCards: [],
          depositsLeftToday: 3,
          isCardLimited: false,
          cardLimitedUntilMs: null,
          isLimitAccepted: false,
        },
      }),
    ],
  ])
  const tab = (
    <>
      <WithAmount method="card">
        {(amountForm) => <CardTab overview={shown} amountForm={amountForm} returnedFrom={null} />}
      </WithAmount>
      <CurrentDialog />
    </>
  )
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  // The form waits for the countries.
  const screen = await act(() =>
    renderWithProviders(tab, {
      texts: ['cards', 'deposits', 'promo'],
      // The trader of the test is from Switzerland.
      bootstrap: { now, country: 'DE', settings: { ...testBootstrap.settings, cardDayLimit: dayLimit } },
    }),
  )
  const user = userEvent.setup()
  const number = shown.card === null ? await screen.findByLabelText('Card number') : screen.container
  const fill = async (): Promise<void> => {
    await user.click(number)
    await user.paste('4242424242424242')
    await user.click(screen.getByLabelText('Name on the card'))
    await user.paste('Ada Lovelace')
    await user.click(screen.getByLabelText('Expiry date'))
    await user.paste('12/41')
    await user.click(screen.getByLabelText('Security code'))
    await user.paste('123')
  }
  return {
    ...screen,
    user,
    number,
    fill,
    toasts,
    saved: bodies.get(saveCard) ?? [],
    opened: bodies.get(openDeposit) ?? [],
    traced: bodies.get(traceCascade) ?? [],
  }
}

const stored = {
  code: 'SPRING',
  currency: 'EUR',
  percent: 30,
  amount: null,
  minDeposit: 500,
  turnoverFactor: 30,
  releaseFactor: 1,
  endsAtMs: null,
  refusal: null,
}
const over = { ...stored, refusal: { reason: 'promo.ended', message: 'This promo code has ended.' } }

test('a stored promo code that cannot be used any more is not promised', async () => {
  const { user, getByRole, findByText, queryByText, fill, opened } = await renderTab(
    acceptCard,
    refuseDeposit,
    overview,
    3,
    () => over,
  )
  await fill()
  expect(queryByText(/SPRING/)).toBeNull()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('No deposit today')
  expect(opened).toEqual([{ amount: 1000, fixed: 1, bonus: 0 }])
})

test('a stored promo code that ends before the payment stops it with the reason, once', async () => {
  let current = stored
  const { user, getByRole, findByRole, findByText, queryByRole, fill, saved, opened } = await renderTab(
    acceptCard,
    refuseDeposit,
    overview,
    3,
    () => current,
  )
  await findByRole('radio', { name: /^Only promo code SPRING/ })
  await fill()
  current = over as never
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('This promo code has ended. Nothing has been done yet. Check what you get, then continue.')
  expect([saved, opened]).toEqual([[], []])
  expect(queryByRole('radio', { name: /SPRING/ })).toBeNull()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('No deposit today')
  expect(opened).toEqual([{ amount: 1000, fixed: 1, bonus: 0 }])
})

test('a stored promo code is chosen, shown with its turnover, and paid without the bonus of the amount', async () => {
  const { user, getByRole, findByRole, findByText, fill, opened } = await renderTab(
    acceptCard,
    refuseDeposit,
    overview,
    3,
    () => stored,
  )
  const radio = (await findByRole('radio', { name: /^Only promo code SPRING/ })) as HTMLInputElement
  expect(radio.checked).toBe(true)
  await findByText(
    '€300 on top. Stake €9,000 of your own money in total, and up to €300 of the bonus money becomes your cash.',
  )
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('No deposit today')
  expect(opened).toEqual([{ amount: 1000, fixed: 0, bonus: 0 }])
})

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
  expect(saved, 'a card is saved only by choice').not.toMatchObject([{ keep: true }])
  expect(opened).toEqual([{ amount: 1000, fixed: 1, bonus: 0 }])
})

test('a card is saved if the trader ticks it', async () => {
  const { user, getByRole, fill, saved, findByText } = await renderTab(acceptCard)
  await fill()
  await user.click(getByRole('checkbox', { name: /^Save this card for next time/ }))
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('No deposit today')
  expect(saved).toMatchObject([{ keep: true }])
})

test('asks to fill in the required fields only if one is empty', async () => {
  const { user, getByRole, getByLabelText, findByText, number, fill, toasts } = await renderTab(acceptCard)
  await fill()
  await user.clear(number)
  await user.click(number)
  await user.paste('4242424242424241')
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('This card number isn’t valid. Check for a typo.')
  await user.clear(getByLabelText('Name on the card'))
  await user.paste(`Ada ${'Lovelace'.repeat(10)}`)
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('This name is too long.')
  expect(toasts).toEqual([])
  await user.clear(getByLabelText('Name on the card'))
  await user.click(getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(toasts).toEqual(['Please fill in the marked fields.']))
  const dismissed: string[] = []
  connectToaster({ show: () => undefined, dismiss: (id) => dismissed.push(id) })
  await user.type(getByLabelText('Name on the card'), 'A')
  expect(dismissed).toEqual(['cards-fill'])
})

test('an amount that cannot be read shows no bonus of $0, and the button says what to do', async () => {
  const { user, getByLabelText, getByRole, findByText, queryByText } = await renderTab(acceptCard)
  await user.clear(getByLabelText('Amount'))
  await user.paste('a lot')
  await findByText('Enter an amount to see the bonus and its turnover.')
  expect(queryByText(/\$0/)).toBe(null)
  expect(getByRole('button', { name: 'Check the amount' })).toHaveProperty('disabled', true)
})

test('an incomplete card is not sent and its first invalid field gets the focus', async () => {
  const { user, getByRole, number, saved } = await renderTab(acceptCard)
  await user.click(getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(document.activeElement).toBe(number))
  expect(number.getAttribute('aria-invalid')).toBe('true')
  expect(saved).toEqual([])
})

test('number and expiry are checked as soon as they are whole, and other fields when they are left', async () => {
  const { user, number, getByLabelText, findByText, queryByText } = await renderTab(acceptCard)
  await user.type(number, '424242424242424')
  expect(queryByText(/isn’t valid/), 'one digit is missing').toBeNull()
  await user.type(number, '1')
  await findByText('This card number isn’t valid. Check for a typo.')
  expect(queryByText('Please fill this in.'), 'the empty code').toBeNull()
  await user.type(getByLabelText('Expiry date'), '12/20')
  expect(queryByText('This card has expired.'), 'the start of 2041').toBeNull()
  await user.type(getByLabelText('Expiry date'), '18')
  await findByText('This card has expired.')
  await user.clear(getByLabelText('Expiry date'))
  await user.type(getByLabelText('Expiry date'), '1')
  await user.tab()
  await findByText(/^Enter the month and year on the card/)
  await user.type(getByLabelText('Security code'), '12')
  expect(queryByText('Enter three or four digits.'), 'while it is typed').toBeNull()
  await user.tab()
  await findByText('Enter three or four digits.')
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

test('the expiry is empty, and the country is the one of the profile', async () => {
  const { findByLabelText, getByText, getByRole, user } = await renderTab(acceptCard)
  expect(await findByLabelText('Expiry date')).toHaveProperty('value', '')
  getByText('The card is from Switzerland.')
  await user.click(getByRole('button', { name: /^Change/ }))
  expect(getByRole('combobox', { name: 'Country of the card' })).toHaveProperty('value', 'Switzerland')
})

test('browsers and password managers can fill the fields', async () => {
  const { container, getByRole, user } = await renderTab(acceptCard)
  await user.click(getByRole('button', { name: /^Change/ }))
  const names = [...container.querySelectorAll('form [autocomplete]')].map((field) =>
    field.getAttribute('autocomplete'),
  )
  expect(names).toEqual(expect.arrayContaining(['cc-number', 'cc-name', 'cc-exp', 'cc-csc', 'billing country-name']))
})

test('the form shows the type of the card while its number is typed', async () => {
  const { user, number, findByText } = await renderTab(acceptCard)
  await user.click(number)
  await user.paste('4242')
  await findByText('Visa')
  await user.clear(number)
  await user.paste('5555 5555')
  await findByText('Mastercard')
})

test.each<[string, CallHandler]>([
  ['the error page of a proxy', () => brokenReply],
  [
    'an internal error',
    () => ({
      status: 500,
      json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' },
    }),
  ],
  [
    'no connection',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('%s instead of saving the card is a response error, in plain words too', async (_what, handleSave) => {
  const { user, getByRole, findByText, fill, opened } = await renderTab(handleSave)
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText(
    'No answer has arrived. Check your connection and try again. You are never charged twice for one payment.',
  )
  expect(opened).toEqual([])
})

test('a refused payment without processors is explained', async () => {
  const { user, getByRole, findByText, fill } = await renderTab(acceptCard, () => ({
    json: { return: false, error: 'cards.no_processors', message: 'Not isset processors!', deposit: null },
  }))
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await findByText('Card payments are not available right now. Please try again later; nothing was charged.')
})

test('the trace of a processor has the cascade of the deposit', async () => {
  const deposit = {
    id: 'd-1',
    receipt_number: 'R',
    state: 'open',
    amount: 1000,
    currency: 'USD',
    bonus: 0,
    fixed: 1,
    bonus_amount: 0,
    turnover_required: 0,
    card: null,
    invoice: null,
    step: null,
    next: 'PFS',
    tried: [],
    redirected_by: [],
    cascade: ['PFS'],
    reason: null,
    message: null,
    credited: null,
    refund: null,
    balance: null,
    created_at: 1,
    ended_at: null,
  }
  const { user, getByRole, fill, traced } = await renderTab(acceptCard, () => ({ json: { return: true, deposit } }))
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await waitFor(() => expect(traced).toEqual([{ worker: 'PFS', cascade: 'PFS', cascade_exec: 'PFS' }]))
  act(() => cardPayment.dismiss())
})

test.each([
  [false, ['Use another card', 'Wait', 'Continue with this card']],
  [true, ['Use another card']],
])('a limited card says until when, and with the limit accepted (%s) offers %j', async (isLimitAccepted, names) => {
  const card = { id: 'c-1', brand: 'visa', last4: '4242', month: '12', year: '2035', country: 'AU', state: null }
  const { container, findByText } = await renderTab(acceptCard, refuseDeposit, {
    ...overview,
    card: { ...card, firstName: 'Ada', lastName: 'Lovelace' },
    isCardLimited: true,
    cardLimitedUntilMs: now + 3_600_000,
    isLimitAccepted,
  })
  await findByText(/You can pay with this card again from \w+day/)
  const buttons = [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
  for (const name of ['Use another card', 'Wait', 'Continue with this card'])
    expect(buttons.includes(name)).toBe(names.includes(name))
})

const visa = {
  id: 'c-1',
  brand: 'visa',
  last4: '1629',
  month: '12',
  year: '2035',
  country: 'AU',
  state: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  limitedUntilMs: null,
}
const mastercard = { ...visa, id: 'c-2', brand: 'mastercard', last4: '4444' }

function createFailedDeposit(changes: Partial<Deposit> = {}): Deposit {
  return {
    id: 'd-1',
    receiptNumber: 'R',
    state: 'failed',
    amount: 2500,
    currency: 'EUR',
    bonus: 1,
    fixed: 0,
    bonusAmount: 0,
    wageringRequired: 0,
    card: { brand: 'visa', last4: '1629' },
    invoice: null,
    step: null,
    next: null,
    tried: ['ORANGE'],
    redirectedBy: ['ORANGE'],
    cascade: ['ORANGE'],
    reason: 'cascade_card.failed',
    message: null,
    credited: null,
    refund: null,
    balance: null,
    createdAtMs: now,
    endedAtMs: now,
    ...changes,
  }
}

/** Renders the tab as after a return from the bank's page. */
async function renderFailedPayment(shown: Overview, changes?: Partial<Deposit>, dayLimit?: number) {
  const failed = createFailedDeposit(changes)
  const screen = await renderTab(acceptCard, refuseDeposit, { ...shown, card: shown.savedCards[0] ?? null }, dayLimit)
  act(() => cardPayment.resumePayment({ deposit: null, recent: [failed] }, failed.id))
  await screen.findByText('Reference')
  return screen
}

test('a payment that succeeded before the page was back refreshes the balance of the header', () => {
  const updates: unknown[] = []
  onTestFinished(eventBus.on('user:update', (event) => updates.push(event)))
  const resume = (state: 'failed' | 'succeeded') => {
    const ended = createFailedDeposit({ id: `d-${state}`, state })
    cardPayment.resumePayment({ deposit: null, recent: [ended] }, ended.id)
    cardPayment.dismiss()
  }
  resume('failed')
  expect(updates).toEqual([])
  resume('succeeded')
  expect(updates).toEqual([undefined])
})

test('the declined card can be tried again only if it is saved, and is then selected', async () => {
  const { user, getByRole, queryByRole } = await renderFailedPayment({ ...overview, savedCards: [mastercard, visa] })
  await user.click(getByRole('button', { name: 'Try this card again' }))
  expect(getByRole('radio', { name: /1629/ })).toHaveProperty('checked', true)
  act(() => {
    const other = createFailedDeposit({ id: 'd-2', card: { brand: 'visa', last4: '9999' } })
    cardPayment.resumePayment({ deposit: null, recent: [other] }, other.id)
  })
  getByRole('button', { name: 'Use another card' })
  expect(queryByRole('button', { name: 'Try this card again' })).toBe(null)
  act(() => cardPayment.dismiss())
})

test('without enough money on the card another amount is proposed', async () => {
  const { user, getByRole, getByLabelText, queryByRole } = await renderFailedPayment(overview, {
    message: 'Not sufficient funds',
  })
  await user.click(getByRole('button', { name: 'Choose another amount' }))
  await waitFor(() => expect(document.activeElement).toBe(getByLabelText('Amount')))
  expect(queryByRole('button', { name: 'Choose another amount' })).toBe(null)
})

test('after the day limit no card is proposed, and Pay is disabled', async () => {
  const failed = { reason: 'cards.day_limit', createdAtMs: now } as const
  const shown = { ...overview, savedCards: [visa], recent: [createFailedDeposit(failed)] }
  const { user, getByRole, getAllByRole, queryByRole } = await renderFailedPayment(shown, failed)
  const dialog = getByRole('alertdialog', { name: 'No card payment left today' })
  expect(dialog.textContent).not.toContain('tomorrow')
  await user.keyboard('{Escape}')
  expect(queryByRole('button', { name: 'Use another card' })).toBe(null)
  expect(queryByRole('button', { name: 'Try this card again' })).toBe(null)
  await user.click(getAllByRole('button', { name: 'Close' })[0] ?? expect.fail('no button'))
  expect(getByRole('button', { name: /^Pay €/ })).toHaveProperty('disabled', true)
})

test('the day limit in the dialog and in the details comes from the settings', async () => {
  const failed = { reason: 'cards.day_limit' } as const
  const { findAllByText } = await renderFailedPayment(overview, failed, 7)
  expect(await findAllByText(/your daily limit of 7 credit card transactions per day/)).toHaveLength(2)
  act(() => cardPayment.dismiss())
})

test('a declined card that was typed stays in the form to be tried again', async () => {
  const deposit = {
    id: 'd-3',
    receipt_number: 'R',
    state: 'failed',
    amount: 1000,
    currency: 'EUR',
    bonus: 0,
    fixed: 1,
    bonus_amount: 0,
    turnover_required: 0,
    card: { brand: 'visa', last4: '4242' },
    invoice: null,
    step: null,
    next: null,
    tried: ['ORANGE'],
    redirected_by: [],
    cascade: ['ORANGE'],
    reason: 'cards.declined',
    message: 'Declined',
    credited: null,
    refund: null,
    balance: null,
    created_at: 1,
    ended_at: 2,
  }
  const { user, getByRole, fill, findByRole, number } = await renderTab(acceptCard, () => ({
    json: { return: true, deposit },
  }))
  await fill()
  await user.click(getByRole('button', { name: /^Pay/ }))
  await user.click(await findByRole('button', { name: 'Try this card again' }))
  expect(number).toHaveProperty('value', '4242 4242 4242 4242')
})

test.each([
  ['cascade_card.failed', /^Your bank approved payment R late\./],
  ['deposits.other_amount', /^The bank charged a different amount than you chose for payment R\./],
] as const)('late money of a payment that failed with %s says why', async (reason, text) => {
  const changes = { reason, refund: 'offered', credited: { cash: 2400, bonus: 0 } } as const
  const { findByText } = await renderFailedPayment(overview, changes)
  await findByText(text)
  act(() => cardPayment.dismiss())
})

test('while the processor is awaited, the message has a plain sentence too', async () => {
  const { toasts } = await renderTab(acceptCard)
  const step = { processor: 'ORANGE', state: 'pending', action: null, transactionId: 't' } as const
  const waiting = createFailedDeposit({
    id: 'd-4',
    state: 'processing',
    reason: null,
    endedAtMs: null,
    step: { ...step, startedAtMs: now, deadlineAtMs: null },
  })
  act(() => cardPayment.resumePayment({ deposit: waiting, recent: [] }, waiting.id))
  await waitFor(() =>
    expect(toasts).toContain(
      'We are waiting for the payment processor’s answer. It can take a minute or two. You don’t need to do anything.',
    ),
  )
  act(() => cardPayment.dismiss())
})
