import type { AppContext } from '../../../src/context.ts'
import { decideClaim } from '../../../src/modules/deposits/claims.ts'
import { findDepositByReference } from '../../../src/modules/deposits/deposit-store.ts'
import { inquireAttempt } from '../../../src/modules/deposits/inquire-attempt.ts'
import { acceptSuspense, refundCapture, requestInquiry, resolveReview } from '../../../src/modules/deposits/operator.ts'
import { refundSuspense } from '../../../src/modules/deposits/refunds/resolve-suspense.ts'
import { repairDueTimes } from '../../../src/modules/deposits/repair-due-times.ts'
import { bindContext } from '../../fixtures/app/bind-context.ts'
import { processDueDeposits } from '../../fixtures/deposits/process-due-deposits.ts'

export type SimulatedDeposits = ReturnType<typeof bindDeposits>

/** Binds what operators and jobs of one server do. */
export function bindDeposits(context: AppContext) {
  return {
    ...bindContext(context, { findDepositByReference, inquireAttempt, processDueDeposits, repairDueTimes }),
    operator: bindContext(context, {
      acceptSuspense,
      decideClaim,
      refundCapture,
      refundSuspense,
      requestInquiry,
      resolveReview,
    }),
  }
}
