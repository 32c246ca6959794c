// @vitest-environment jsdom
import { type Offer, offersCalls } from '@tradefront/contract/offers'
import { pagesCalls } from '@tradefront/contract/pages'
import { profileCalls } from '@tradefront/contract/profile'
import { promoCalls } from '@tradefront/contract/promo'
import type { Bootstrap } from '@tradefront/contract/settings'
import { act, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { syncServerClock } from '../../platform/clock.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { BitcoinSuggestion } from './bitcoin-suggestion.tsx'
import { OfferHost } from './offer-host.tsx'
import { PartnerRiskDialog } from './partner-risk-dialog.tsx'

const now = Date.UTC(2026, 10, 21)
const limited: Offer = {
  name: 'limited',
  ends_at: now + 180_000,
  percent: 40,
  promo: 'SECOND',
  min_deposit: 250,
  turnover_factor: 30,
  promo_ends_at: null,
}
const riskFree: Offer = { ...limited, name: 'risk_free', promo: 'AGAIN', ends_at: now + 3_600_000 }

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

async function renderElement(
  element: React.ReactNode,
  options: {
    bootstrap?: Partial<Bootstrap>
    accept?: CallHandler
    listOffers?: CallHandler
    ignore?: CallHandler
    stored?: object | null
    locale?: 'en' | 'ru'
  } = {},
) {
  syncServerClock(now)
  const bodies = stubCalls([
    [promoCalls.storeOfferPromoCode, options.accept ?? (() => ({ json: { return: true } }))],
    [offersCalls.ignoreOffer, options.ignore ?? (() => ({ json: { return: true } }))],
    [
      promoCalls.listBonuses,
      () => ({ json: { return: true, stored: options.stored ?? null, waiting: null, refused: null, bonuses: [] } }),
    ],
    [offersCalls.listOffers, options.listOffers ?? (() => ({ json: { return: true, offers: [], now } }))],
    [profileCalls.getUser, () => ({ json: { return: true, user: testUser } })],
    [{ ...pagesCalls.getFragment, path: '/api/ag/modal_risk' }, () => ({ status: 404, json: {} })],
    [{ ...pagesCalls.getFragment, path: '/api/ag/modal_bitcoin' }, () => ({ status: 404, json: {} })],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const events: unknown[] = []
  for (const name of ['offer:accept', 'offer:ignore', 'offer:ignore-top'] as const)
    onTestFinished(eventBus.on(name, (event) => events.push([name, event.name])))
  const screen = await act(() =>
    renderWithProviders(element, {
      texts: ['offers', 'promo'],
      bootstrap: { now, ...options.bootstrap },
      locale: options.locale ?? 'en',
    }),
  )
  return { ...screen, bodies, toasts, events, user: userEvent.setup() }
}

const showOffers = async (offers: Offer[], options: Parameters<typeof renderElement>[1] = {}) => {
  const onOpenFunding = vi.fn<() => void>()
  const screen = await renderElement(<OfferHost onOpenFunding={onOpenFunding} />, {
    ...options,
    bootstrap: { offers, ...options.bootstrap },
  })
  return { ...screen, onOpenFunding }
}

test('an offer shows its terms and the time that is left', async () => {
  const { findByRole, getByText, getByRole } = await showOffers([limited])
  await findByRole('dialog', { name: 'A bonus for your second deposit' })
  getByText('A bonus of 40% of your next deposit, if you deposit €250 or more.')
  getByText('Before you can withdraw the bonus, you must trade 30 times its amount.')
  expect(getByRole('timer').textContent).toMatch(/^The offer ends in (3:00|2:59)\.$/)
})

test('accepting an offer stores its code and opens the funding page', async () => {
  const { findByRole, bodies, events, toasts, user, onOpenFunding, queryByRole } = await showOffers([riskFree])
  await user.click(await findByRole('button', { name: 'Save the bonus' }))
  await waitFor(() => expect(onOpenFunding).toHaveBeenCalledOnce())
  expect(bodies.get(promoCalls.storeOfferPromoCode)).toEqual([{ promo: 'AGAIN' }])
  expect(bodies.get(profileCalls.getUser), 'the try counter has changed').toHaveLength(1)
  expect(events).toEqual([['offer:accept', 'risk_free']])
  expect(toasts).toEqual(['The bonus is saved for your next deposit.'])
  await waitFor(() => expect(queryByRole('dialog')).toBeNull())
})

test('an offer that has ended in the meantime says so', async () => {
  const refusal = { return: false, error: 'offers.over', message: 'This offer has ended.' }
  const { findByRole, events, toasts, user, onOpenFunding } = await showOffers([limited], {
    accept: () => ({ json: refusal }),
  })
  await user.click(await findByRole('button', { name: 'Save the bonus' }))
  await waitFor(() => expect(toasts).toEqual(['This offer has ended.']))
  expect(events).toEqual([])
  expect(onOpenFunding).not.toHaveBeenCalled()
})

test.each([
  ['No, thank you', 'offer:ignore', 0],
  ['Close', 'offer:ignore', 0],
  ['Add funds without it', 'offer:ignore-top', 1],
])('“%s” dismisses the offer for good with the event %s', async (label, event, opens) => {
  const { findByRole, bodies, events, user, onOpenFunding, queryByRole } = await showOffers([limited])
  await user.click(await findByRole('button', { name: label }))
  expect(events).toEqual([[event, 'limited']])
  expect(bodies.get(offersCalls.ignoreOffer)).toEqual([{ name: 'limited' }])
  expect(bodies.get(promoCalls.storeOfferPromoCode)).toEqual([])
  expect(onOpenFunding).toHaveBeenCalledTimes(opens)
  await waitFor(() => expect(queryByRole('dialog')).toBeNull())
})

test('Escape dismisses an offer', async () => {
  const { findByRole, events, user } = await showOffers([limited])
  await findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(events).toEqual([['offer:ignore', 'limited']])
})

test('an offer whose time is over acts as ignored, without a call', async () => {
  const { findByRole, bodies, events, queryByRole } = await showOffers([{ ...limited, ends_at: now + 2_500 }])
  await findByRole('dialog')
  await waitFor(() => expect(queryByRole('dialog')).toBeNull())
  expect(events).toEqual([['offer:ignore', 'limited']])
  expect(bodies.get(offersCalls.ignoreOffer)).toEqual([])
})

test('an offer shows the end of its code, and which saved code it replaces', async () => {
  const stored = { ...limited, code: 'SPRING', currency: 'EUR', amount: null, ends_at: null, refusal: null }
  const { findByText, getByText } = await showOffers([{ ...limited, promo_ends_at: now + 86_400_000 }], { stored })
  await findByText('It replaces the saved code SPRING.')
  getByText(/^The code ends on November 22, 2026/)
})

test('an offer whose dismissal was lost stays away, and is dismissed again', async () => {
  const ignore = () => {
    throw new Error('no network')
  }
  const first = await showOffers([riskFree], { ignore })
  await first.user.click(await first.findByRole('button', { name: 'No, thank you' }))
  first.unmount()
  const again = await showOffers([riskFree])
  await waitFor(() => expect(again.bodies.get(offersCalls.ignoreOffer)).toEqual([{ name: 'risk_free' }]))
  expect(again.queryByRole('dialog')).toBeNull()
})

test('after sleep the time of an offer comes from the server, and a past one ends it', async () => {
  const listOffers = () => ({ json: { return: true, offers: [], now: now + 200_000 } })
  const { findByRole, queryByRole, bodies } = await showOffers([limited], { listOffers })
  await findByRole('dialog')
  // performance.now() stops while a device sleeps.
  const wake = Date.now() + 200_000
  vi.spyOn(Date, 'now').mockImplementation(() => wake)
  onTestFinished(() => void vi.restoreAllMocks())
  await waitFor(() => expect(queryByRole('dialog')).toBeNull())
  expect(bodies.get(offersCalls.listOffers)).toHaveLength(1)
})

test('a hidden tab does not ask for offers until it is looked at', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const { findByRole, bodies } = await showOffers([], {
    bootstrap: { user: { ...testUser, finCreditTurnover: 1000 } },
    listOffers: () => ({ json: { return: true, offers: [limited], now } }),
  })
  expect(bodies.get(offersCalls.listOffers)).toEqual([])
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await findByRole('dialog')
  expect(bodies.get(offersCalls.listOffers)).toHaveLength(1)
})

test('after a deposit the server is asked, which starts the limited offer', async () => {
  const { findByRole, bodies } = await showOffers([], {
    bootstrap: { user: { ...testUser, finCreditTurnover: 1000 } },
    listOffers: () => ({ json: { return: true, offers: [limited], now } }),
    locale: 'ru',
  })
  await findByRole('dialog', { name: 'Бонус ко второму пополнению' })
  expect(bodies.get(offersCalls.listOffers)).toHaveLength(1)
})

test('the server is also asked for a trader who has only traded a bonus, which starts the risk-free offer', async () => {
  const { findByRole } = await showOffers([], {
    bootstrap: { user: { ...testUser, tr_count: 1 } },
    listOffers: () => ({ json: { return: true, offers: [riskFree], now } }),
  })
  await findByRole('dialog', { name: 'An offer for you' })
})

test('without a deposit or a trade the server is not asked', async () => {
  const { bodies } = await showOffers([])
  expect(bodies.get(offersCalls.listOffers)).toEqual([])
})

const suggest = async (user: Partial<Bootstrap['user']> = {}, locale: 'en' | 'ru' = 'en') => {
  const onDeposit = vi.fn<() => void>()
  const screen = await renderElement(<BitcoinSuggestion onDeposit={onDeposit} />, {
    locale,
    bootstrap: { user: { ...testUser, ...user } },
  })
  return { ...screen, onDeposit }
}

test.each([
  ['en', 'Why Bitcoin?', 'Deposit by Bitcoin'],
  ['ru', 'Почему биткоин?', 'Пополнить биткоинами'],
] as const)('bitcoin is suggested once a day in %s, with its explanation', async (locale, why, go) => {
  const { findByRole, user, onDeposit, unmount } = await suggest({}, locale)
  await user.click(await findByRole('button', { name: why }))
  await user.click(await findByRole('button', { name: go }))
  expect(onDeposit).toHaveBeenCalledOnce()
  unmount()
  const again = await suggest()
  expect(again.queryByRole('dialog')).toBeNull()
})

test.each([
  ['after a bitcoin deposit', { btc_deposit: true }, false],
  ['to a practice account', { practice: true }, false],
  ['in the session of the registration', {}, true],
])('bitcoin is not suggested %s', async (_when, user, isRegistered) => {
  if (isRegistered) registrationSession.start(testUser.email.toUpperCase())
  const { queryByRole } = await suggest(user)
  expect(queryByRole('dialog')).toBeNull()
})

test('bitcoin is not suggested over an invoice', async () => {
  location.hash = '#/show/funding/invoice/btc/6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
  onTestFinished(() => {
    location.hash = ''
  })
  const { queryByRole } = await suggest()
  expect(queryByRole('dialog')).toBeNull()
})

test.each([
  ['Deposit by Bitcoin', 'bitcoin'],
  ['Pay by card anyway', 'card'],
  ['Close', null],
])('a partner-risk trader who chooses the card is warned; “%s” chooses %s', async (label, method) => {
  const onAnswer = vi.fn<(method: string | null) => void>()
  const { findByRole, getByText, user } = await renderElement(<PartnerRiskDialog onAnswer={onAnswer} />)
  await findByRole('dialog', { name: 'Before you pay by card' })
  getByText(/a card payment may be checked manually/)
  await user.click(await findByRole('button', { name: label }))
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(method)
})
