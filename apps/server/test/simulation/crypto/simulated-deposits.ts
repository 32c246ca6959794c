import type { AppContext } from '../../../src/context.ts'
import { findDepositMatch, reverseCapture } from '../../../src/modules/deposits/operator.ts'
import { creditReceipt, endInvoice, findDepositByReference } from '../../../src/modules/deposits/service.ts'
import { bindContext } from '../../fixtures/app/bind-context.ts'

export type SimulatedDeposits = ReturnType<typeof bindDeposits>

/** Binds what the invoices of one server and its operators do with deposits. */
export function bindDeposits(context: AppContext) {
  return {
    ...bindContext(context, { creditReceipt, endInvoice, findDepositByReference }),
    operator: bindContext(context, { findDepositMatch, reverseCapture }),
  }
}
