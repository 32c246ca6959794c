import type { AppContext } from '../../../src/context.ts'
import { confirmWithdrawal } from '../../../src/modules/withdrawal/confirm-withdrawal.ts'
import { removeDestination } from '../../../src/modules/withdrawal/destinations.ts'
import {
  approveWithdrawal,
  decidePayout,
  findByReference,
  listOpenWithdrawals,
  rejectWithdrawal,
  returnWithdrawal,
} from '../../../src/modules/withdrawal/operator.ts'
import { requestWithdrawal } from '../../../src/modules/withdrawal/request-withdrawal.ts'
import { compareEndedPayouts, sendDuePayouts } from '../../../src/modules/withdrawal/send-payouts.ts'
import {
  cancelWithdrawal,
  expireWithdrawalRequests,
  listWithdrawals,
  releaseVerifiedWithdrawals,
} from '../../../src/modules/withdrawal/service.ts'
import { bindContext } from '../../fixtures/app/bind-context.ts'

export type SimulatedWithdrawals = ReturnType<typeof bindWithdrawals>

/** Binds what traders, operators and jobs of one server do. */
export function bindWithdrawals(context: AppContext) {
  return {
    ...bindContext(context, {
      requestWithdrawal,
      confirmWithdrawal,
      cancelWithdrawal,
      listWithdrawals,
      removeDestination,
      sendDuePayouts,
      compareEndedPayouts,
      releaseVerified: releaseVerifiedWithdrawals,
      expireRequests: expireWithdrawalRequests,
    }),
    operator: bindContext(context, {
      approveWithdrawal,
      rejectWithdrawal,
      returnWithdrawal,
      decidePayout,
      listOpenWithdrawals,
      findWithdrawal: findByReference,
    }),
    /** Waits for the calls in progress. */
    close: context.rounds.waitForRounds,
  }
}
