import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { WithdrawalMethod } from './methods.ts'
import {
  computeMovable,
  computeUntradedPart,
  findMethodLimit,
  mergePayouts,
  planPayouts,
  type ReturnSource,
} from './plan-payouts.ts'

const capture = (attemptId: number, left: number, untraded = 0) => ({
  attemptId,
  number: 1,
  left,
  untraded,
  isCoins: false,
})
const card: ReturnSource = { method: 'card', owed: 600, captures: [capture(1, 400), capture(2, 200)] }
const skrill: ReturnSource = { method: 'skrill', owed: 300, captures: [] }

/**
 * Plans the payouts of a withdrawal.
 * @param untraded part of the amount
 */
function plan(amount: number, method: WithdrawalMethod, sources: readonly ReturnSource[], untraded = 0) {
  const planned = planPayouts({ amount, untraded, method }, sources)
  return planned.ok
    ? { ok: true as const, value: mergePayouts([...planned.value.untraded, ...planned.value.traded]) }
    : planned
}

test('money goes back in proportion to what each method has paid in, to the oldest charges of cards first', () => {
  expect(plan(300, 'bank', [card, skrill])).toMatchObject({
    ok: true,
    value: [
      { method: 'card', amount: 200, capture: { attemptId: 1, number: 1 } },
      { method: 'skrill', amount: 100, capture: null },
    ],
  })
  expect(plan(750, 'skrill', [card, skrill])).toMatchObject({
    value: [
      { method: 'card', amount: 400, capture: { attemptId: 1, number: 1 } },
      { method: 'card', amount: 100, capture: { attemptId: 2, number: 1 } },
      { method: 'skrill', amount: 250, capture: null },
    ],
  })
})

test('only profit goes to the chosen method', () => {
  expect(plan(1000, 'bank', [card, skrill])).toMatchObject({
    value: [{ amount: 400 }, { amount: 200 }, { method: 'skrill', amount: 300 }, { method: 'bank', amount: 100 }],
  })
  expect(plan(1000, 'skrill', [skrill])).toMatchObject({ value: [{ method: 'skrill', amount: 1000 }] })
  expect(plan(70, 'bitcoin', [])).toMatchObject({ value: [{ method: 'bitcoin', amount: 70, capture: null }] })
  expect(plan(1, 'bitcoin', [])).toMatchObject({ value: [{ method: 'bitcoin', amount: 1, capture: null }] })
})

test('a cent goes back, too, to the first of those that it is owed to alike', () => {
  expect(plan(2, 'bank', [{ ...skrill, owed: 1 }])).toMatchObject({
    value: [
      { method: 'skrill', amount: 1 },
      { method: 'bank', amount: 1 },
    ],
  })
  const alike: ReturnSource[] = [
    { ...skrill, owed: 5 },
    { ...skrill, method: 'qiwi', owed: 5 },
  ]
  expect(plan(1, 'bank', alike)).toMatchObject({ value: [{ method: 'skrill', amount: 1 }] })
})

test('a card only gets back what was charged to it', () => {
  expect(plan(900, 'card', [card, skrill])).toMatchObject({ ok: true })
  expect(plan(901, 'card', [card, skrill])).toEqual({ ok: false, code: 'withdrawal.card_limit' })
  expect(findMethodLimit('card', [card, skrill])).toBe(900)
  expect(findMethodLimit('bank', [card, skrill])).toBe(null)
})

test('the parts sum to the amount, and no source or charge gets more than it is owed', () => {
  const source = fc.record({
    method: fc.constantFrom('card' as const, 'skrill' as const, 'bitcoin' as const),
    amounts: fc.array(fc.integer({ min: 1, max: 1e9 }), { maxLength: 5 }),
  })
  const toSource = ({ method, amounts }: { method: ReturnSource['method']; amounts: number[] }): ReturnSource => ({
    method,
    owed: amounts.reduce((sum, amount) => sum + amount, 0),
    captures: method === 'card' ? amounts.map((amount, index) => capture(index, amount)) : [],
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(source, { maxLength: 3, selector: ({ method }) => method }),
      fc.integer({ min: 1, max: 2e9 }),
      (given, amount) => {
        const sources = given.map(toSource)
        const planned = plan(amount, 'bank', sources)
        if (!planned.ok) return
        expect(planned.value.reduce((sum, payout) => sum + payout.amount, 0)).toBe(amount)
        const owed = sources.reduce((sum, each) => sum + each.owed, 0)
        const paidTo = (method: string) =>
          planned.value.reduce((sum, payout) => sum + (payout.method === method ? payout.amount : 0), 0)
        expect(paidTo('bank')).toBe(Math.max(0, amount - owed))
        for (const each of sources) expect(paidTo(each.method)).toBeLessThanOrEqual(each.owed)
        for (const { amount: part, capture: charge } of planned.value) {
          const { left = part } =
            sources.flatMap(({ captures }) => captures).find(({ attemptId }) => attemptId === charge?.attemptId) ?? {}
          expect(part).toBeLessThanOrEqual(left)
        }
      },
    ),
  )
})

test('more parts than anyone needs are refused', () => {
  const captures = Array.from({ length: 41 }, (_, index) => capture(index, 1))
  const charges: ReturnSource = { method: 'card', owed: 41, captures }
  expect(plan(40, 'card', [charges])).toMatchObject({ ok: true })
  expect(plan(41, 'card', [charges])).toEqual({ ok: false, code: 'withdrawal.too_many_parts' })
})

const untradedCoins: ReturnSource = {
  method: 'bitcoin',
  owed: 300,
  captures: [{ ...capture(9, 300, 300), isCoins: true }],
}

test('untraded coins go back as coins, and traded money of the same method goes to the own account', () => {
  const [coins] = untradedCoins.captures
  const inPart = { ...untradedCoins, captures: coins === undefined ? [] : [{ ...coins, untraded: 200 }] }
  expect(plan(250, 'bitcoin', [inPart], 200)).toMatchObject({
    value: [
      { method: 'bitcoin', amount: 200, untraded: 200, capture: { attemptId: 9, isCoins: true } },
      { method: 'bitcoin', amount: 50, untraded: 0, capture: null },
    ],
  })
  expect(plan(301, 'bitcoin', [untradedCoins], 301)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
})

test('untraded money is refunded to its charges, those of the chosen method first, and to nothing else', () => {
  const paid: ReturnSource = { method: 'card', owed: 600, captures: [capture(1, 400, 400), capture(2, 200, 200)] }
  const wallet: ReturnSource = { method: 'skrill', owed: 300, captures: [capture(9, 300, 300)] }
  expect(plan(500, 'skrill', [paid, wallet], 500)).toMatchObject({
    value: [
      { method: 'skrill', amount: 300, untraded: 300, capture: { attemptId: 9 } },
      { method: 'card', amount: 200, untraded: 200, capture: { attemptId: 1 } },
    ],
  })
  expect(plan(900, 'bank', [paid, wallet], 900)).toMatchObject({ ok: true })
  expect(plan(901, 'bank', [paid, wallet], 901)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
  // This payment can't be refunded, such as one that an operator has recorded.
  expect(plan(1, 'skrill', [skrill], 1)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
})

test('money that was lost or has left does not make room for another charge that was not traded', () => {
  const oldCoins = { ...untradedCoins, captures: [{ ...capture(9, 300, 0), isCoins: true }] }
  const newCard: ReturnSource = { method: 'card', owed: 300, captures: [capture(10, 300, 300)] }
  expect(plan(300, 'bitcoin', [newCard, oldCoins], 300)).toMatchObject({
    value: [{ method: 'card', amount: 300, capture: { attemptId: 10 } }],
  })
  const cards: ReturnSource = { method: 'card', owed: 700, captures: [capture(1, 400, 0), capture(2, 300, 300)] }
  expect(plan(300, 'card', [cards], 300)).toMatchObject({ value: [{ amount: 300, capture: { attemptId: 2 } }] })
  // The card's money was lost, the coins were not traded.
  expect(plan(300, 'card', [card, untradedCoins], 300)).toMatchObject({
    value: [{ method: 'bitcoin', amount: 300, capture: { attemptId: 9, isCoins: true } }],
  })
  expect(plan(301, 'card', [card, untradedCoins], 301)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
})

test('traded money leaves the untraded part of charges where it is, and each charge is one part', () => {
  const paid: ReturnSource = { method: 'card', owed: 600, captures: [capture(1, 400, 0), capture(2, 200, 150)] }
  expect(plan(700, 'bank', [paid], 100)).toMatchObject({
    value: [
      { method: 'card', amount: 150, untraded: 100, capture: { attemptId: 2 } },
      { method: 'card', amount: 400, untraded: 0, capture: { attemptId: 1 } },
      { method: 'bank', amount: 150, untraded: 0, capture: null },
    ],
  })
  // Coins that were not traded are not sent to the address in a share of other money.
  expect(plan(300, 'bitcoin', [skrill, untradedCoins])).toMatchObject({ value: [{ method: 'skrill', amount: 300 }] })
  expect(plan(100, 'skrill', [{ ...skrill, captures: [capture(3, 100, 60)] }])).toMatchObject({
    value: [
      { amount: 40, capture: { attemptId: 3 } },
      { amount: 60, capture: null },
    ],
  })
})

test('traded money leaves first', () => {
  const money = { available: 1000, untraded: 600 }
  const compute = (amount: number, given = money) => computeUntradedPart({ amount, method: 'bank' }, given, [])
  expect([300, 400, 401, 1000].map((amount) => compute(amount))).toEqual([0, 0, 1, 600])
  // The rest of the deposit was lost.
  expect(compute(100, { available: 100, untraded: 600 })).toBe(100)
})

test('a card that has got back what was traded of its charges takes untraded money, and leaves profit behind', () => {
  const money = { available: 1300, untraded: 700 }
  const sources = [{ ...card, captures: [capture(1, 400, 200), capture(2, 200, 200)] }, untradedCoins]
  const compute = (amount: number) => computeUntradedPart({ amount, method: 'card' }, money, sources)
  expect([150, 200, 201, 600, 900].map(compute)).toEqual([0, 0, 1, 400, 700])
  expect(compute(950)).toBe(700)
  expect(computeUntradedPart({ amount: 600, method: 'bank' }, money, sources)).toBe(0)
  expect(plan(600, 'card', sources, 400)).toMatchObject({ value: [{ amount: 400 }, { amount: 200 }] })
  expect(plan(950, 'card', sources, 700)).toEqual({ ok: false, code: 'withdrawal.card_limit' })
})

test('untraded money that has no charge to go back to stays', () => {
  const money = { available: 1000, untraded: 600 }
  expect(computeMovable(money, [])).toBe(400)
  expect(computeMovable(money, [card])).toBe(400)
  expect(computeMovable({ available: 1000, untraded: 0 }, [card])).toBe(1000)
  expect(computeMovable(money, [untradedCoins])).toBe(700)
  expect(computeMovable({ available: 100, untraded: 600 }, [])).toBe(0)
})
