import { expect, test } from 'vitest'

import {
  endedAttempt,
  otherCapture,
  sampleAttempt,
  sampleCapture,
  sampleDeposit,
} from '../../../test/fixtures/deposits/sample-deposit.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { Attempt, Capture } from './deposit.ts'
import { isAboutOtherCharge, isContested, isKnownCharge } from './match-charge.ts'

const success: AttemptResult = { source: 'webhook', state: 'succeeded' }
const money = { amount: 50_000, currency: 'EUR' }

test.each<[string, Partial<AttemptResult>, readonly Partial<Capture>[], boolean]>([
  ['the same charge', { money, processorReference: 'psp_1' }, [{}], true],
  ['another amount', { money: { ...money, amount: 49_999 } }, [{}], false],
  ['another currency', { money: { ...money, currency: 'USD' } }, [{}], false],
  ['another reference', { money, processorReference: 'psp_2' }, [{}], false],
  ['no money', { processorReference: 'psp_1' }, [{}], true],
  ['no reference', { money }, [{}], true],
  ['a reference that was unknown', { money, processorReference: 'psp_2' }, [{ processorReference: null }], true],
  ['a charge that was booked by mistake', { money }, [{ status: 'reversed' }], false],
  ['the second charge', { money, processorReference: 'psp_2' }, [{}, { processorReference: 'psp_2' }], true],
  ['the first charge', { money }, [], false],
])('a report of %s is about a known charge: %o, %o, %s', (_name, result, captures, isKnown) => {
  expect(
    isKnownCharge(
      captures.map((change) => ({ ...sampleCapture, ...change })),
      { ...success, ...result },
    ),
  ).toBe(isKnown)
})

test.each<[string, Partial<AttemptResult>, Partial<Attempt>, readonly Capture[], boolean]>([
  ['another reference', { processorReference: 'psp_2' }, {}, [], true],
  ['another reference, while another attempt is charged', { processorReference: 'psp_2' }, {}, [otherCapture], true],
  ['another reference after a charge', { processorReference: 'psp_2' }, {}, [sampleCapture], false],
  ['the same reference', { processorReference: 'psp_1' }, {}, [], false],
  ['the first reference', { processorReference: 'psp_2' }, { processorReference: null }, [], false],
  ['no reference', {}, {}, [], false],
  ['another reference by an operator', { source: 'operator', processorReference: 'psp_2' }, {}, [], false],
])('a report with %s is about another charge: %o, %o, %o, %s', (_name, result, change, captures, isOther) => {
  const attempt = { ...sampleAttempt, ...change }
  const deposit = { ...sampleDeposit, attempts: [attempt, endedAttempt], captures }
  expect(isAboutOtherCharge(deposit, attempt, { ...success, ...result })).toBe(isOther)
})

test('an attempt with two references is contested until it has ended', () => {
  const contested: Attempt = { ...sampleAttempt, errorClass: 'other_reference' }
  expect([contested, sampleAttempt, { ...contested, state: 'succeeded' as const }].map(isContested)).toEqual([
    true,
    false,
    false,
  ])
})
