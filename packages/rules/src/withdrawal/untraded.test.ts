import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeUntraded } from './untraded.ts'

const charge = (amount: number, turnoverAfter: number, { left = amount, returned = 0 } = {}) => ({
  left,
  toTrade: amount - returned,
  turnoverAfter,
})

test.each([
  ['a deposit without trades', [charge(1000, 0)], 1, [1000], 1000],
  ['a deposit that was traded in part', [charge(1000, 300)], 1, [700], 700],
  ['a deposit that was traded once', [charge(1000, 1000)], 1, [0], 0],
  ['turnover of the past frees no new deposit', [charge(1000, 9000), charge(500, 0)], 1, [0, 500], 500],
  ['turnover after two deposits trades the older one first', [charge(1000, 0), charge(500, 600)], 1, [400, 500], 900],
  ['and then the newer one', [charge(1000, 0), charge(500, 0), charge(70, 1300)], 1, [0, 200, 70], 270],
  [
    'a deposit that was traded first takes no turnover of a later one',
    [charge(1000, 1000), charge(500, 600)],
    1,
    [0, 0],
    0,
  ],
  ['a factor of 2 asks for twice the deposit', [charge(1000, 300)], 2, [850], 1700],
  ['a factor of 2 and two deposits', [charge(1000, 0), charge(500, 2300)], 2, [0, 350], 700],
  ['a factor of 0 asks for nothing', [charge(1000, 0)], 0, [0], 0],
  ['a half cent is rounded up', [charge(1001, 500)], 1.5, [668], 1002],
  ['a third of a cent is rounded up', [charge(1001, 501)], 1.5, [668], 1001],
  ['what went back untraded needs no turnover', [charge(1000, 0, { left: 400, returned: 600 })], 1, [400], 400],
  ['a refund of traded money gives its turnover back to nothing', [charge(1000, 100, { left: 900 })], 1, [900], 900],
  ['a charge has no more untraded money than is left of it', [charge(1000, 0, { left: 300 })], 1, [300], 1000],
] as const)('untraded money: %s', (_name, charges, factor, parts, leftToTrade) => {
  expect(computeUntraded(charges, factor)).toEqual({ parts, leftToTrade })
})

test('the untraded parts of charges are what turnover in the order of time has not traded', () => {
  const events = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 1000 }), isTurnover: fc.boolean() }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(events, (given) => {
      const charges: { left: number; toTrade: number; turnoverAfter: number }[] = []
      const untraded: number[] = []
      for (const { amount, isTurnover } of given) {
        const last = charges.at(-1)
        if (!isTurnover) {
          charges.push(charge(amount, 0))
          untraded.push(amount)
        } else if (last !== undefined) {
          last.turnoverAfter += amount
          let left = amount
          untraded.forEach((each, index) => {
            untraded[index] = Math.max(0, each - left)
            left = Math.max(0, left - each)
          })
        }
      }
      expect(computeUntraded(charges, 1).parts).toEqual(untraded)
    }),
  )
})
