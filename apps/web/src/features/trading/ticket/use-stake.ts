import { useState } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useMarket } from '../use-market.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { getDefaultStake } from './ticket-rules.ts'
import type { PurchaseControl } from './use-purchase.ts'

/**
 * The stake of both kinds of ticket, which this browser remembers: `stake` below is what was set last. Another stake removes the message
 * about the last purchase.
 */
export function useStake({ reset }: PurchaseControl) {
  const market = useMarket()
  const { currency } = useUser()
  const workspace = useWorkspace()
  const [isEmpty, setEmpty] = useState(false)
  return {
    currency,
    /** The stake is in major units, and null while the field has no amount. */
    stake: isEmpty ? null : (workspace.stake ?? getDefaultStake(currency, market)),
    setStake: (next: number | null): void => {
      reset()
      setEmpty(next === null)
      if (next !== null) updateWorkspace((before) => ({ ...before, stake: next }))
    },
  }
}
