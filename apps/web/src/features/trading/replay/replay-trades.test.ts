import type { FillMode } from '@tradefront/rules/trading/options'
import { describe, expect, test } from 'vitest'

import type { ReplayQuote } from './quote-windows.ts'
import { addTrade, advanceTrades, createReplayTrade, listEnded, type ReplayOrder } from './replay-trades.ts'

/** Start of an epoch of 3 s. */
const startMs = Date.UTC(2026, 10, 18, 12)
const order: ReplayOrder = {
  id: 'one',
  symbol: { name: 'EURUSD', payout: 0.82 },
  direction: 'up',
  stake: 10,
  currency: 'USD',
  expiry: 30,
}
const quote = (ms: number, price = 1.1): ReplayQuote => ({ price, atMs: startMs + ms })

/**
 * Plays quotes.
 * @param atMs time of the replay after the quotes
 */
function play(
  quotes: readonly ReplayQuote[],
  {
    atMs = Math.max(...quotes.map((each) => each.atMs - startMs)),
    fill = 'next_step' as FillMode,
    change = {} as Partial<ReplayOrder>,
    orderedMs = 0,
  } = {},
) {
  const trade = createReplayTrade({ ...order, ...change }, fill, startMs + orderedMs)
  const [played] = advanceTrades([trade], quotes, startMs + atMs, { fill, digits: 5 })
  if (played === undefined) throw new Error('the trade is gone')
  return played
}

describe('an order is filled', () => {
  test('at the next price, and ends so long after it', () => {
    expect(play([quote(150)])).toMatchObject({
      state: 'open',
      openPrice: 1.1,
      strikePrice: 1.1,
      openedAtMs: startMs + 150,
      expiresAtMs: startMs + 30_150,
    })
  })

  test.each([
    [0, 6000],
    [1, 6000],
    [2999, 6000],
    [3000, 9000],
  ])('of a sealed one after %d ms, at the price after %d ms', (orderedMs, expectedMs) => {
    const quotes = Array.from({ length: 60 }, (_, step) => quote((step + 1) * 200, 1 + step / 1000))
    const { openedAtMs, openPrice, expiresAtMs } = play(quotes, { fill: 'sealed', orderedMs })
    expect(openedAtMs - startMs).toBe(expectedMs)
    expect(openPrice).toBe(quotes.find(({ atMs }) => atMs === openedAtMs)?.price)
    expect(expiresAtMs - openedAtMs).toBe(30_000)
  })

  test('not before its start: it waits', () => {
    expect(play([quote(5800)], { fill: 'sealed' })).toMatchObject({ state: 'open', openPrice: null })
  })

  test.each([
    ['next_step', 1000],
    ['sealed', 11_000],
  ] as const)('with %s until %d ms after it, and is refused without a price until then', (fill, lastMs) => {
    expect(play([quote(lastMs)], { fill })).toMatchObject({ state: 'open', openPrice: 1.1 })
    expect(play([quote(lastMs + 1)], { fill })).toMatchObject({ state: 'refused', returned: 10 })
    expect(play([], { fill, atMs: lastMs })).toMatchObject({ state: 'open' })
    expect(play([], { fill, atMs: lastMs + 1 })).toMatchObject({ state: 'refused', returned: 10, closePrice: null })
  })
})

describe('a trade ends', () => {
  const opened = quote(0)

  test.each([
    ['up', 1.10001, 'won', 18.2],
    ['up', 1.09999, 'lost', 0],
    ['up', 1.1, 'tie', 10],
    ['down', 1.09999, 'won', 18.2],
    ['down', 1.10001, 'lost', 0],
  ] as const)('%s at %d: %s', (direction, price, state, returned) => {
    const ended = play([opened, quote(30_200, price)], { change: { direction } })
    expect(ended).toMatchObject({ state, returned, closePrice: price, closedAtMs: startMs + 30_200 })
  })

  test('at the price of its expiry, and at no earlier or later one', () => {
    const quotes = [opened, quote(29_999, 1.2), quote(30_000, 1.3), quote(30_001, 1)]
    expect(play(quotes)).toMatchObject({ state: 'won', closePrice: 1.3 })
    expect(play(quotes.slice(0, 2))).toMatchObject({ state: 'open' })
  })

  test('void a minute after its expiry without a price, as when the market has closed, with the stake back', () => {
    expect(play([opened], { atMs: 90_000 })).toMatchObject({ state: 'open' })
    expect(play([opened], { atMs: 90_001 })).toMatchObject({ state: 'void', returned: 10, closePrice: null })
    expect(play([opened, quote(90_000, 2)])).toMatchObject({ state: 'won' })
    expect(play([opened, quote(90_001, 2)])).toMatchObject({ state: 'void', returned: 10 })
  })

  test('the same way in whatever frames its prices come', () => {
    const quotes = Array.from({ length: 200 }, (_, step) => quote(step * 200, 1 + Math.sin(step) / 100))
    const whole = play(quotes)
    let trades: readonly ReturnType<typeof play>[] = [createReplayTrade(order, 'next_step', startMs)]
    for (const each of quotes) trades = advanceTrades(trades, [each], each.atMs, { fill: 'next_step', digits: 5 })
    expect(trades).toEqual([whole])
    expect(whole.state).not.toBe('open')
  })
})

test('a frame that changes no trade leaves the list as it is', () => {
  const trades = [createReplayTrade(order, 'sealed', startMs)]
  expect(advanceTrades(trades, [quote(200)], startMs + 200, { fill: 'sealed', digits: 5 })).toBe(trades)
})

test('the list keeps the latest 200 trades, and only ended ones are left after a jump', () => {
  const trade = (id: number) => createReplayTrade({ ...order, id: String(id) }, 'sealed', startMs)
  let trades = addTrade([], { ...trade(0), state: 'won' })
  expect(listEnded(addTrade(trades, trade(1))).map(({ id }) => id)).toEqual(['0'])
  for (let id = 1; id <= 200; id += 1) trades = addTrade(trades, trade(id))
  expect([trades.length, trades[0]?.id]).toEqual([200, '1'])
})
