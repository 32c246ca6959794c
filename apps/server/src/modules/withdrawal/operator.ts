import type { ActionInput } from '@tradefront/contract/operator-actions'
import { refuse, ok, type Result } from '@tradefront/rules/result'
import { heldStates } from '@tradefront/rules/withdrawal/withdrawal-states'

import type { ActionHandlers, AppContext } from '../../context.ts'
import { type AuditEntry, insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { withdrawAlert } from '../alerts/service.ts'
import { listOppositeAccounts } from '../trading/service.ts'
import { applyPayoutResult, writeResult } from './apply-payout-result.ts'
import { markPayoutSent } from './payout-store.ts'
import { askAboutPayoutNow, derivePayoutReference } from './send-payouts.ts'
import { type MailedState, mailWithdrawal } from './withdrawal-mails.ts'
import { updateApproved, endUndecided, returnApproved } from './decision-store.ts'
import {
  findByNumber,
  findLastApproved,
  findWithdrawal,
  listWithdrawalRows,
  type WithdrawalListFilter,
} from './withdrawal-store.ts'
import type { Payout, Withdrawal } from './withdrawal.ts'

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

// Operators make these decisions. Of two at once, one counts.

/** Lists confirmed withdrawals, newest first. @param before id of the last one of the page before */
export function listAllWithdrawals(
  { reports }: AppContext,
  filter: WithdrawalListFilter,
  before: string | null,
  limit: number,
) {
  return listWithdrawalRows(reports, filter, before, limit)
}

/** Lists withdrawals whose money is on hold. */
export function listOpenWithdrawals({ reports }: AppContext, limit: number) {
  return listWithdrawalRows(reports, { states: heldStates, userId: null }, null, limit)
}

/** Finds a withdrawal by its id or its number. */
export async function findByReference({ db }: AppContext, reference: string): Promise<Withdrawal | 'none' | 'several'> {
  const [found, ...others] = /^[\da-f-]{12,36}$/i.test(reference) ? await findByNumber(db, reference) : []
  if (found === undefined) return 'none'
  return others.length > 0 ? 'several' : found
}

/** Actions on withdrawals at the desk. Trades against related accounts, which no approval has reviewed, need a second operator. */
export const withdrawalActions: ActionHandlers = {
  'withdrawal.approve': async (context, { withdrawal: id, trader, amount, currency }, by) => {
    const withdrawal = await findWithdrawal(context.db, id, trader)
    if (withdrawal === null || withdrawal.amount !== amount || withdrawal.currency !== currency)
      return refuse('desk.changed')
    if (by.signers < 2 && (await listAccountsAgainst(context, withdrawal)).length > 0) return 'needs_second'
    return approveWithdrawal(context, withdrawal, by)
  },
  'withdrawal.reject': async (context, { withdrawal: id, words }, by) => {
    const withdrawal = await findWithdrawal(context.db, id, null)
    return withdrawal === null ? refuse('desk.changed') : rejectWithdrawal(context, withdrawal, words, by)
  },
  'withdrawal.pay_by_hand': async (context, { reference, ...part }, by) => {
    const found = await findPart(context, part)
    return found === null ? refuse('desk.changed') : payByHand(context, found.withdrawal, found.payout, reference, by)
  },
  'withdrawal.decide_doubt': async (context, { result, words, ...part }, by) => {
    const found = await findPart(context, part)
    if (found?.payout.state !== 'in_doubt') return refuse('desk.changed')
    const decision =
      result === 'paid'
        ? ({ state: 'paid', sentReference: words } as const)
        : ({ state: 'refused', reason: words } as const)
    const isDecided = await decidePayout(context, found.withdrawal, found.payout, decision, by)
    return isDecided ? ok() : refuse('withdrawal.decided')
  },
}

async function findPart(
  { db }: AppContext,
  { withdrawal: id, part, trader, amount, currency }: Omit<ActionInput<'withdrawal.pay_by_hand'>, 'reference'>,
) {
  const withdrawal = await findWithdrawal(db, id, trader)
  const payout = withdrawal?.payouts.find(({ number }) => number === part)
  if (withdrawal === null || payout?.amount !== amount || withdrawal.currency !== currency) return null
  return { withdrawal, payout }
}

/**
 * Marks a part as paid by hand that is due, and goes to the trader's account. The server that would send it finds it paid, or has sent it
 * already.
 */
async function payByHand(
  context: AppContext,
  withdrawal: Withdrawal,
  payout: Payout,
  bankReference: string,
  by: Operator,
): Promise<Result> {
  if (payout.account === null || payout.charge !== null) return refuse('desk_money.part_to_card')
  const now = context.clock.now()
  const due = { ...payout, withdrawalId: withdrawal.id, userId: withdrawal.userId }
  const reference = derivePayoutReference(payout.id, payout.tries + 1)
  const result = { state: 'paid', sentReference: bankReference, sentAs: null, isByHand: true } as const
  const audit = buildAudit(context, by, 'pay_by_hand', withdrawal, { payout: payout.number, reference: bankReference })
  try {
    const isPaid = await context.db.transaction().execute(async (trx) => {
      if (!(await markPayoutSent(trx, due, reference, now, now))) return false
      return writeResult(context, trx, { ...due, reference }, result, audit)
    })
    if (!isPaid) return refuse('desk_money.part_being_sent')
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    const refusal = constraint === null ? undefined : refusals[constraint]
    if (refusal === undefined) throw error
    return refuse(refusal)
  }
  await publishUserChanged(context, withdrawal.userId)
  return ok()
}

export function approveWithdrawal(context: AppContext, withdrawal: Withdrawal, by: Operator) {
  return decide(context, withdrawal, 'approved', async (trx) => {
    const opposite = await listOpposite(trx, withdrawal.userId)
    const after = { state: 'approved', opposite: opposite.length === 0 ? undefined : opposite }
    return updateApproved(trx, withdrawal.id, buildAudit(context, by, 'approve', withdrawal, after))
  })
}

/** Lists related accounts with trades against the trader's that no approval has reviewed: a second operator must approve, too. */
export function listAccountsAgainst({ db }: AppContext, { userId }: Withdrawal) {
  return listOpposite(db, userId)
}

/** Rejects a withdrawal. @param reason that the trader reads */
export function rejectWithdrawal(context: AppContext, withdrawal: Withdrawal, reason: string, by: Operator) {
  const audit = buildAudit(context, by, 'reject', withdrawal, { state: 'rejected', reason })
  return decide(context, withdrawal, 'rejected', (trx) =>
    endUndecided(trx, withdrawal.id, null, { state: 'rejected', reason, audit, at: audit.at }),
  )
}

/** Returns the money of a withdrawal before anything of it was sent. @param reason that the trader reads */
export function returnWithdrawal(context: AppContext, withdrawal: Withdrawal, reason: string, by: Operator) {
  const audit = buildAudit(context, by, 'return', withdrawal, { state: 'returned', reason })
  return decide(context, withdrawal, 'returned', (trx) => returnApproved(trx, withdrawal.id, reason, audit))
}

/** Records the operator's finding about a payout in doubt. Returns false if it was decided before. */
export async function decidePayout(
  context: AppContext,
  withdrawal: Withdrawal,
  payout: Payout,
  decision:
    | { readonly state: 'paid'; readonly sentReference: string }
    | { readonly state: 'refused'; readonly reason: string },
  by: Operator,
): Promise<boolean> {
  const audit = buildAudit(context, by, 'decide_doubt', withdrawal, { payout: payout.number, ...decision })
  const result = decision.state === 'paid' ? { ...decision, sentAs: null } : decision
  await applyPayoutResult(context, { ...payout, withdrawalId: withdrawal.id, userId: withdrawal.userId }, result, audit)
  const after = await findWithdrawal(context.db, withdrawal.id, null)
  return after?.payouts.find(({ id }) => id === payout.id)?.state === decision.state
}

/** Asks the channel about a payout. Returns false if it is not being sent. */
export async function askAboutPayout(
  context: AppContext,
  withdrawal: Withdrawal,
  payout: Payout,
  by: Operator,
): Promise<boolean> {
  if (!(await askAboutPayoutNow(context, payout.id))) return false
  const after = await findWithdrawal(context.db, withdrawal.id, null)
  const asked = after?.payouts.find(({ id }) => id === payout.id)
  const found = { state: after?.state, payout: payout.number, payoutState: asked?.state }
  await insertAuditEntry(context.db, buildAudit(context, by, 'ask', withdrawal, found))
  return true
}

function buildAudit(
  { clock }: AppContext,
  by: Operator,
  action: string,
  { id, state }: Withdrawal,
  after: unknown,
): AuditEntry {
  return {
    by,
    action: `withdrawal.${action}`,
    subject: `withdrawal:${id}`,
    before: { state },
    after,
    at: clock.now(),
  }
}

async function listOpposite(reader: Db, userId: number) {
  return listOppositeAccounts(reader, userId, await findLastApproved(reader, userId))
}

async function decide(
  context: AppContext,
  withdrawal: Withdrawal,
  to: MailedState,
  change: (trx: Db) => Promise<boolean>,
): Promise<Result<void, Decision>> {
  try {
    const isDone = await context.db.transaction().execute(async (trx) => {
      if (!(await change(trx))) return false
      await withdrawAlert(
        trx,
        { kind: 'withdrawal.waiting', subject: `withdrawal:${withdrawal.id}` },
        context.clock.now(),
      )
      await mailWithdrawal(context, trx, withdrawal.id, to)
      return true
    })
    if (!isDone) return refuse('withdrawal.decided')
    await publishUserChanged(context, withdrawal.userId)
    return ok()
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    const refusal = constraint === null ? undefined : refusals[constraint]
    if (refusal === undefined) throw error
    return refuse(refusal)
  }
}
