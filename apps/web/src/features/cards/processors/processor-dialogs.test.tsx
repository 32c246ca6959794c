// @vitest-environment jsdom
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { pagesCalls } from '@tradefront/contract/pages'
import { entropay } from '@tradefront/processors/entropay/processor'
import { act, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../../platform/testing/stub-browser.ts'
import { brokenReply, type CallHandler, stubCalls } from '../../../platform/testing/stub-calls.ts'
import { connectToaster } from '../../../platform/toasts.ts'
import { cardPayment, usePayment } from '../payment/card-payment.ts'
import { ProcessorDialogs } from './processor-dialogs.tsx'

beforeEach(stubBrowser)

const findCall = (wanted: string) =>
  entropay.calls.find(({ operation }) => operation === wanted)?.call ?? expect.fail(`no ${wanted}`)

const internalError = {
  status: 500,
  json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' },
}

function createDeposit(dialog: 'entro_start' | 'entro_pin'): Deposit {
  return {
    id: 'd-1',
    receiptNumber: 'R',
    state: 'processing',
    amount: 1000,
    currency: 'USD',
    bonus: 0,
    fixed: 1,
    bonusAmount: 0,
    wageringRequired: 0,
    card: null,
    invoice: null,
    next: null,
    tried: ['ENTROPAY'],
    redirectedBy: [],
    cascade: ['ENTROPAY'],
    reason: null,
    message: null,
    credited: null,
    refund: null,
    balance: null,
    createdAtMs: 1,
    endedAtMs: null,
    step: {
      processor: 'ENTROPAY',
      state: 'requires_action',
      action: { kind: 'dialog', dialog },
      transactionId: 't-1',
      startedAtMs: 1,
      deadlineAtMs: null,
    },
  }
}

function CurrentDialog() {
  return <ProcessorDialogs state={usePayment()} returnedFrom={null} />
}

async function openDialog(dialog: 'entro_start' | 'entro_pin', fragment: CallHandler, answer: CallHandler) {
  stubCalls([
    [{ ...pagesCalls.getFragment, path: `/api/ag/dialog_${dialog}` }, fragment],
    [findCall('complete'), answer],
    [findCall('cancel'), answer],
  ])
  const toasts: string[] = []
  connectToaster({ show: ({ text }) => toasts.push(text), dismiss: () => undefined })
  const screen = await renderWithProviders(<CurrentDialog />, { texts: ['cards', 'deposits'] })
  act(() => cardPayment.resumePayment({ deposit: createDeposit(dialog), recent: [] }, null))
  const shown = within(await screen.findByRole('dialog'))
  return { ...shown, toasts, user: userEvent.setup(), close: () => act(() => cardPayment.dismiss()) }
}

const neverAnswers: CallHandler = () => new Promise(() => {})
const failFragment: CallHandler = () => brokenReply

describe.each([
  ['entro_start', 'One more step'],
  ['entro_pin', 'Confirm with your code'],
] as const)('the dialog %s', (dialog, title) => {
  test.each([
    ['while its text is loading', neverAnswers],
    ['when its text cannot be loaded', failFragment],
    ['with a text without a title', () => ({ json: { return: true, page: dialog, title: '', html: '<p>Text</p>' } })],
  ])('has a title %s', async (_when, fragment) => {
    const shown = await openDialog(dialog, fragment, neverAnswers)
    shown.getByRole('heading', { name: title })
    shown.getByRole('button', { name: 'Pay another way' })
    shown.close()
  })
})

test('a code that is too short is explained, and its field gets the focus', async () => {
  const shown = await openDialog('entro_pin', failFragment, neverAnswers)
  await shown.user.type(shown.getByLabelText('PIN or CVV'), '12')
  await shown.user.click(shown.getByRole('button', { name: /^Confirm/ }))
  await shown.findByText('Enter the PIN or CVV: at least 3 digits.')
  expect(document.activeElement).toBe(shown.getByLabelText('PIN or CVV'))
  shown.close()
})

describe.each<[string, CallHandler]>([
  ['the error page of a proxy', () => brokenReply],
  ['an internal error', () => internalError],
])('%s', (_what, answer) => {
  test('after a code is a response error in the dialog', async () => {
    const shown = await openDialog('entro_pin', failFragment, answer)
    await shown.user.type(shown.getByLabelText('PIN or CVV'), '123{Enter}')
    await shown.findByText(/^No answer has arrived. Check your connection/)
    const field = shown.getByLabelText('PIN or CVV')
    expect(field).toHaveProperty('value', '')
    await shown.user.type(field, '1')
    expect(shown.queryByText(/^Enter the PIN or CVV/)).toBeNull()
    shown.close()
  })

  test('after "Pay another way" is a response error in a message', async () => {
    const shown = await openDialog('entro_start', failFragment, answer)
    await shown.user.click(shown.getByRole('button', { name: 'Pay another way' }))
    await expect
      .poll(() => shown.toasts.join())
      .toContain('No answer has arrived. Check your connection and try again.')
    shown.close()
  })
})
