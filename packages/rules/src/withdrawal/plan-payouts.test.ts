import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { WithdrawalMethod } from './methods.ts'
import { findMethodLimit, mergePayouts, planPayouts, type ReturnSource } from './plan-payouts.ts'

const capture = (attemptId: number, left: number) => ({ attemptId, number: 1, left, isCoins: false })
const card: ReturnSource = { method: 'card', owed: 600, captures: [capture(1, 400), capture(2, 200)] }
const skrill: ReturnSource = { method: 'skrill', owed: 300, captures: [] }

/** Of traded money. */
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
  const captures = Array.from({ length: 50 }, (_, index) => capture(index, 1))
  expect(plan(50, 'card', [{ method: 'card', owed: 50, captures }])).toEqual({
    ok: false,
    code: 'withdrawal.too_many_parts',
  })
})

test('untraded coins go back as coins, and traded money of the same method goes to the own account', () => {
  const coins: ReturnSource = { method: 'bitcoin', owed: 300, captures: [{ ...capture(9, 300), isCoins: true }] }
  expect(plan(250, 'bitcoin', [coins], 200)).toMatchObject({
    value: [
      { method: 'bitcoin', amount: 200, capture: { attemptId: 9, isCoins: true } },
      { method: 'bitcoin', amount: 50, capture: null },
    ],
  })
  expect(plan(301, 'bitcoin', [coins], 301)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
})

test('untraded money is refunded to its charges, those of the chosen method first, and to nothing else', () => {
  const wallet: ReturnSource = { method: 'skrill', owed: 300, captures: [capture(9, 300)] }
  expect(plan(500, 'skrill', [card, wallet], 500)).toMatchObject({
    value: [
      { method: 'skrill', amount: 300, capture: { attemptId: 9 } },
      { method: 'card', amount: 200, capture: { attemptId: 1 } },
    ],
  })
  expect(plan(900, 'bank', [card, wallet], 900)).toMatchObject({ ok: true })
  expect(plan(901, 'bank', [card, wallet], 901)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
  // A payment that can't be refunded, such as coins.
  expect(plan(1, 'skrill', [skrill], 1)).toEqual({ ok: false, code: 'withdrawal.trade_first' })
})

test('traded money is shared after untraded money, and each charge is one part', () => {
  expect(plan(700, 'bank', [card], 300)).toMatchObject({
    value: [
      { method: 'card', amount: 400, capture: { attemptId: 1 } },
      { method: 'card', amount: 200, capture: { attemptId: 2 } },
      { method: 'bank', amount: 100, capture: null },
    ],
  })
})
