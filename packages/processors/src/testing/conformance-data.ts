import { attemptStates } from '@tradefront/rules/deposits/deposit-state-machine'
import fc from 'fast-check'

import type { AttemptView, Processor, ProcessorAction } from '../processor.ts'
import { processorTestData } from '../test-data.ts'
import { pageUrl } from './provider-words.ts'

/** Input of the conformance suite. */

export const card = {
  number: '4242424242424242',
  expMonth: 4,
  expYear: 2031,
  firstName: 'Ada',
  lastName: 'Canary',
  brand: 'visa',
}
export const walletFields = {
  email: 'ada@example.com',
  currency: 'USD',
  random: '0123456789abcdef',
  account: 'ada-at-wallet',
  secureId: '731905',
}
const payment = {
  reference: '6f3b9d9e-0c53-4b0a-9f5c-5f8f6f0a7d11',
  amountMinor: 100_000,
  currency: 'USD',
  country: 'US',
  userId: '7',
  returnUrl: 'http://127.0.0.1:3000/return/x',
  notifyUrl: 'http://127.0.0.1:3000/hooks/x',
}

export const charge = { ...payment, card }
export const walletCharge = {
  ...payment,
  account: { email: walletFields.email, account: walletFields.account, secureId: walletFields.secureId },
}

const actions: readonly ProcessorAction[] = [
  { kind: 'redirect', url: pageUrl },
  { kind: 'dialog', dialog: 'entro_start', url: pageUrl },
  { kind: 'dialog', dialog: 'entro_pin' },
  {
    kind: 'tokenize',
    session: {
      key: 'k1',
      amount: 1000,
      scriptUrl: 'https://pay.example/zoom.js',
      fields: { number: 'a1', code: 'b1', expiry: 'c1' },
    },
  },
]
export const errorClasses = [
  null,
  'limit',
  'day_limit',
  'bad_card',
  'cards.declined_contact',
  'Expired card',
  '0051',
  '0000',
  '0008',
  'failed',
]

/** Attempts in all states, with all actions and error classes. */
export function listAttemptViews(): AttemptView[] {
  return attemptStates.flatMap((state) =>
    errorClasses.flatMap((errorClass) =>
      [null, ...actions].map((action) => ({
        reference: charge.reference,
        depositId: 'b1d4a4d2-94c5-44b5-9dcb-0c1b1f6fd2a3',
        state,
        errorClass,
        action: state === 'requires_action' ? action : null,
        amount: 1000,
        currency: 'USD',
      })),
    ),
  )
}

export function findTestData(name: string) {
  return processorTestData.find((data) => data.name === name)
}

export function findStartCall(processor: Processor): Processor['calls'][number]['call'] {
  const found = processor.calls.find(({ operation }) => operation === 'start')
  if (found === undefined) throw new Error('no start call')
  return found.call
}

/** Real field names, for objects whose values have no meaning. */
const fieldNames = [
  'status',
  'data',
  'return',
  'code',
  'session',
  'error',
  'redirect',
  'hashed_id',
  'event',
  'R1',
  'links',
  'charge',
  'attributes',
  'deposit',
  '__proto__',
]
const nonsense = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('APPROVED ', 'Successful', 'SUCCESS', '0', 'true', 'javascript:alert(1)', -0.5, 1e308, null),
)
/** Any values and objects that do not report a success. */
export const hostileReplies = fc
  .oneof(
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
    fc.dictionary(
      fc.constantFrom(...fieldNames),
      fc.oneof(nonsense, fc.dictionary(fc.constantFrom(...fieldNames), nonsense)),
    ),
  )
  .filter((reply) => !isSuccess(reply))

function isSuccess(reply: unknown): boolean {
  if (typeof reply !== 'object' || reply === null) return false
  const { code, status, event } = reply as Record<string, unknown>
  return code === 0 || status === 'success' || status === 'APPROVED' || event === 'successful'
}

export const unreadableReplies = [
  null,
  undefined,
  0,
  1,
  '',
  'ok',
  '<html>502</html>',
  true,
  [],
  [{}],
  Number.NaN,
] as const
