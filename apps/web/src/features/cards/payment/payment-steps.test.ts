import type { Deposit } from '@tradefront/contract/domain/deposits'
import { expect, test } from 'vitest'

import { isFurtherBankPage, listPaymentSteps } from './payment-steps.ts'

type Step = NonNullable<Deposit['step']>

const redirect: Step['action'] = { kind: 'redirect', url: 'https://bank.example/' }

function createDeposit(
  tried: Deposit['tried'],
  next: Deposit['next'],
  step: Pick<Step, 'processor' | 'state' | 'action'> | null,
): Deposit {
  return {
    tried,
    next,
    step: step === null ? null : { ...step, transactionId: 't', startedAtMs: 1, deadlineAtMs: null },
  } as Deposit
}

const describeSteps = (deposit: Deposit | null) => listPaymentSteps(deposit).map(({ id, state }) => `${id} ${state}`)

test.each([
  ['before the deposit is open', null, ['check present', 'ask ahead', 'confirm ahead']],
  ['before the pre-check', createDeposit([], 'FRAUD', null), ['check present', 'ask ahead', 'confirm ahead']],
  ['before the first charge', createDeposit(['FRAUD'], 'ORANGE', null), ['check done', 'ask present', 'confirm ahead']],
  [
    'while the first processor answers',
    createDeposit(['FRAUD', 'ORANGE'], null, { processor: 'ORANGE', state: 'sent', action: null }),
    ['check done', 'ask present', 'confirm ahead'],
  ],
  [
    'while the bank asks the trader',
    createDeposit(['ORANGE'], null, { processor: 'ORANGE', state: 'requires_action', action: redirect }),
    ['check done', 'ask done', 'verify present', 'confirm ahead'],
  ],
  [
    'while the first result is awaited',
    createDeposit(['ORANGE'], null, { processor: 'ORANGE', state: 'pending', action: null }),
    ['check done', 'ask done', 'confirm present'],
  ],
  [
    'after a decline',
    createDeposit(['ORANGE'], 'CONCEPT', null),
    ['check done', 'ask failed', 'other present', 'confirm ahead'],
  ],
  [
    'while the second processor answers',
    createDeposit(['ORANGE', 'CONCEPT'], null, { processor: 'CONCEPT', state: 'sent', action: null }),
    ['check done', 'ask failed', 'other present', 'confirm ahead'],
  ],
  [
    'while the second processor asks for a code',
    createDeposit(['ORANGE', 'ENTROPAY'], null, {
      processor: 'ENTROPAY',
      state: 'requires_action',
      action: { kind: 'dialog', dialog: 'entro_pin' },
    }),
    ['check done', 'ask failed', 'other done', 'verify present', 'confirm ahead'],
  ],
  [
    'while the second result is in doubt',
    createDeposit(['ORANGE', 'CONCEPT'], null, { processor: 'CONCEPT', state: 'in_doubt', action: null }),
    ['check done', 'ask failed', 'other done', 'confirm present'],
  ],
  ['before the end', createDeposit(['ORANGE'], null, null), ['check done', 'ask done', 'confirm present']],
])('%s', (_when, deposit, steps) => {
  expect(describeSteps(deposit)).toEqual(steps)
})

test('only a page after a failed attempt is announced', () => {
  const first = createDeposit(['FRAUD', 'ORANGE'], null, {
    processor: 'ORANGE',
    state: 'requires_action',
    action: redirect,
  })
  const second = createDeposit(['ORANGE', 'CONCEPT'], null, {
    processor: 'CONCEPT',
    state: 'requires_action',
    action: redirect,
  })
  expect([first, second].map(isFurtherBankPage)).toEqual([false, true])
})
