import type { AttemptState, DepositState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'

export type OperatorStore = ReturnType<typeof createOperatorStore>

/** What an operator's lists have in common. Amounts in minor units; of an e-mail only as much as tells two apart. */
type OperatorListRow = {
  readonly depositId: string
  readonly userId: number
  readonly email: string
  readonly attemptRef: string | null
  readonly pspRef: string | null
  readonly processor: ProcessorName | null
  readonly amount: number
  readonly currency: string
}

export type ReviewRow = OperatorListRow & {
  readonly deposit: DepositState
  readonly attempt: AttemptState | null
  /** Where money of it is that was taken already. */
  readonly money: string | null
  readonly since: Date
  readonly checks: number | null
  readonly nextCheckAt: Date | null
}

export type SuspenseRow = OperatorListRow & {
  readonly place: 'suspense' | 'refund_due'
  readonly reason: string | null
  /** What the trader had asked for. */
  readonly asked: number
  readonly askedCurrency: string
  readonly since: Date
}

export type ApprovalRateRow = {
  readonly processor: ProcessorName
  readonly asked: number
  readonly approved: number
  readonly declined: number
  /** Never carried out: given up, lost, no card. */
  readonly dropped: number
  readonly undecided: number
}

/** One movement between a processor and us as the ledger has it. Minor units; `amount` is positive for either kind. */
export type LedgerMovement = {
  readonly kind: 'charge' | 'refund'
  readonly entry: string
  readonly ref: string | null
  readonly depositId: string | null
  readonly processor: string
  readonly amount: number
  readonly currency: string
  readonly refundRef: string | null
  /** Where the capture says it is now. */
  readonly place: string | null
  readonly at: Date
}

/** How we see an attempt that a statement names. */
export type AttemptSummary = {
  readonly ref: string
  readonly depositId: string
  readonly processor: string
  readonly state: AttemptState
  readonly place: string | null
}

export type AttemptEventRow = {
  readonly at: Date
  readonly processor: string
  readonly source: string
  readonly verdict: string
  readonly before: string
  readonly after: string
}

const maskedEmail = sql`left(u.email, 1) || '…@' || split_part(u.email, '@', 2)`
const activeStates = sql`('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review')`

/** The operator's lists, read from `reports`. Changes go through the services, as everybody's. */
export function createOperatorStore(db: Db, reports: Db) {
  return {
    /** Deposits that nobody could decide, oldest first. */
    async listReviews(limit: number): Promise<ReviewRow[]> {
      const { rows } = await sql<ReviewRow>`
        select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, a.our_ref as "attemptRef", a.psp_ref as "pspRef",
               a.processor, d.amount, d.currency, d.state as deposit, a.state as attempt, a.checks, a.next_check_at as "nextCheckAt",
               coalesce(a.waiting_since, d.updated_at) as since,
               (select string_agg(c.place, ', ' order by c.attempt_id) from captures c where c.deposit_id = d.id) as money
          from deposits d join user_accounts u on u.id = d.user_id
          left join attempts a on a.deposit_id = d.id and a.state in ${activeStates}
         where d.state = 'review' or a.state = 'manual_review' order by d.created_at, d.id limit ${limit}`.execute(
        reports,
      )
      return rows
    },

    /** Money in suspense and on its way back, oldest first. */
    async listSuspense(limit: number): Promise<SuspenseRow[]> {
      const { rows } = await sql<SuspenseRow>`
        select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, a.our_ref as "attemptRef", a.psp_ref as "pspRef",
               c.processor, c.amount, c.currency, c.place, c.reason, d.amount as asked, d.currency as "askedCurrency", c.at as since
          from captures c join attempts a on a.id = c.attempt_id join deposits d on d.id = c.deposit_id join user_accounts u on u.id = d.user_id
         where c.place in ('suspense', 'refund_due') order by c.at, c.attempt_id limit ${limit}`.execute(reports)
      return rows
    },

    /** Deposits that a reference names: the deposit's own, the short one of its receipt, an attempt's, or the processor's. */
    async findDepositsByReference(
      ref: string,
    ): Promise<{ depositId: string; userId: number; attemptRef: string | null }[]> {
      const { rows } = await sql<{ depositId: string; userId: number; attemptRef: string | null }>`
        select id as "depositId", user_id as "userId", null as "attemptRef" from deposits
         where id::text = lower(${ref}) or upper(right(id::text, 12)) = upper(${ref})
        union all
        select d.id, d.user_id, a.our_ref::text from attempts a join deposits d on d.id = a.deposit_id
         where a.our_ref::text = lower(${ref}) or a.psp_ref = ${ref}
         limit 3`.execute(db)
      return rows
    },

    /** What happened to the attempts of a deposit, oldest first. */
    async listAttemptEvents(depositId: string): Promise<AttemptEventRow[]> {
      const { rows } = await sql<AttemptEventRow>`
        select e.at, a.processor, e.source, e.verdict, e.state_before as before, e.state_after as after
          from attempt_events e join attempts a on a.id = e.attempt_id where a.deposit_id = ${depositId}::uuid order by e.id`.execute(
        reports,
      )
      return rows
    },

    /** How the attempts begun in a period ended, per processor. */
    async listApprovalRates(from: Date, to: Date): Promise<ApprovalRateRow[]> {
      const { rows } = await sql<ApprovalRateRow>`
        with tries as (
          select a.processor, a.state, case when a.charges then a.state = 'succeeded' or c.attempt_id is not null
                 else a.state = 'never_happened' end as approved
            from attempts a left join captures c on c.attempt_id = a.id
           where a.created_at >= ${from} and a.created_at < ${to} and a.error_class is distinct from 'switched_off')
        select processor, count(*) as asked, count(*) filter (where approved) as approved,
               count(*) filter (where not approved and state in ('declined_soft', 'declined_hard')) as declined,
               count(*) filter (where not approved and state = 'never_happened') as dropped,
               count(*) filter (where not approved and state in ${activeStates}) as undecided
          from tries group by processor order by processor`.execute(reports)
      return rows
    },

    /** Movements of the processors' clearing accounts: of the period, and of these attempts whenever they were. */
    async listLedgerMovements(from: Date, to: Date, refs: readonly string[]): Promise<LedgerMovement[]> {
      const { rows } = await sql<LedgerMovement>`
        select case when l.amount < 0 then 'charge' else 'refund' end as kind, e.kind || ' ' || e.subject as entry, a.our_ref::text as ref,
               a.deposit_id::text as "depositId", substr(l.account, 10) as processor, abs(l.amount) as amount, l.currency,
               c.refund_ref::text as "refundRef", c.place, e.at
          from ledger_lines l join ledger_entries e on e.id = l.entry_id
          left join attempts a on e.subject = 'attempt:' || a.id left join captures c on c.attempt_id = a.id
         where l.user_id is null and l.account like 'clearing:%'
           and ((e.at >= ${from} and e.at < ${to}) or a.our_ref::text = any(${[...refs]}::text[]))
         order by e.at, e.id`.execute(reports)
      return rows
    },

    /** The attempts behind these references. */
    async listAttemptsByRef(refs: readonly string[]): Promise<AttemptSummary[]> {
      const { rows } = await sql<AttemptSummary>`
        select a.our_ref::text as ref, a.deposit_id::text as "depositId", a.processor, a.state, c.place
          from attempts a left join captures c on c.attempt_id = a.id where a.our_ref::text = any(${[...refs]}::text[])`.execute(
        reports,
      )
      return rows
    },

    /** Writes down what an operator did that changed no row of ours. */
    async insertAuditEntry(entry: AuditEntry): Promise<void> {
      await sql`with ${auditCte(entry)} select 1`.execute(db)
    },
  }
}
