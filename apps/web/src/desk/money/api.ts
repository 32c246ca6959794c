import { queryOptions } from '@tanstack/react-query'
import {
  type ChargebackRow,
  type ChargebackState,
  type DepositQueue,
  type DeskDepositRow,
  deskMoneyCalls,
} from '@tradefront/contract/desk-money'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'
import type { PagedList } from '../paged-list.ts'

const { listDeposits, getDeposit, listChargebacks, getChargebacks, getBonusTerms } = deskMoneyCalls

export const depositList = (queue: DepositQueue): PagedList<DeskDepositRow> => ({
  key: callKey(listDeposits, { query: { queue } }),
  load: async (before, signal) => {
    const { deposits, hasMore } = await performCall(listDeposits, { query: { queue, before }, signal })
    return { rows: deposits, hasMore }
  },
  toCursor: ({ id }) => id,
  topics: ['deposits'],
})

export const depositQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(getDeposit, { params: { id } }),
    queryFn: async () => (await performCall(getDeposit, { params: { id } })).deposit ?? null,
    ...follow(['deposits', 'chargebacks']),
  })

export const chargebackList = (state: ChargebackState): PagedList<ChargebackRow> => ({
  key: callKey(listChargebacks, { query: { state } }),
  load: async (before, signal) => {
    const { chargebacks, hasMore } = await performCall(listChargebacks, { query: { state, before }, signal })
    return { rows: chargebacks, hasMore }
  },
  toCursor: ({ attempt, charge }) => `${attempt}.${charge}`,
  topics: ['chargebacks'],
})

/** The cases of a deposit: a processor can charge it more than once. */
export const chargebacksQuery = (deposit: string) =>
  queryOptions({
    queryKey: callKey(getChargebacks, { params: { id: deposit } }),
    queryFn: async ({ signal }) => (await performCall(getChargebacks, { params: { id: deposit }, signal })).chargebacks,
    ...follow(['chargebacks']),
  })

export const bonusTermsQuery = queryOptions({
  queryKey: callKey(getBonusTerms),
  queryFn: () => performCall(getBonusTerms, {}),
})
