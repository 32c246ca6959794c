import type { RawBuilder } from 'kysely'

import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { CaptureKey } from '../deposit.ts'

/** Withdrawals of a trader, locked until the end of the transaction. */
export type LockedPayouts = {
  /** Money on hold that returns to cash, in minor units. */
  readonly returned: number
  /** Ids of withdrawals that end now. */
  readonly withdrawalIds: readonly string[]
  readonly payoutIds: readonly string[]
  /** Withdrawals of which something was sent before. */
  readonly sentIds: readonly string[]
}

/** Stops what waits to be paid out to a trader whose money was taken back. Implemented by the module that owns payouts. */
export type PayoutStop = {
  /** Locks the trader first, as all transactions do. */
  readonly lockPayouts: (trx: Db, userId: number, capture: CaptureKey) => Promise<LockedPayouts>
  /**
   * Builds the parts of the statement that takes the money back; `entries` selects the ledger entries of what returns.
   * @param condition SQL condition under which they happen
   */
  readonly buildStop: (
    locked: LockedPayouts,
    condition: RawBuilder<unknown>,
    at: Date,
  ) => { readonly parts: RawBuilder<unknown>; readonly entries: RawBuilder<unknown> }
  /** Adds mails and alerts in the same transaction. */
  readonly announceStop: (context: AppContext, trx: Db, locked: LockedPayouts, at: Date) => Promise<void>
}
