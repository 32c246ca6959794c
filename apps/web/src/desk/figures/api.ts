import { queryOptions } from '@tanstack/react-query'
import { figureCalls, type figureDays } from '@tradefront/contract/desk-figures'
import type { Currency } from '@tradefront/rules/ledger/money'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'

const refreshMs = 30_000

export const figuresQuery = (currency: Currency, days: (typeof figureDays)[number]) => {
  const query = { currency, days: String(days) }
  return queryOptions({
    queryKey: callKey(figureCalls.getFigures, { query }),
    queryFn: ({ signal }) => performCall(figureCalls.getFigures, { query, signal }),
    refetchInterval: refreshMs,
  })
}
