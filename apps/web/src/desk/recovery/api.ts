import { queryOptions } from '@tanstack/react-query'
import { deskRecoveryCalls } from '@tradefront/contract/desk-recovery'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

export const recoveryQuery = queryOptions({
  queryKey: callKey(deskRecoveryCalls.getRecovery),
  queryFn: ({ signal }) => performCall(deskRecoveryCalls.getRecovery, { signal }),
  ...follow(['quarantines']),
})
