import { tradingCalls } from '@tradefront/contract/trading'
import { useEffect } from 'react'

import { request } from '../../platform/api/request.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { trialToken } from '../../platform/storage/trial-token.ts'
import { marketQuery } from './api.ts'

/** Makes the practice trade of a visitor the first one of the account that was opened after it. */
export function useKeepTrial(): void {
  useEffect(() => {
    const token = trialToken.read()
    if (token !== null) void keepTrial(token)
  }, [])
}

async function keepTrial(token: string): Promise<void> {
  const reply = await request(tradingCalls.keepTrial, { body: { token } }).catch(() => null)
  // Without an answer, or while the price of the trade is not known, the next page tries again.
  if (reply === null || reply.error === 'trading.trial_waits') return
  trialToken.forget()
  if (reply.trade !== undefined) await queryClient.invalidateQueries({ queryKey: marketQuery.queryKey })
}
