// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { pagesCalls } from '@tradefront/contract/pages'
import { toSignal } from '@tradefront/contract/domain/signals'
import { type PastSignalView, signalsCalls, type SignalView } from '@tradefront/contract/signals'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { shownSignals } from '../../features/signals/shown-signals.ts'
import { SignalHost } from '../../features/signals/signal-host.tsx'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen } from '../screen-routes.tsx'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 18, 12)
const signal: SignalView = {
  ...{ id: '7', symbol: 'BTCUSD', direction: 'up', digits: 2, price: 67_250.1, at: now - 60_000 },
  text: 'in the language of the account',
}
const past = (id: number, results: PastSignalView['results']): PastSignalView => ({
  ...signal,
  id: String(id),
  results,
})
const fragment = { return: true, page: 'signals', language: 'en', title: 'Signal', html: '<p>No forecast.</p>' }
const home = defineScreen({ path: '/home', load: async () => SignalHost, texts: [], title: 'profile.trade' })
const other = defineScreen({
  path: '/show/other',
  load: async () => () => <h1>Other</h1>,
  texts: [],
  title: 'profile.news',
})
const signalsScreen = defineScreen({
  path: '/show/signals',
  load: async () => (await import('./signals-screen.tsx')).SignalsScreen,
  texts: ['signals'],
  title: 'profile.signals',
})

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})
afterEach(() => vi.useRealTimers())

async function open(hash: string, calls: readonly CallStub[], locale: 'en' | 'ru' = 'en') {
  location.hash = hash
  const bodies = stubCalls([
    ...calls,
    [pagesCalls.getFragment, () => ({ json: fragment })],
    [pagesCalls.getPage, () => ({ json: { ...fragment, html: '<p>About signals</p>' } })],
  ])
  const screen = await act(() =>
    renderWithProviders(<RouterProvider router={createTradingRouter([home, other, signalsScreen])} />, {
      bootstrap: { now, user: { ...testUser, btc_deposit: true, try_counter: 2 } },
      texts: ['settings', 'profile', 'signals'],
      locale,
    }),
  )
  return { ...screen, bodies }
}

describe('the popup', () => {
  beforeEach(async () => {
    // Its code is there when it is needed.
    await import('../../features/signals/signal-popup.tsx')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const lists = (...signals: SignalView[]): CallStub[] => [[signalsCalls.listSignals, () => ({ json: signals })]]

  test('asks 5 s after the start and every 5 min, shows each signal once, and closes after 60 s', async () => {
    const screen = await open('#/home', lists(signal))
    await loadTexts('signals')
    await pass(4900)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    await pass(200)
    const popup = within(screen.getByRole('region', { name: 'Signal' }))
    expect(popup.getByText('67,250.10')).toBeTruthy()
    expect(popup.getByText(/The average of the last 20 closes rose above/)).toBeTruthy()
    expect(popup.getByRole('link', { name: 'Open on chart, Bitcoin' }).getAttribute('href')).toMatch(
      /#\/home\?chart=BTCUSD&seconds=300&averages=1$/,
    )
    await pass(30_000)
    expect(popup.getByText('closes in 30 s')).toBeTruthy()
    await pass(30_000)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
    await pass(300_000)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(2)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
  })

  test('closes by Escape, and shows a new signal later', async () => {
    const signals = [signal]
    const screen = await open('#/home', [[signalsCalls.listSignals, () => ({ json: signals })]])
    await pass(5100)
    fireEvent.keyDown(screen.getByRole('region', { name: 'Signal' }), { key: 'Escape' })
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
    signals.unshift({ ...signal, id: '8', symbol: 'XAUUSD', direction: 'down' })
    await pass(300_000)
    const popup = within(screen.getByRole('region', { name: 'Signal' }))
    expect(popup.getAllByRole('listitem')).toHaveLength(1)
    expect(popup.getByText('Gold')).toBeTruthy()
  })

  test('shows the next signals when the first three are closed', async () => {
    const many = ['11', '10', '9', '8'].map((id) => ({ ...signal, id }))
    const screen = await open('#/home', lists(...many))
    await pass(5100)
    expect(within(screen.getByRole('region', { name: 'Signal' })).getAllByRole('listitem')).toHaveLength(3)
    await pass(60_000)
    expect(within(screen.getByRole('region', { name: 'Signal' })).getAllByRole('listitem')).toHaveLength(1)
    await pass(60_000)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
  })

  test('shows a pushed signal at once, and after the ones on display', async () => {
    const screen = await open('#/home', lists())
    const push = (id: string) => act(async () => eventBus.emit('signal', { signal: toSignal({ ...signal, id }) }))
    await push('8')
    await pass(100)
    const listItems = () => within(screen.getByRole('region', { name: 'Signal' })).getAllByRole('listitem')
    expect(listItems()).toHaveLength(1)
    await push('8')
    await push('9')
    expect(listItems()).toHaveLength(1)
    await pass(60_000)
    expect(listItems()).toHaveLength(1)
    await pass(60_000)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
  })

  test('stays open and does not count as shown while its tab is hidden', async () => {
    const many = ['11', '10', '9', '8'].map((id) => ({ ...signal, id }))
    const screen = await open('#/home', lists(...many))
    await pass(5100)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent.keyDown(screen.getByRole('region', { name: 'Signal' }), { key: 'Escape' })
    await pass(120_000)
    expect(screen.getByRole('region', { name: 'Signal' })).toBeTruthy()
    const isShown = (id: string) => shownSignals.isShown(testUser.userId, id, now)
    expect(many.map(({ id }) => isShown(id))).toEqual([true, true, true, false])
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(isShown('8')).toBe(true)
    await pass(61_000)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
    visibility.mockRestore()
  })

  test('waits until a hidden tab is looked at', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const screen = await open('#/home', lists(signal))
    await pass(5100)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(100)
    expect(screen.getByRole('region', { name: 'Signal' })).toBeTruthy()
    visibility.mockRestore()
  })

  test('is not asked for on other screens, and a failure is no message', async () => {
    const elsewhere = await open('#/show/other', lists(signal))
    await pass(310_000)
    expect(elsewhere.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    elsewhere.unmount()
    const screen = await open('#/home', [[signalsCalls.listSignals, () => brokenReply]])
    await pass(5100)
    expect(screen.queryByRole('region', { name: 'Signal' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the list', () => {
  const right = { minutes: 5, outcome: 'right', price: 67_300 } as const
  const pending = { minutes: 15, outcome: 'pending', price: null } as const
  const hits = [
    { minutes: 5, right: 3, decided: 4 },
    { minutes: 15, right: 0, decided: 0 },
  ]

  test('shows what came of each signal and the share of right ones, and more on demand', async () => {
    const first = { return: true, signals: [past(2, [right, pending])], next: '1_2', hits }
    const second = { return: true, signals: [past(1, [right, { ...pending, outcome: 'no_price' }])], next: null, hits }
    const screen = await open('#/show/signals', [
      [signalsCalls.listPastSignals, (body) => ({ json: 'after' in (body as object) ? second : first })],
    ])
    const rows = async (count: number) =>
      waitFor(() => {
        const found = screen.getAllByRole('row').slice(1)
        expect(found).toHaveLength(count)
        return found
      })
    const [row] = await rows(1)
    expect(row?.textContent).toContain('right+0.07%')
    expect(row?.textContent).toContain('waiting')
    expect(screen.getByText('75%', { exact: false }).textContent).toBe('75% 3 of 4')
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect((await rows(2))[1]?.textContent).toContain('no price')
    expect(screen.bodies.get(signalsCalls.listPastSignals)).toEqual([{}, { after: '1_2' }])
  })

  test('without signals says what they are, in Russian, and shows an example', async () => {
    const screen = await open(
      '#/show/signals',
      [
        [signalsCalls.listPastSignals, () => ({ json: { return: true, signals: [], next: null, hits } })],
        [signalsCalls.listSignals, () => ({ json: [{ ...signal, id: 'example' }] })],
      ],
      'ru',
    )
    await screen.findByText('Сигналов пока нет')
    fireEvent.click(screen.getByRole('button', { name: 'Показать пример' }))
    await screen.findByText(/^Это пример/)
    expect(screen.getByText(/Средняя последних 20 закрытий поднялась выше/)).toBeTruthy()
    expect(screen.bodies.get(signalsCalls.listSignals)).toEqual([{ test: 1 }])
  })

  test('that cannot be loaded can be tried again', async () => {
    let isBroken = true
    const empty = { return: true, signals: [], next: null, hits }
    const screen = await open('#/show/signals', [
      [signalsCalls.listPastSignals, () => (isBroken ? brokenReply : { json: empty })],
    ])
    await screen.findByText('Signals could not be loaded.', {}, { timeout: 8000 })
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No signals yet')
  })
})
