import { refuse, ok, type Result } from '@tradefront/rules/result'
import { heldStates } from '@tradefront/rules/withdrawal/withdrawal-states'

import { type AuditEntry, insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { withdrawAlert } from '../alerts/service.ts'
import { listOppositeAccounts } from '../trading/service.ts'
import type { ApplyPayoutResult } from './apply-payout-result.ts'
import type { createSendPayouts } from './send-payouts.ts'
import type { MailedState, MailWithdrawal } from './withdrawal-mails.ts'
import { approveWithdrawal, endUndecided, returnApproved } from './decision-store.ts'
import {
  findByNumber,
  findLastApproved,
  findWithdrawal,
  listAllWithdrawals,
  type WithdrawalListFilter,
} from './withdrawal-store.ts'
import type { Payout, Withdrawal } from './withdrawal.ts'

export type WithdrawalOperator = ReturnType<typeof createWithdrawalOperator>

type WithdrawalOperatorDeps = {
  readonly db: Db
  /** For lists. */
  readonly reports: Db
  readonly clock: Clock
  readonly mailWithdrawal: MailWithdrawal
  readonly publishUser: (userId: number) => Promise<void>
  readonly applyPayoutResult: ApplyPayoutResult
  readonly askNow: ReturnType<typeof createSendPayouts>['askNow']
}

type Decision =
  | 'withdrawal.decided'
  | 'withdrawal.unverified'
  | 'withdrawal.charge_gone'
  | 'withdrawal.trader_owes'
  | 'withdrawal.destination_gone'

const refusals: Readonly<Partial<Record<ConstraintName, Decision>>> = {
  withdrawals_verified: 'withdrawal.unverified',
  payouts_capture_gone: 'withdrawal.charge_gone',
  payouts_debt: 'withdrawal.trader_owes',
  payouts_destination_gone: 'withdrawal.destination_gone',
}

/** Operators' decisions. Of two at once, one counts. */
export function createWithdrawalOperator(deps: WithdrawalOperatorDeps) {
  const { db, reports, clock, mailWithdrawal, publishUser, applyPayoutResult, askNow } = deps

  const buildAudit = (by: Operator, action: string, { id, state }: Withdrawal, after: unknown): AuditEntry => ({
    by,
    action: `withdrawal.${action}`,
    subject: `withdrawal:${id}`,
    before: { state },
    after,
    at: clock.now(),
  })

  const listOpposite = async (reader: Db, userId: number) =>
    listOppositeAccounts(reader, userId, await findLastApproved(reader, userId))

  const decide = async (
    withdrawal: Withdrawal,
    to: MailedState,
    change: (trx: Db) => Promise<boolean>,
  ): Promise<Result<void, Decision>> => {
    try {
      const isDone = await db.transaction().execute(async (trx) => {
        if (!(await change(trx))) return false
        await withdrawAlert(trx, { kind: 'withdrawal.waiting', subject: `withdrawal:${withdrawal.id}` }, clock.now())
        await mailWithdrawal(trx, withdrawal.id, to)
        return true
      })
      if (!isDone) return refuse('withdrawal.decided')
      await publishUser(withdrawal.userId)
      return ok()
    } catch (error) {
      const constraint = getViolatedConstraint(error)
      const refusal = constraint === null ? undefined : refusals[constraint]
      if (refusal === undefined) throw error
      return refuse(refusal)
    }
  }

  return {
    /** Confirmed ones, newest first. @param before id of the last one of the page before */
    listWithdrawals: (filter: WithdrawalListFilter, before: string | null, limit: number) =>
      listAllWithdrawals(reports, filter, before, limit),

    /** Those whose money is on hold. */
    listOpenWithdrawals: (limit: number) =>
      listAllWithdrawals(reports, { states: heldStates, userId: null }, null, limit),

    /** By the id or its number. */
    async findWithdrawal(reference: string): Promise<Withdrawal | 'none' | 'several'> {
      const [found, ...others] = /^[\da-f-]{12,36}$/i.test(reference) ? await findByNumber(db, reference) : []
      if (found === undefined) return 'none'
      return others.length > 0 ? 'several' : found
    },

    approveWithdrawal: (withdrawal: Withdrawal, by: Operator) =>
      decide(withdrawal, 'approved', async (trx) => {
        const opposite = await listOpposite(trx, withdrawal.userId)
        const after = { state: 'approved', ...(opposite.length > 0 && { opposite }) }
        return approveWithdrawal(trx, withdrawal.id, buildAudit(by, 'approve', withdrawal, after))
      }),

    /** Related accounts with trades against the trader's that no approval has reviewed: a second operator must approve, too. */
    listOppositeAccounts: ({ userId }: Withdrawal) => listOpposite(db, userId),

    /** @param reason that the trader reads */
    rejectWithdrawal: (withdrawal: Withdrawal, reason: string, by: Operator) => {
      const audit = buildAudit(by, 'reject', withdrawal, { state: 'rejected', reason })
      return decide(withdrawal, 'rejected', (trx) =>
        endUndecided(trx, withdrawal.id, null, { state: 'rejected', reason, audit, at: audit.at }),
      )
    },

    /** Before anything of it was sent. @param reason that the trader reads */
    returnWithdrawal: (withdrawal: Withdrawal, reason: string, by: Operator) => {
      const audit = buildAudit(by, 'return', withdrawal, { state: 'returned', reason })
      return decide(withdrawal, 'returned', (trx) => returnApproved(trx, withdrawal.id, reason, audit))
    },

    /** Records the operator's finding about a payout in doubt. False if it was decided before. */
    async decidePayout(
      withdrawal: Withdrawal,
      payout: Payout,
      decision:
        | { readonly state: 'paid'; readonly sentReference: string }
        | { readonly state: 'refused'; readonly reason: string },
      by: Operator,
    ): Promise<boolean> {
      const audit = buildAudit(by, decision.state === 'paid' ? 'pay' : 'return', withdrawal, {
        payout: payout.number,
        ...decision,
      })
      const result = decision.state === 'paid' ? { ...decision, sentAs: null } : decision
      await applyPayoutResult({ ...payout, withdrawalId: withdrawal.id, userId: withdrawal.userId }, result, audit)
      const after = await findWithdrawal(db, withdrawal.id, null)
      return after?.payouts.find(({ id }) => id === payout.id)?.state === decision.state
    },

    /** False if it is not being sent. */
    async askAboutPayout(withdrawal: Withdrawal, payout: Payout, by: Operator): Promise<boolean> {
      if (!(await askNow(payout.id))) return false
      const after = await findWithdrawal(db, withdrawal.id, null)
      const asked = after?.payouts.find(({ id }) => id === payout.id)
      const found = { state: after?.state, payout: payout.number, payoutState: asked?.state }
      await insertAuditEntry(db, buildAudit(by, 'ask', withdrawal, found))
      return true
    },
  }
}
