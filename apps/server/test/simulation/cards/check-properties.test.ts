import { expect, test } from 'vitest'

import type { Charge } from './charge-scenario.ts'
import {
  type Expectations,
  findChangedFinalStates,
  findFinalViolations,
  findPromoViolations,
  findViolations,
} from './check-properties.ts'
import type { DatabaseState } from './database-state.ts'
import { properties } from './properties.ts'
import type { SimulatedPromoCode } from './simulated-promo-codes.ts'

/** Each property is violated on purpose, to prove that the checks can fail. */

type Loose<Value> = Value extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value

const attempt = (id: number, processor: string, state: DatabaseState['attempts'][number]['state']) => ({
  id,
  deposit: 'd1',
  processor,
  charges: true,
  state,
  reference: `r${id}`,
  day: '2026-11-18',
})
const charge = (reference: string): Charge => ({
  traderId: 1,
  slug: 'orange',
  reference,
  processorReference: `psp-${reference}`,
  scenario: {
    flow: 'charge',
    pending: false,
    verdict: 'succeeded',
    excess: 0,
    otherCurrency: false,
    words: '',
    changesReference: false,
    sharesReference: false,
  },
  isReported: true,
  state: 'succeeded',
  reason: '',
  confirmed: false,
  amount: 1000,
  currency: 'USD',
  refunded: 0,
  takenBackAs: null,
})
const expectations = (more: Partial<Expectations> = {}): Expectations => ({
  charges: [charge('r2')],
  plan: ['CONCEPT', 'ORANGE', 'UNIVERSE'],
  dayLimit: 2,
  currency: 'USD',
  markAtStake: () => undefined,
  ...more,
})

/** Builds a valid state: a soft decline, then a success with its bonus and that of a promo code. */
function validState(): Loose<DatabaseState> {
  return {
    deposits: [
      {
        id: 'd1',
        state: 'succeeded',
        plan: ['CONCEPT', 'ORANGE'],
        bonus: 500,
        fixed: false,
        counts: true,
        reason: null,
        words: null,
        amount: 1000,
        currency: 'USD',
        createdMs: 1,
      },
    ],
    attempts: [attempt(1, 'CONCEPT', 'declined_soft'), attempt(2, 'ORANGE', 'succeeded')],
    captures: [
      { attempt: 2, deposit: 'd1', reference: 'r2', amount: 1000, currency: 'USD', status: 'credited', reason: null },
    ],
    entries: [
      { kind: 'deposit.credited', subject: 'attempt:2' },
      { kind: 'promo.credited', subject: 'promo:SIM-1:1' },
    ],
    lines: [
      { account: 'clearing:ORANGE', currency: 'USD', amount: -1000 },
      { account: 'cash', currency: 'USD', amount: 1000 },
      { account: 'bonus_expense', currency: 'USD', amount: -500 },
      { account: 'bonus', currency: 'USD', amount: 500 },
      { account: 'bonus_expense', currency: 'USD', amount: -300 },
      { account: 'bonus', currency: 'USD', amount: 300 },
    ],
    balances: [
      { account: 'cash', currency: 'USD', amount: 1000 },
      { account: 'bonus', currency: 'USD', amount: 800 },
    ],
    wagering: [
      { source: 'deposit:d1', amount: 500 },
      { source: 'promo:SIM-1:1', amount: 300 },
    ],
    redemptions: [
      {
        id: 1,
        code: 'SIM-1',
        state: 'used',
        source: 'promo:SIM-1:1',
        bonus: 300,
        deposit: 'd1',
        minDeposit: 250,
        createdMs: 1,
      },
    ],
    notices: [{ deposit: 'd1', kind: 'credited', attempt: 0 }],
    unapplied: 0,
  }
}

test('a valid state violates no property', () => {
  expect(findFinalViolations(validState(), expectations())).toEqual([])
  expect(findChangedFinalStates(validState(), validState())).toEqual([])
})

test.each<[keyof typeof properties, (state: Loose<DatabaseState>) => void]>([
  ['creditOnce', (state) => state.entries.push({ kind: 'deposit.credited_late', subject: 'attempt:1' })],
  ['accounted', (state) => (state.captures[0]!.amount = 1100)],
  ['creditedAsAsked', (state) => (state.deposits[0]!.amount = 999)],
  ['creditedAsAsked', (state) => (state.deposits[0]!.currency = 'EUR')],
  [
    'oneOpen',
    (state) =>
      state.deposits.push({ ...state.deposits[0]!, state: 'open' }, { ...state.deposits[0]!, state: 'processing' }),
  ],
  ['suspenseNotNegative', (state) => state.lines.push({ account: 'suspense', currency: 'USD', amount: -1 })],
  ['takenBackOnce', (state) => (state.captures[0]!.status = 'taken_back')],
  ['takenBackOnce', (state) => state.entries.push({ kind: 'deposit.taken_back', subject: 'attempt:2/2' })],
  ['oneLive', (state) => state.attempts.forEach((each) => (each.state = 'pending'))],
  ['noneWhileUndecided', (state) => (state.attempts[0]!.state = 'in_doubt')],
  ['askedOnce', (state) => (state.attempts[1]!.processor = 'CONCEPT')],
  ['planOrder', (state) => (state.attempts[1]!.processor = 'UNIVERSE')],
  ['hardDeclineStops', (state) => (state.attempts[0]!.state = 'declined_hard')],
  ['ledgerBalances', (state) => (state.lines[1]!.amount = 2000)],
  ['ledgerBalances', (state) => (state.balances[0]!.amount = 2000)],
  ['notNegative', (state) => (state.balances[0]!.amount = -1)],
  ['bonusOnce', (state) => state.wagering.push({ source: 'deposit:d1', amount: 500 })],
  ['bonusOnce', (state) => (state.wagering = [])],
  ['promoBonusOnce', (state) => (state.redemptions[0]!.state = 'refused')],
  ['promoBonusOnce', (state) => state.wagering.pop()],
  ['promoBonusOnce', (state) => (state.captures[0]!.status = 'taken_back')],
  ['promoWithDeposit', (state) => (state.redemptions[0]!.deposit = null)],
  ['promoWithDeposit', (state) => (state.redemptions[0]!.minDeposit = 1001)],
  ['promoWithDeposit', (state) => (state.captures[0]!.status = 'credited_late')],
  [
    'claimAsArrived',
    (state) => {
      state.deposits[0]!.plan = ['BANK']
      state.captures[0]!.amount = 999
    },
  ],
  ['toldOnce', (state) => (state.notices = [])],
  ['toldOnce', (state) => state.notices.push(state.notices[0]!)],
  ['toldOnce', (state) => (state.notices[0]!.kind = 'failed')],
  ['toldOnce', (state) => (state.deposits[0]!.state = 'review')],
  ['toldOnce', (state) => (state.captures[0]!.status = 'credited_late')],
  ['toldOnce', (state) => (state.captures[0]!.status = 'refunded')],
])('findViolations reports a violated %s', (property, breakState) => {
  const state = validState()
  breakState(state)
  expect(findViolations(state, expectations())).toContain(properties[property])
})

test.each([
  ['all uses', { maxUses: 0, maxUsesPerTrader: 1 }],
  ['the uses of a trader', { maxUses: null, maxUsesPerTrader: 0 }],
])('findPromoViolations reports a promo code that was used more often than allowed: %s', (_name, limits) => {
  const find = (code: Pick<SimulatedPromoCode, 'maxUses' | 'maxUsesPerTrader'>) =>
    findPromoViolations([validState()], [{ code: 'SIM-1', minDeposit: 250, ...code }], () => undefined)
  expect(find({ maxUses: 1, maxUsesPerTrader: 1 })).toEqual([])
  expect(find(limits)).toEqual([properties.promoLimits])
})

test('findChangedFinalStates reports a promo code that was not used with the deposit after it', () => {
  const [before, after] = [validState(), validState()]
  for (const state of [before, after]) state.redemptions[0]!.state = 'stored'
  before.captures = []
  expect(findChangedFinalStates(before, after)).toEqual([properties.promoWithDeposit])
  before.redemptions[0]!.minDeposit = 1001
  expect(findChangedFinalStates(before, after)).toEqual([])
})

test('findChangedFinalStates expects no use of a promo code with a deposit without a bonus', () => {
  const [before, after] = [validState(), validState()]
  for (const state of [before, after]) {
    state.redemptions[0]!.state = 'stored'
    state.deposits[0]!.fixed = true
  }
  before.captures = []
  expect(findChangedFinalStates(before, after)).toEqual([])
})

test('findViolations reports a payment by a wallet that counts for the day limit', () => {
  const state = validState()
  state.deposits[0]!.plan = ['SKRILL']
  expect(findViolations(state, expectations())).toContain(properties.dayLimit)
})

test('findViolations reports an exceeded day limit', () => {
  expect(findViolations(validState(), expectations({ dayLimit: 0 }))).toContain(properties.dayLimit)
})

test.each<[keyof typeof properties, (state: Loose<DatabaseState>) => void, Partial<Expectations>]>([
  ['accounted', () => undefined, { charges: [charge('r2'), charge('r1')] }],
  ['accounted', () => undefined, { charges: [{ ...charge('r2'), refunded: 1000 }] }],
  ['takenBackOnce', () => undefined, { charges: [{ ...charge('r2'), takenBackAs: 'chargeback' }] }],
  ['successPlaced', (state) => (state.captures = []), {}],
  ['successPlaced', (state) => (state.captures[0]!.status = 'suspense'), {}],
  ['settles', (state) => (state.deposits[0]!.state = 'processing'), {}],
  ['settles', (state) => (state.unapplied = 1), {}],
  ['settles', (state) => (state.attempts[0]!.state = 'pending'), {}],
  ['settles', (state) => (state.attempts[0]!.state = 'manual_review'), {}],
])('findFinalViolations reports a violated %s', (property, breakState, more) => {
  const state = validState()
  breakState(state)
  expect(findFinalViolations(state, expectations(more))).toContain(properties[property])
})

test.each<(state: Loose<DatabaseState>) => void>([
  (state) => (state.attempts[0]!.state = 'succeeded'),
  (state) => (state.deposits[0]!.state = 'failed'),
  (state) => (state.captures[0]!.status = 'suspense'),
])('findChangedFinalStates reports a changed final state (case %#)', (breakState) => {
  const state = validState()
  breakState(state)
  expect(findChangedFinalStates(validState(), state)).toEqual([properties.finalStays])
})
