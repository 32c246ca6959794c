import { expect, test } from 'vitest'

import {
  canCancel,
  findWithdrawalEnd,
  heldStates,
  payoutStates,
  payoutTransitions,
  withdrawalStates,
  withdrawalTransitions,
} from './withdrawal-states.ts'

const machines = [
  ['withdrawal', withdrawalTransitions, 'unconfirmed'],
  ['payout', payoutTransitions, 'waiting'],
] as const

test.each(machines)('every state of a %s can be reached, and has a way to an end', (_name, transitions, start) => {
  const next: Readonly<Record<string, readonly string[]>> = transitions
  const reachable = new Set<string>([start])
  for (const state of reachable) for (const to of next[state] ?? []) reachable.add(to)
  expect([...reachable].toSorted()).toEqual(Object.keys(next).toSorted())
  const ending = new Set(Object.keys(next).filter((state) => next[state]?.length === 0))
  for (let count = 0; count !== ending.size;) {
    count = ending.size
    for (const [state, to] of Object.entries(next)) if (to.some((each) => ending.has(each))) ending.add(state)
  }
  expect(ending.size).toBe(Object.keys(next).length)
})

test('all states are listed, in the order of their steps', () => {
  expect(withdrawalStates).toEqual(Object.keys(withdrawalTransitions))
  expect(payoutStates).toEqual(Object.keys(payoutTransitions))
})

test('a trader can cancel until an operator has approved it', () => {
  expect(withdrawalStates.filter(canCancel)).toEqual(['waiting_documents', 'waiting_approval'])
  for (const state of withdrawalStates)
    expect(withdrawalTransitions[state].includes('cancelled')).toBe(canCancel(state))
})

test('money is on hold in the states between the confirmation and an end', () => {
  const others = withdrawalStates.filter((state) => !heldStates.some((held) => held === state))
  expect(others.filter((state) => withdrawalTransitions[state].length > 0)).toEqual(['unconfirmed'])
})

test.each([
  [['paid', 'paid'], 'paid'],
  [['paid', 'refused'], 'paid_part'],
  [['refused', 'dropped'], 'returned'],
  [['paid', 'in_doubt'], null],
  [['refused', 'due'], null],
] as const)('payouts %o end a withdrawal as %s', (payouts, end) => {
  expect(findWithdrawalEnd(payouts)).toBe(end)
})
