import { expect, test } from 'vitest'

import { depositGroups, depositMethods, findDepositGroup, refundStates } from './deposit-groups.ts'

test('a trader can choose deposits by each group and each way to pay', () => {
  expect(depositGroups).toEqual(['waiting', 'credited', 'failed', 'returned'])
  expect(depositMethods).toEqual(['card', 'coins', 'wallet', 'claim'])
})

const credited = { cash: 1, bonus: 0 }

test.each([
  ['open', null, 'waiting'],
  ['processing', null, 'waiting'],
  ['review', null, 'waiting'],
  // A part of an invoice has arrived.
  ['processing', credited, 'waiting'],
  ['succeeded', credited, 'credited'],
  ['failed', null, 'failed'],
  ['failed', credited, 'credited'],
] as const)('a deposit that is %s, with the money %j, is %s', (state, money, group) => {
  expect(findDepositGroup({ state, credited: money, refund: null })).toBe(group)
})

test('the way of money that did not arrive as expected decides before the state', () => {
  const groups = refundStates.map((refund) => findDepositGroup({ state: 'failed', credited: null, refund }))
  expect(Object.fromEntries(refundStates.map((refund, index) => [refund, groups[index]]))).toEqual({
    offered: 'credited',
    kept: 'credited',
    under_way: 'returned',
    refunded: 'returned',
    held: 'waiting',
    reversed: 'returned',
    taken_back: 'returned',
  })
})
