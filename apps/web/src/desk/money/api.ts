import { queryOptions } from '@tanstack/react-query'
import { type ChargebackState, type DepositQueue, deskMoneyCalls } from '@tradefront/contract/desk-money'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listDeposits, getDeposit, listChargebacks, getBonusTerms } = deskMoneyCalls

export const depositsQuery = (queue: DepositQueue) =>
  queryOptions({
    queryKey: callKey(listDeposits, { query: { queue } }),
    queryFn: () => performCall(listDeposits, { query: { queue } }),
    ...follow(['deposits']),
  })

export const depositQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(getDeposit, { params: { id } }),
    queryFn: async () => (await performCall(getDeposit, { params: { id } })).deposit ?? null,
    ...follow(['deposits', 'chargebacks']),
  })

export const chargebacksQuery = (state: ChargebackState) =>
  queryOptions({
    queryKey: callKey(listChargebacks, { query: { state } }),
    queryFn: async () => (await performCall(listChargebacks, { query: { state } })).chargebacks,
    ...follow(['chargebacks']),
  })

export const bonusTermsQuery = queryOptions({
  queryKey: callKey(getBonusTerms),
  queryFn: () => performCall(getBonusTerms, {}),
})
