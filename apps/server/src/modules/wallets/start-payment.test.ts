import type { DepositView } from '@tradefront/contract/deposits'
import { wallets } from '@tradefront/processors/registry'
import type { AttemptState } from '@tradefront/rules/deposits/deposit-state-machine'
import { expect, test } from 'vitest'

import { explainFailedStart } from './start-payment.ts'

const attempt = {
  reference: 'a-1',
  depositId: 'd-1',
  errorClass: 'declined',
  action: null,
  amount: 1000,
  currency: 'USD',
} as const
const failed = { state: 'failed', reason: 'orange.pay_fail', message: 'Nothing was charged.' } as DepositView
const build = (wallet: (typeof wallets)[number], state: AttemptState, deposit: DepositView) =>
  explainFailedStart(wallet, { ...wallet.buildStartReply({ ...attempt, state }), deposit })

test.each(wallets)('$name: a start that fails at once has a code and a message', (wallet) => {
  for (const state of ['declined_soft', 'declined_hard', 'not_charged'] as const)
    expect(build(wallet, state, failed)).toMatchObject({
      return: false,
      status: state === 'declined_hard' ? 'failed' : 'declined',
      error: 'orange.pay_fail',
      message: 'Nothing was charged.',
    })
})

test.each(wallets)('$name: no other start has a code', (wallet) => {
  expect(build(wallet, 'pending', { ...failed, state: 'processing' })).not.toHaveProperty('error')
  // A repeated call gets the first reply, also after the payment has failed.
  expect(build(wallet, 'pending', failed)).not.toHaveProperty('error')
})

test('a repeated start of a payment that was replaced before the wallet was asked has a code and a message', () => {
  const replaced = { state: 'failed', reason: 'deposits.superseded', message: 'Replaced.' } as DepositView
  const [wallet] = wallets
  if (wallet === undefined) throw new Error('invariant: there are wallets')
  expect(explainFailedStart(wallet, { return: false, deposit: replaced })).toMatchObject({
    error: 'deposits.superseded',
    message: 'Replaced.',
  })
})
