// @vitest-environment jsdom
import { type Offer, offersCalls } from '@tradefront/contract/offers'
import { pagesCalls } from '@tradefront/contract/pages'
import { profileCalls } from '@tradefront/contract/profile'
import { promoCalls } from '@tradefront/contract/promo'
import type { Bootstrap } from '@tradefront/contract/settings'
import { act, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { syncServerClock } from '../../platform/clock.ts'
import { patchUser } from '../../platform/current-user.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { connectToaster } from '../../platform/toasts.ts'
import { BitcoinCard } from './bitcoin-card.tsx'
import { Offers } from './offers.tsx'
import { PartnerRiskDialog } from './partner-risk-dialog.tsx'

const now = Date.UTC(2026, 10, 21)
const waiting: Offer = {
  name: 'limited',
  endsAtMs: null,
  seconds: 180,
  openUntilMs: now + 86_400_000,
  percent: 40,
  code: 'SECOND',
  minDeposit: 250,
  turnoverFactor: 30,
  releaseFactor: 1,
  codeEndsAtMs: null,
}
const limited: Offer = { ...waiting, endsAtMs: now + 180_000 }
const riskFree: Offer = {
  name: 'risk_free',
  endsAtMs: now + 3_600_000,
  seconds: 3600,
  code: 'RISK-FREE',
  day: '2026-11-20',
  loss: 200.01,
  percent: 15,
  amount: 30,
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

async function renderElement(
  element: React.ReactNode,
  options: {
    bootstrap?: Partial<Bootstrap>
    accept?: CallHandler
    open?: CallHandler
    listOffers?: CallHandler
    ignore?: CallHandler
    stored?: object | null
    locale?: 'en' | 'ru'
  } = {},
) {
  syncServerClock(now)
  const bodies = stubCalls([
    [promoCalls.storeOfferPromoCode, options.accept ?? (() => ({ json: { return: true } }))],
    [offersCalls.openOffer, options.open ?? (() => ({ json: { return: true, offers: [limited], now } }))],
    [offersCalls.ignoreOffer, options.ignore ?? (() => ({ json: { return: true } }))],
    [offersCalls.dismissNotice, () => ({ json: { return: true } })],
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
    renderWithProviders(
      <main>
        <h1 tabIndex={-1}>Page</h1>
        {element}
      </main>,
      { texts: ['offers', 'promo'], bootstrap: { now, ...options.bootstrap }, locale: options.locale ?? 'en' },
    ),
  )
  return { ...screen, bodies, toasts, events, user: userEvent.setup() }
}

const showOffers = async (offers: Offer[], options: Parameters<typeof renderElement>[1] = {}) => {
  const onOpenFunding = vi.fn<() => void>()
  const screen = await renderElement(<Offers onOpenFunding={onOpenFunding} />, {
    ...options,
    bootstrap: { offers, user: testUser, ...options.bootstrap },
  })
  return { ...screen, onOpenFunding }
}
const openTerms = async (screen: Awaited<ReturnType<typeof showOffers>>) => {
  await screen.user.click(await screen.findByRole('button', { name: 'See the offer' }))
  return screen.findByRole('dialog')
}

test('an offer is a line without a dialog, and its time does not run before it is opened', async () => {
  const screen = await showOffers([waiting])
  await screen.findByText(/There is a bonus of 40% for your second deposit.*you have 3 minutes to decide/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('timer')).toBeNull()
  expect(screen.bodies.get(offersCalls.openOffer)).toEqual([])
})

test('opening it starts its time on the server and shows the terms; closing them leaves the line with the time', async () => {
  const screen = await showOffers([waiting])
  await openTerms(screen)
  expect(screen.bodies.get(offersCalls.openOffer)).toEqual([{ name: 'limited' }])
  screen.getByText('A bonus of 40% of your next deposit, if you deposit €250 or more.')
  screen.getByText('Before the bonus becomes your cash, you must stake 30 times its amount of your own money.')
  await screen.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.events).toEqual([])
  expect(screen.getByRole('timer').textContent).toMatch(/^The offer ends in (3:00|2:5\d)\.$/)
  await openTerms(screen)
  expect(screen.bodies.get(offersCalls.openOffer), 'it runs already').toHaveLength(1)
})

test('an offer that runs shows its time after a reload, and is not opened again', async () => {
  const screen = await showOffers([{ ...limited, endsAtMs: now + 65_000 }])
  expect((await screen.findByRole('timer')).textContent).toMatch(/^The offer ends in 1:0[45]\.$/)
  await openTerms(screen)
  expect(screen.bodies.get(offersCalls.openOffer)).toEqual([])
})

test('the risk-free offer names the day, the loss, the part and what it depends on', async () => {
  const screen = await showOffers([riskFree])
  await screen.findByText('Up to €30.00 back if your next Up/Down trade loses.')
  await openTerms(screen)
  screen.getByText(
    'On November 20, 2026 (UTC) your trades lost €200.01 of your own money. If the next Up/Down trade that you buy with your own money loses, we return up to €30.00, which is 15% of that loss.',
  )
  screen.getByText(/never more than you stake of your own money/)
  screen.getByText(/the trades that lead to it cost more than it gives back/)
  screen.getByText(/Losses on the ladder, on opposite trades and while you had a bonus do not count/)
  expect(screen.queryByText(/bonus of/i)).toBeNull()
})

test('accepting an offer stores its code and opens the funding page', async () => {
  const screen = await showOffers([riskFree])
  await openTerms(screen)
  await screen.user.click(screen.getByRole('button', { name: 'Accept the offer' }))
  await waitFor(() => expect(screen.onOpenFunding).toHaveBeenCalledOnce())
  expect(screen.bodies.get(promoCalls.storeOfferPromoCode)).toEqual([{ promo: 'RISK-FREE' }])
  expect(screen.bodies.get(profileCalls.getUser), 'the try counter has changed').toHaveLength(1)
  expect(screen.events).toEqual([['offer:accept', 'risk_free']])
  expect(screen.toasts).toEqual(['Accepted. It applies to your next Up/Down trade with your own money.'])
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('an offer that has ended in the meantime says so', async () => {
  const refusal = { return: false, error: 'offers.over', message: 'This offer has ended.' }
  const screen = await showOffers([limited], { accept: () => ({ json: refusal }) })
  await openTerms(screen)
  await screen.user.click(screen.getByRole('button', { name: 'Save the bonus' }))
  await waitFor(() => expect(screen.toasts).toEqual(['This offer has ended.']))
  expect(screen.events).toEqual([])
  expect(screen.onOpenFunding).not.toHaveBeenCalled()
})

test.each([
  ['No, thank you', 'offer:ignore', 0],
  ['Add funds without it', 'offer:ignore-top', 1],
])('“%s” dismisses the offer for good with the event %s', async (label, event, opens) => {
  const screen = await showOffers([limited])
  const dialog = within(await openTerms(screen))
  await screen.user.click(dialog.getByRole('button', { name: label }))
  expect(screen.events).toEqual([[event, 'limited']])
  expect(screen.bodies.get(offersCalls.ignoreOffer)).toEqual([{ name: 'limited' }])
  expect(screen.bodies.get(promoCalls.storeOfferPromoCode)).toEqual([])
  expect(screen.onOpenFunding).toHaveBeenCalledTimes(opens)
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
})

test('an offer can be dismissed without opening it, and the focus goes to the title', async () => {
  const screen = await showOffers([waiting])
  await screen.user.click(await screen.findByRole('button', { name: 'No, thank you' }))
  expect(screen.bodies.get(offersCalls.ignoreOffer)).toEqual([{ name: 'limited' }])
  expect(screen.bodies.get(offersCalls.openOffer)).toEqual([])
  expect(document.activeElement?.tagName).toBe('H1')
})

test('an offer whose time is over acts as ignored, without a call', async () => {
  const screen = await showOffers([{ ...limited, endsAtMs: now + 2_500 }])
  await openTerms(screen)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 4000 })
  expect(screen.events).toEqual([['offer:ignore', 'limited']])
  expect(screen.bodies.get(offersCalls.ignoreOffer)).toEqual([])
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('an offer shows the end of its code, and which saved code it replaces', async () => {
  const stored = { ...limited, code: 'SPRING', currency: 'EUR', amount: null, endsAtMs: null, refusal: null }
  const screen = await showOffers([{ ...limited, codeEndsAtMs: now + 86_400_000 }], { stored })
  await openTerms(screen)
  await screen.findByText('It replaces the saved code SPRING.')
  screen.getByText(/^The code ends on November 22, 2026/)
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
  expect(again.queryByRole('complementary')).toBeNull()
})

test('after sleep the time of an offer comes from the server, and a past one ends it', async () => {
  const listOffers = () => ({ json: { return: true, offers: [], now: now + 200_000 } })
  const screen = await showOffers([limited], { listOffers })
  await screen.findByRole('timer')
  // performance.now() stops while a device sleeps.
  const wake = Date.now() + 200_000
  vi.spyOn(Date, 'now').mockImplementation(() => wake)
  onTestFinished(() => void vi.restoreAllMocks())
  await waitFor(() => expect(screen.queryByRole('timer')).toBeNull(), { timeout: 4000 })
  expect(screen.bodies.get(offersCalls.listOffers)).toHaveLength(1)
})

test('a deposit asks the server for offers, in Russian', async () => {
  const screen = await showOffers([], {
    listOffers: () => ({ json: { return: true, offers: [waiting], now } }),
    locale: 'ru',
  })
  expect(screen.bodies.get(offersCalls.listOffers)).toEqual([])
  act(() => patchUser({ depositTotal: 1000 }))
  await screen.findByRole('complementary', { name: 'Бонус ко второму пополнению' })
})

test('a practice account asks for no offers', async () => {
  const screen = await showOffers([limited], { bootstrap: { user: { ...testUser, practice: true } } })
  act(() => patchUser({ depositTotal: 1000 }))
  expect(screen.bodies.get(offersCalls.listOffers)).toEqual([])
})

const suggest = async (user: Partial<Bootstrap['user']> = {}, locale: 'en' | 'ru' = 'en') => {
  const onDeposit = vi.fn<() => void>()
  const screen = await renderElement(<BitcoinCard onDeposit={onDeposit} />, {
    locale,
    bootstrap: { user: { ...testUser, ...user } },
  })
  return { ...screen, onDeposit }
}

test.each([
  ['en', 'Why Bitcoin?', 'Deposit by Bitcoin'],
  ['ru', 'Почему биткоин?', 'Пополнить биткоинами'],
] as const)('bitcoin is suggested by a card on the page in %s, with its explanation', async (locale, why, go) => {
  const { findByRole, queryByRole, user, onDeposit } = await suggest({}, locale)
  await findByRole('complementary')
  expect(queryByRole('dialog')).toBeNull()
  await user.click(await findByRole('button', { name: why }))
  const dialog = within(await findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: go }))
  expect(onDeposit).toHaveBeenCalledOnce()
})

test('“Not now” is stored on the server and hides the card', async () => {
  const { findByRole, queryByRole, bodies, user } = await suggest()
  await user.click(await findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(queryByRole('complementary')).toBeNull())
  expect(bodies.get(offersCalls.dismissNotice)).toEqual([{ name: 'bitcoin' }])
  expect(document.activeElement?.tagName).toBe('H1')
})

test.each([
  ['when the server does not suggest it', { suggests_bitcoin: false }, false],
  ['in the session of the registration', {}, true],
])('bitcoin is not suggested %s', async (_when, user, isRegistered) => {
  if (isRegistered) registrationSession.start(testUser.email.toUpperCase())
  const { queryByRole } = await suggest(user)
  expect(queryByRole('complementary')).toBeNull()
})

test.each([
  ['Deposit by Bitcoin', 'bitcoin'],
  ['Pay by card anyway', 'card'],
  ['Close', null],
])('a partner-risk trader who chooses the card is warned; “%s” chooses %s', async (label, method) => {
  const onAnswer = vi.fn<(method: string | null) => void>()
  const { findByRole, getByText, user } = await renderElement(<PartnerRiskDialog onAnswer={onAnswer} />)
  await findByRole('dialog', { name: 'Before you pay by card' })
  getByText(/a card payment may be refused/)
  await user.click(await findByRole('button', { name: label }))
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(method)
})
