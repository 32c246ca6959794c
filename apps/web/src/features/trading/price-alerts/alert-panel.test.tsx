// @vitest-environment jsdom
import { type PriceAlert, priceAlertsCalls } from '@tradefront/contract/price-alerts'
import { pushCalls } from '@tradefront/contract/push'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { testUser } from '../../../platform/testing/test-bootstrap.ts'
import { useWatchedSymbols } from '../quotes/quote-store.ts'
import { buildSymbol } from '../testing/test-market.ts'
import { AlertNotices } from './alert-notices.tsx'
import { AlertPanel } from './alert-panel.tsx'

const { listPriceAlerts, createPriceAlert, deletePriceAlert } = priceAlertsCalls

const now = Date.UTC(2026, 10, 18, 12)
const buildAlert = (number: number, change: Partial<PriceAlert> = {}): PriceAlert => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  symbol: 'EURUSD',
  direction: 'above',
  price: 1.09,
  digits: 5,
  byMail: true,
  byPush: false,
  state: 'waiting',
  expiresAtMs: now + 86_400_000,
  reached: null,
  ...change,
})
const reached = { state: 'reached', reached: { price: 1.09012, atMs: now } } as const

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})

function Panel() {
  useWatchedSymbols(['EURUSD'])
  return <AlertPanel symbol={buildSymbol(now)} />
}

/** Opens the panel with EUR/USD at 1.08420. */
async function open(
  options: {
    readonly alerts?: readonly PriceAlert[]
    readonly create?: CallHandler
    readonly isEmailProved?: boolean
    readonly locale?: 'ru'
  } = {},
) {
  const { alerts = [], create = () => ({ json: { return: true } }), isEmailProved = true, locale } = options
  const bodies = stubCalls([
    [listPriceAlerts, () => ({ json: { return: true, alerts } })],
    [createPriceAlert, create],
    [deletePriceAlert, () => ({ json: { return: true } })],
    [pushCalls.getPushKey, () => ({ json: { return: true, key: 'server-key' } })],
    [pushCalls.savePushSubscription, () => ({ json: { return: true } })],
  ])
  await renderWithProviders(<Panel />, {
    bootstrap: { now, user: { ...testUser, email_proved: isEmailProved } },
    texts: ['trading', 'price-alerts'],
    ...(locale && { locale }),
  })
  await act(async () => eventBus.emit('quotes', { quotes: [{ symbol: 'EURUSD', price: 1.0842, atMs: now }] }))
  return { bodies, user: userEvent.setup(), field: screen.getByRole('textbox') }
}

const setAlert = () => screen.getByRole('button', { name: 'Set alert' })
const getBox = (name: RegExp) => screen.getByRole('checkbox', { name })

describe('the form', () => {
  test('says for what the typed price waits, sets the alert, and is ready for the next one', async () => {
    const { bodies, user, field } = await open()
    await user.type(field, '1.085')
    expect(screen.getByText('When the price rises to 1.08500 or higher, within 30 days.')).toBeTruthy()
    await user.clear(field)
    await user.type(field, '1.08')
    expect(screen.getByText('When the price falls to 1.08000 or lower, within 30 days.')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(bodies.get(createPriceAlert)).toEqual([{ symbol: 'EURUSD', price: 1.08, byMail: true, byPush: false }])
    expect(field).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field)
  })

  test('has steps from the price of now', async () => {
    const { user, field } = await open()
    await user.click(screen.getByRole('button', { name: '+1.00%, 1.09504' }))
    expect(field).toHaveProperty('value', '1.09504')
    await user.click(screen.getByRole('button', { name: '−0.25%, 1.08149' }))
    expect(field).toHaveProperty('value', '1.08149')
  })

  test.each([
    ['', 'Enter a price, e.g. 1.08420.'],
    ['abc', 'Enter a price, e.g. 1.08420.'],
    ['0', 'Enter a price, e.g. 1.08420.'],
    ['1.0842', 'This is the current price. Choose a price above or below it.'],
    ['108.42', 'This price is more than 10 times away from the current price. Check for a typo.'],
  ])('does not send “%s”, and says why', async (typed, message) => {
    const { bodies, user, field } = await open()
    if (typed !== '') await user.type(field, typed)
    await user.click(setAlert())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(bodies.get(createPriceAlert)).toEqual([])
  })

  test('reads a Russian price', async () => {
    const { bodies, user, field } = await open({ locale: 'ru' })
    await user.type(field, '1,085')
    await user.click(screen.getByRole('button', { name: 'Создать оповещение' }))
    expect(bodies.get(createPriceAlert)).toMatchObject([{ price: 1.085 }])
  })

  test('shows why the server refuses an alert, and keeps the price', async () => {
    const message = 'You already have an alert at this price.'
    const { user, field } = await open({
      create: () => ({ json: { return: false, error: 'price_alerts.same', message } }),
    })
    await user.type(field, '1.085')
    await user.click(setAlert())
    expect(await screen.findByText(message)).toBeTruthy()
    expect(field).toHaveProperty('value', '1.085')
  })

  test('offers no mail to an address that is not confirmed', async () => {
    const { bodies, user, field } = await open({ isEmailProved: false })
    expect(getBox(/^E-mail me/)).toMatchObject({ disabled: true, checked: false })
    await user.type(field, '1.085')
    await user.click(setAlert())
    expect(bodies.get(createPriceAlert)).toMatchObject([{ byMail: false }])
  })
})

describe('notifications', () => {
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }) }
  const subscribe = vi.fn<(options: object) => Promise<typeof subscription>>(async () => subscription)

  function stubPush(answer: NotificationPermission) {
    const request = vi.fn<() => Promise<NotificationPermission>>(async () => answer)
    const registration = { pushManager: { subscribe, getSubscription: async () => null } }
    const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration) }
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: request })
    vi.stubGlobal('PushManager', class {})
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
    return request
  }

  test('the browser asks only after the trader has chosen them, read what they are, and set the alert', async () => {
    const request = stubPush('granted')
    const { bodies, user, field } = await open()
    await user.type(field, '1.085')
    expect(screen.queryByText(/^Your browser will ask/)).toBeNull()
    await user.click(getBox(/^Notify me/))
    expect(screen.getByText(/^Your browser will ask/)).toBeTruthy()
    expect(request).not.toHaveBeenCalled()
    await user.click(setAlert())
    expect(request).toHaveBeenCalledOnce()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'server-key' })
    expect(bodies.get(pushCalls.savePushSubscription)).toEqual([
      { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
    ])
    expect(bodies.get(createPriceAlert)).toMatchObject([{ byPush: true }])
  })

  test('a refused permission has a text of its own, and the alert is set only without them', async () => {
    stubPush('denied')
    const { bodies, user, field } = await open()
    await user.type(field, '1.085')
    await user.click(getBox(/^Notify me/))
    await user.click(setAlert())
    expect(await screen.findByText(/^Notifications from this site are blocked/)).toBeTruthy()
    expect(bodies.get(createPriceAlert)).toEqual([])
    await waitFor(() => expect(setAlert().getAttribute('aria-disabled')).toBeNull())
    await user.click(setAlert())
    expect(bodies.get(createPriceAlert)).toMatchObject([{ price: 1.085, byPush: false }])
  })

  test('a browser that fails says so', async () => {
    stubPush('granted')
    subscribe.mockRejectedValueOnce(new Error('push service error'))
    const { user, field } = await open()
    await user.type(field, '1.085')
    await user.click(getBox(/^Notify me/))
    await user.click(setAlert())
    expect(await screen.findByText(/^Your browser could not turn on notifications/)).toBeTruthy()
  })

  test('a browser without them says so', async () => {
    await open()
    expect(screen.getByText('This browser cannot show notifications of a closed page.')).toBeTruthy()
    expect(getBox(/^Notify me/)).toHaveProperty('disabled', true)
  })
})

describe('the list', () => {
  test('has waiting alerts with those of the symbol first, then ended ones, and deletes them', async () => {
    const { bodies, user } = await open({
      alerts: [
        buildAlert(1, { symbol: 'XAUUSD', price: 2700.5, digits: 2, direction: 'below' }),
        buildAlert(2),
        buildAlert(3, reached),
        buildAlert(4, { state: 'expired', price: 1.2 }),
      ],
    })
    const waiting = within(await screen.findByRole('region', { name: 'Waiting (2 of 20)' }))
    expect(waiting.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^EUR\/USD at 1\.09000 or higher/),
      expect.stringMatching(/^Gold at 2,700\.50 or lower/),
    ])
    const ended = within(screen.getByRole('region', { name: 'Ended' }))
    expect(ended.getByText(/^reached 1\.09012, /)).toBeTruthy()
    expect(ended.getByText('not reached within 30 days')).toBeTruthy()
    await user.click(waiting.getByRole('button', { name: 'Delete the alert for Gold at 2,700.50 or lower' }))
    expect(bodies.get(deletePriceAlert)).toEqual([{ id: buildAlert(1).id }])
  })

  test('is loaded again when an alert has changed on another device', async () => {
    const alerts: PriceAlert[] = []
    await open({ alerts })
    await screen.findByText('No alerts are waiting.')
    alerts.push(buildAlert(1))
    await act(async () => eventBus.emit('price_alerts', { ended: null }))
    await screen.findByText('EUR/USD at 1.09000 or higher')
  })
})

describe('the notices above the charts', () => {
  test('say which price was reached and when, until they are closed', async () => {
    await renderWithProviders(<AlertNotices />, { texts: ['trading'] })
    const user = userEvent.setup()
    await act(async () => eventBus.emit('price_alerts', { ended: buildAlert(1, reached) }))
    expect(await screen.findByText('EUR/USD rose to 1.09012')).toBeTruthy()
    expect(screen.getByText(/^Your alert at 1\.09000, /)).toBeTruthy()
    await act(async () =>
      eventBus.emit('price_alerts', { ended: buildAlert(2, { state: 'expired', direction: 'below' }) }),
    )
    expect(await screen.findByText('EUR/USD did not fall to 1.09000')).toBeTruthy()
    const [newest] = screen.getAllByRole('button', { name: 'Close' })
    if (newest !== undefined) await user.click(newest)
    expect(screen.queryByText('EUR/USD did not fall to 1.09000')).toBeNull()
    expect(screen.getByText('EUR/USD rose to 1.09012')).toBeTruthy()
  })

  test('a change without an end shows none', async () => {
    await renderWithProviders(<AlertNotices />, { texts: ['trading'] })
    await act(async () => eventBus.emit('price_alerts', { ended: null }))
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
