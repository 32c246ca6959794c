// @vitest-environment jsdom
import { RouterProvider } from '@tanstack/react-router'
import { pagesCalls } from '@tradefront/contract/pages'
import { toSignal } from '@tradefront/contract/domain/signals'
import { type PastSignalView, signalsCalls, type SignalView } from '@tradefront/contract/signals'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { shownSignals } from '../../features/signals/shown-signals.ts'
import { SignalStatus } from '../../features/signals/signal-status.tsx'
import { usePresentSignal } from '../../features/signals/use-present-signal.ts'
import { eventBus } from '../../platform/realtime/event-bus.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { brokenReply, type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { defineScreen } from './define-screen.ts'
import { createTradingRouter } from './trading-router.tsx'

const now = Date.UTC(2026, 10, 18, 12)
const signal: SignalView = {
  id: '7',
  symbol: 'BTCUSD',
  direction: 'up',
  digits: 2,
  price: 67_250.1,
  at: now - 60_000,
  text: 'in the language of the account',
}
const past = (id: number, results: PastSignalView['results']): PastSignalView => ({
  ...signal,
  id: String(id),
  results,
})
const fragment = { return: true, page: 'signals', language: 'en', title: 'Signal', html: '<p>No forecast.</p>' }
function Home() {
  const [symbol, setSymbol] = useState('BTCUSD')
  const { signal: present, close } = usePresentSignal(symbol)
  return (
    <>
      {['BTCUSD', 'XAUUSD'].map((name) => (
        <button key={name} type="button" onClick={() => setSymbol(name)}>
          {name}
        </button>
      ))}
      <SignalStatus signal={present} isCompact={false} onClose={close} />
    </>
  )
}
const home = defineScreen({ path: '/home', load: async () => Home, texts: [], title: 'profile.trade' })
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

describe('a signal of the shown symbol', () => {
  beforeEach(async () => {
    // The code is loaded before it is needed.
    await import('../../features/signals/signal-line.tsx')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const lists = (...signals: SignalView[]): CallStub[] => [[signalsCalls.listSignals, () => ({ json: signals })]]
  const isShown = (id: string) => shownSignals.isShown(testUser.userId, id, now)
  type Screen = Awaited<ReturnType<typeof open>>
  const findLine = (screen: Screen) => screen.queryByRole('region', { name: 'Signal' })
  const getLine = (screen: Screen) => within(screen.getByRole('region', { name: 'Signal' }))
  const show = (screen: Screen, symbol: string) => fireEvent.click(screen.getByRole('button', { name: symbol }))

  test('is asked for 5 s after the start and every 5 min, is shown once, and goes after 60 s', async () => {
    const screen = await open('#/home', lists(signal))
    await loadTexts('signals')
    await pass(4900)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    await pass(200)
    const line = getLine(screen)
    expect(line.getByText('67,250.10')).toBeTruthy()
    expect(line.getByText(/The average of the last 20 closes rose above/)).toBeTruthy()
    expect(line.getByRole('link', { name: 'Open on chart, Bitcoin' }).getAttribute('href')).toMatch(
      /#\/home\?chart=BTCUSD&seconds=300&averages=1$/,
    )
    await pass(59_000)
    await pass(2000)
    expect(findLine(screen)).toBeNull()
    await pass(300_000)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(2)
    expect(findLine(screen)).toBeNull()
  })

  test('can be closed, and a newer one takes its place', async () => {
    const signals = [signal]
    const screen = await open('#/home', [[signalsCalls.listSignals, () => ({ json: signals })]])
    await pass(5100)
    const push = (change: Partial<SignalView>) =>
      act(async () => eventBus.emit('signal', { signal: toSignal({ ...signal, ...change }) }))
    await push({ id: '8', direction: 'down', price: 67_000, at: now })
    expect(getLine(screen).getByText('67,000.00')).toBeTruthy()
    // The next list has the same signal again.
    await push({ id: '8', direction: 'down', price: 67_000, at: now })
    fireEvent.click(getLine(screen).getByRole('button', { name: 'Close' }))
    expect(getLine(screen).getByText('67,250.10')).toBeTruthy()
  })

  test('of another symbol waits until that is shown, and is not counted as shown', async () => {
    const screen = await open('#/home', lists({ ...signal, id: '9', symbol: 'XAUUSD', direction: 'down' }, signal))
    await pass(5100)
    expect(getLine(screen).getByText('Bitcoin')).toBeTruthy()
    expect(['7', '9'].map(isShown)).toEqual([true, false])
    await pass(30_000)
    show(screen, 'XAUUSD')
    await pass(100)
    expect(getLine(screen).getByText('Gold')).toBeTruthy()
    expect(isShown('9')).toBe(true)
    // The minute of a signal passes only while it is on the screen.
    show(screen, 'BTCUSD')
    await pass(28_000)
    expect(getLine(screen).getByText('Bitcoin')).toBeTruthy()
    await pass(3000)
    expect(findLine(screen)).toBeNull()
  })

  test('of some minutes ago is not shown', async () => {
    const screen = await open('#/home', lists({ ...signal, at: now - 420_000 }))
    await pass(5100)
    expect(findLine(screen)).toBeNull()
  })

  test('stays, and does not count as shown, while its tab is hidden', async () => {
    const screen = await open('#/home', lists({ ...signal, id: '9', symbol: 'XAUUSD' }))
    await pass(5100)
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    show(screen, 'XAUUSD')
    await pass(120_000)
    expect(getLine(screen).getByText('Gold')).toBeTruthy()
    expect(isShown('9')).toBe(false)
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(isShown('9')).toBe(true)
    await pass(61_000)
    expect(findLine(screen)).toBeNull()
    visibility.mockRestore()
  })

  test('is asked for when a hidden tab is looked at', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const screen = await open('#/home', lists(signal))
    await pass(5100)
    expect(screen.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    visibility.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await pass(100)
    expect(findLine(screen)).not.toBeNull()
    visibility.mockRestore()
  })

  test('is not asked for on other screens, and a failure is no message', async () => {
    const elsewhere = await open('#/show/other', lists(signal))
    await pass(310_000)
    expect(elsewhere.bodies.get(signalsCalls.listSignals)).toHaveLength(0)
    elsewhere.unmount()
    const screen = await open('#/home', [[signalsCalls.listSignals, () => brokenReply]])
    await pass(5100)
    expect(findLine(screen)).toBeNull()
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
