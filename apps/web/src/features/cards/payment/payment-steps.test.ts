import type { Deposit } from '@tradefront/contract/domain/deposits'
import { expect, test } from 'vitest'

import { isFurtherBankPage, listPaymentSteps } from './payment-steps.ts'

type Step = NonNullable<Deposit['step']>

const redirect: Step['action'] = { kind: 'redirect', url: 'https://bank.example/' }

function createDeposit(
  tried: Deposit['tried'],
  next: Deposit['next'],
  step: Pick<Step, 'processor' | 'state' | 'action'> | null,
  redirectedBy: Deposit['redirectedBy'] = [],
): Deposit {
  return {
    tried,
    redirectedBy,
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
    'after a pre-check that gave no answer',
    { ...createDeposit(['FRAUD'], 'ORANGE', null), unchecked: true as const },
    ['check failed', 'ask present', 'confirm ahead'],
  ],
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

test.each<[Deposit['tried'], Deposit['redirectedBy'], boolean]>([
  [['FRAUD', 'ORANGE'], ['ORANGE'], false],
  // These processors decline cards with 3-D Secure without a page.
  [['FRAUD', 'ZOOM', 'ENTROPAY', 'ORANGE'], ['ORANGE'], false],
  [['ZOOM', 'CONCEPT', 'ORANGE'], ['CONCEPT', 'ORANGE'], true],
])('after %j, of which %j had a page, it is announced as a further one: %s', (tried, redirectedBy, isFurther) => {
  const deposit = createDeposit(
    tried,
    null,
    { processor: 'ORANGE', state: 'requires_action', action: redirect },
    redirectedBy,
  )
  expect(isFurtherBankPage(deposit)).toBe(isFurther)
})
