import { type RawBuilder, sql } from 'kysely'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { type PayoutStop } from '../deposits/service.ts'
import { lockFrozenBonuses, postEntriesCte, unfreezeBonuses } from '../ledger/service.ts'
import { findUserById, lockUser } from '../users/service.ts'
import { selectReturnEntries } from './decision-store.ts'
import { type MailedState, mailWithdrawal } from './withdrawal-mails.ts'
import { findWithdrawal } from './withdrawal-store.ts'

type HeldRow = {
  readonly id: string
  /** Money on hold, in minor units. */
  readonly held: number
  readonly stopped: readonly string[]
  readonly isSent: boolean
  readonly hasPaid: boolean
}

/**
 * Stops payouts after a charge was taken back: nothing that waits is paid out to this trader. What was sent cannot be stopped: operators
 * are alerted.
 */
export const payoutStop: PayoutStop = {
  async lockPayouts(trx, userId, capture) {
    await lockUser(trx, userId)
    const held = await lockHeld(trx, userId)
    const ended = held.filter(({ isSent }) => !isSent)
    for (const { id } of ended) await lockFrozenBonuses(trx, id)
    const { rows: refunds } = await sql<{ id: string }>`
      select distinct withdrawal_id as id from payouts
       where attempt_id = ${capture.attemptId} and capture_number = ${capture.number} and state = 'paid'`.execute(trx)
    return {
      returned: ended.reduce((sum, each) => sum + each.held, 0),
      withdrawalIds: ended.map(({ id }) => id),
      payoutIds: held.flatMap(({ stopped }) => stopped),
      sentIds: [
        ...new Set([
          ...held.filter(({ isSent, hasPaid }) => isSent || hasPaid).map(({ id }) => id),
          ...refunds.map(({ id }) => id),
        ]),
      ],
    }
  },

  buildStop: ({ withdrawalIds, payoutIds }, condition, at) => ({
    parts: buildStopParts(withdrawalIds, payoutIds, condition, at),
    entries: selectReturnEntries('stopped_withdrawal', sql`m.returned`, at),
  }),

  async announceStop(context, trx, { withdrawalIds, sentIds }, at) {
    for (const id of withdrawalIds) {
      await unfreezeBonuses(trx, id, at)
      await endStopped(context, trx, id, 'withdrawal.stopped_reason', at)
    }
    for (const id of sentIds)
      await raiseAlert(trx, { kind: 'payout.after_chargeback', subject: `withdrawal:${id}` }, at)
  },
}

/** Stops all payouts because someone else had the trader's e-mail. The transaction must have locked the trader. */
export async function stopAllPayouts(context: AppContext, trx: Db, userId: number, at: Date): Promise<void> {
  const held = await lockHeld(trx, userId)
  const ended = held.filter(({ isSent }) => !isSent).map(({ id }) => id)
  const payouts = held.flatMap(({ stopped }) => stopped)
  for (const id of ended) await lockFrozenBonuses(trx, id)
  for (const id of ended) await unfreezeBonuses(trx, id, at)
  await sql`
        with ${buildStopParts(ended, payouts, sql`true`, at)},
        ${postEntriesCte(selectReturnEntries('stopped_withdrawal', sql`m.returned`, at))}
        select 1`.execute(trx)
  for (const id of ended) await endStopped(context, trx, id, 'withdrawal.undone_reason', at)
}

/** Locks withdrawals in the order of their ids, as all transactions that lock several. */
async function lockHeld(trx: Db, userId: number): Promise<HeldRow[]> {
  await sql`
    select from withdrawals where user_id = ${userId} and state in ('waiting_documents', 'waiting_approval', 'approved', 'paying')
     order by id for no key update`.execute(trx)
  const { rows } = await sql<HeldRow>`
    select w.id, w.amount - coalesce(sum(p.amount) filter (where p.state = 'paid'), 0)::bigint as held,
           coalesce(array_agg(p.id) filter (where p.state in ('waiting', 'due')), '{}') as stopped,
           bool_or(p.state in ('sent', 'in_doubt')) as "isSent", bool_or(p.state = 'paid') as "hasPaid"
      from withdrawals w join payouts p on p.withdrawal_id = w.id
     where w.user_id = ${userId} and w.state in ('waiting_documents', 'waiting_approval', 'approved', 'paying')
     group by w.id`.execute(trx)
  return rows
}

function buildStopParts(
  withdrawalIds: readonly string[],
  payoutIds: readonly string[],
  condition: RawBuilder<unknown>,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    stopped_payout as (
      update payouts set state = 'dropped', next_check_at = null, updated_at = ${at}
       where id = any(${[...payoutIds]}::uuid[]) and ${condition}
    ),
    stopped_withdrawal as (
      update withdrawals w
         set state = case when w.state in ('waiting_documents', 'waiting_approval') then 'rejected'
                          when exists (select from payouts p where p.withdrawal_id = w.id and p.state = 'paid') then 'paid_part'
                          else 'returned' end,
             returned = w.amount - coalesce((select sum(p.amount)::bigint from payouts p
                                              where p.withdrawal_id = w.id and p.state = 'paid'), 0),
             ended_at = ${at}, updated_at = ${at}
       where w.id = any(${[...withdrawalIds]}::uuid[]) and ${condition} returning *, record_ended_withdrawal(w.id)
    )`
}

/** Tells the trader why the withdrawal was stopped. */
async function endStopped(
  context: AppContext,
  trx: Db,
  id: string,
  why: 'withdrawal.stopped_reason' | 'withdrawal.undone_reason',
  at: Date,
): Promise<void> {
  const withdrawal = await findWithdrawal(trx, id, null)
  const user = withdrawal && (await findUserById(trx, withdrawal.userId))
  if (!withdrawal || !user) throw new Error('invariant: a stopped withdrawal has a trader')
  const reason = translate(toOfferedLocale(user.language), why)
  await sql`update withdrawals set reason = ${reason} where id = ${id}::uuid`.execute(trx)
  await withdrawAlert(trx, { kind: 'withdrawal.waiting', subject: `withdrawal:${id}` }, at)
  await withdrawAlert(trx, { kind: 'payout.unanswered', subject: `withdrawal:${id}` }, at)
  await mailWithdrawal(
    context,
    trx,
    { ...withdrawal, reason },
    why === 'withdrawal.stopped_reason' ? 'stopped' : toMailedState(withdrawal.state),
  )
}

function toMailedState(state: string): MailedState {
  return state === 'rejected' || state === 'paid_part' ? state : 'returned'
}
