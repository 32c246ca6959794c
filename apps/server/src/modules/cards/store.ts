import { type AttemptState, type Booking, type DepositState, isLive } from '@tradefront/rules/cards/machine'
import type { ProcessorName } from '@tradefront/rules/cards/plan'
import type { AttemptAction } from '@tradefront/processors/processor'
import type { Locale } from '@tradefront/texts/locales'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditExpression } from '../../platform/audit.ts'
import type { Db } from '../../platform/db.ts'
import { entryExpressions, type LedgerEntry } from '../ledger/service.ts'
import type { Deposit, Reply } from './deposit.ts'

export type DepositStore = ReturnType<typeof createDepositStore>

/** The store inside one transaction that holds the deposit's row. */
export type DepositTransaction = ReturnType<typeof transactionQueries>

/** What opening a deposit is decided by: the trader, the card that would be charged, and the day's count. */
export type Opener = {
  readonly country: string
  readonly currency: Deposit['currency']
  readonly cascade: string | null
  readonly affiliateId: string | null
  readonly minDepositCard: number | null
  readonly cardId: number | null
  readonly cardCountry: string | null
  readonly limitedIgnore: boolean
  readonly usedToday: number
  /** Failed deposits that reached a charging processor: what the fail limit counts. */
  readonly failedLately: number
}

export type NewDeposit = Pick<
  Deposit,
  | 'id'
  | 'userId'
  | 'cardId'
  | 'country'
  | 'amount'
  | 'currency'
  | 'bonus'
  | 'turnover'
  | 'fixed'
  | 'plan'
  | 'idemKey'
  | 'requestHash'
>

export type NewAttempt = {
  readonly processor: ProcessorName
  readonly charges: boolean
  readonly ourRef: string
  readonly nextCheckAt: Date | null
}

/** Everything one piece of evidence changes, written by one statement. */
export type OutcomeWrite = {
  readonly attempt: {
    readonly id: number
    readonly state: AttemptState
    readonly pspRef: string | null
    readonly errorClass: string | null
    readonly action: AttemptAction | null
    readonly answers: Record<string, Reply>
    readonly checks: number
    readonly waitingSince: Date
    readonly nextCheckAt: Date | null
  }
  readonly deposit: {
    readonly id: string
    readonly state: DepositState
    readonly reason: string | null
    readonly reasonText: string | null
    readonly ended: boolean
  }
  readonly event: {
    readonly source: string
    readonly verdict: string
    readonly stateBefore: string
    readonly detail: Record<string, string | number | boolean | null>
  }
  readonly capture: {
    readonly processor: ProcessorName
    readonly amount: number
    readonly currency: string
    readonly place: Booking
    readonly reason: string | null
    readonly refundRef: string | null
    readonly nextCheckAt: Date | null
  } | null
  readonly entry: LedgerEntry | null
  readonly wagering: {
    readonly userId: number
    readonly currency: string
    readonly bonus: number
    readonly required: number
  } | null
  readonly alert: { readonly kind: string; readonly subject: string } | null
  /** For an operator's doing. */
  readonly audit: AuditEntry | null
}

/** What an operator's decision about money in suspense changes, written by one statement. */
export type SuspenseWrite = {
  readonly attemptId: number
  readonly attemptState: AttemptState
  readonly stateBefore: AttemptState
  readonly depositId: string
  readonly depositState: DepositState
  readonly ended: boolean
  readonly place: 'refund_due' | 'credited_late'
  readonly refundRef: string | null
  readonly entry: LedgerEntry | null
  readonly audit: AuditEntry | null
}

const ms = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::bigint`

/** A deposit `d` with its attempts, captures, card and balance as one JSON value: the shape of `Deposit`. */
const depositJson = sql`json_build_object(
  'id', d.id, 'userId', d.user_id, 'language', (select u.language from users u where u.id = d.user_id), 'cardId', d.card_id, 'country', d.country, 'amount', d.amount, 'currency', d.currency,
  'bonus', d.bonus, 'turnover', d.turnover, 'fixed', d.fixed, 'plan', d.plan, 'state', d.state, 'reason', d.reason, 'reasonText', d.reason_text,
  'idemKey', d.idem_key, 'requestHash', encode(d.request_hash, 'hex'), 'counted', d.counted_on is not null,
  'closing', d.closing, 'createdAtMs', ${ms('d.created_at')}, 'endedAtMs', ${ms('d.ended_at')},
  'card', (select json_build_object('brand', c.brand, 'last4', c.last4) from cards c where c.id = d.card_id),
  'attempts', (select coalesce(json_agg(json_build_object(
      'id', a.id, 'seq', a.seq, 'processor', a.processor, 'charges', a.charges, 'state', a.state, 'ourRef', a.our_ref,
      'pspRef', a.psp_ref, 'errorClass', a.error_class, 'action', a.action, 'answers', a.answers, 'checks', a.checks,
      'nextCheckAtMs', ${ms('a.next_check_at')}, 'waitingSinceMs', ${ms('a.waiting_since')}, 'createdAtMs', ${ms('a.created_at')}
    ) order by a.seq), '[]') from attempts a where a.deposit_id = d.id),
  'captures', (select coalesce(json_agg(json_build_object('attemptId', p.attempt_id, 'processor', p.processor,
      'amount', p.amount, 'currency', p.currency, 'place', p.place) order by p.attempt_id), '[]')
    from captures p where p.deposit_id = d.id),
  'balance', (select coalesce(sum(b.amount), 0)::bigint from ledger_balances b
    where b.user_id = d.user_id and b.currency = d.currency and b.account in ('cash', 'bonus')))`

async function one<Row>(query: RawBuilder<Row>, on: Db): Promise<Row | null> {
  const { rows } = await query.execute(on)
  return rows[0] ?? null
}

async function loadDeposit(on: Db, where: RawBuilder<unknown>): Promise<Deposit | null> {
  const row = await one(sql<{ deposit: Deposit }>`select ${depositJson} as deposit from deposits d ${where}`, on)
  return row?.deposit ?? null
}

/** Deposits and their attempts. Every write that depends on what stands goes through `locked`. */
export function createDepositStore(db: Db) {
  return {
    /** The trader's facts that decide whether and how a deposit opens; `day` is the UTC date, failures count since `since`. */
    async opener(userId: number, day: string, since: Date): Promise<Opener> {
      const row = await one(
        sql<Opener>`
          select u.country, u.currency, u.cascade, u.affiliate_id as "affiliateId", u.min_deposit_card as "minDepositCard",
                 c.id as "cardId", c.country as "cardCountry",
                 u.limited_ignore as "limitedIgnore", coalesce(t.used, 0) as "usedToday",
                 (select count(*) from deposits d where d.user_id = u.id and d.state = 'failed' and d.counted_on is not null
                   and d.ended_at > ${since}) as "failedLately"
            from users u
            left join cards c on c.user_id = u.id and c.replaced_at is null
            left join card_days t on t.user_id = u.id and t.day = ${day}::date
           where u.id = ${userId}`,
        db,
      )
      if (row === null) throw new Error('no such user')
      return row
    },

    byId: (userId: number, id: string) => loadDeposit(db, sql`where d.id = ${id}::uuid and d.user_id = ${userId}`),
    byKey: (userId: number, key: string) => loadDeposit(db, sql`where d.idem_key = ${key} and d.user_id = ${userId}`),
    open: (userId: number) => loadDeposit(db, sql`where d.user_id = ${userId} and d.state in ('open', 'processing')`),
    byRef: (ourRef: string) =>
      loadDeposit(db, sql`where d.id = (select deposit_id from attempts where our_ref = ${ourRef}::uuid)`),

    /** The latest deposits of a trader, newest first. */
    async recent(userId: number, limit: number): Promise<Deposit[]> {
      const { rows } = await sql<{ deposit: Deposit }>`
        select ${depositJson} as deposit from deposits d where d.user_id = ${userId} order by d.created_at desc, d.id limit ${limit}`.execute(
        db,
      )
      return rows.map((row) => row.deposit)
    },

    /**
     * An attempt of the trader behind a session: one query for the poll, which everybody calls most.
     * `userId` is null without a valid session; `deposit` is null when there is no such attempt of this trader.
     */
    async listened(sessionHash: Buffer, now: Date, ourRef: string | null, depositId: string | null) {
      return one(
        sql<{ userId: number; language: Locale; deposit: Deposit | null }>`
          select s.user_id as "userId", u.language,
            (select ${depositJson} from attempts a join deposits d on d.id = a.deposit_id
              where d.user_id = s.user_id and a.our_ref = ${ourRef}::uuid and d.id = ${depositId}::uuid) as deposit
            from sessions s join users u on u.id = s.user_id
           where s.id_hash = ${sessionHash} and s.expires_at > ${now}`,
        db,
      )
    },

    /** The newest attempt of a trader at a processor that still waits for something. */
    liveAt: (userId: number, processor: ProcessorName) =>
      loadDeposit(
        db,
        sql`where d.id = (select a.deposit_id from attempts a join deposits x on x.id = a.deposit_id
          where x.user_id = ${userId} and a.processor = ${processor} and a.state in ('sent', 'requires_action', 'pending', 'in_doubt')
          order by a.id desc limit 1)`,
      ),

    /** Runs `work` holding the deposit's row, in one transaction. Null when `find` gives none. */
    async locked<Result>(
      find: { readonly id: string } | { readonly ourRef: string } | { readonly attemptId: number },
      work: (deposit: Deposit, tx: DepositTransaction) => Promise<Result>,
    ): Promise<Result | null> {
      return db.transaction().execute(async (trx) => {
        const where =
          'id' in find
            ? sql`where d.id = ${find.id}::uuid`
            : 'ourRef' in find
              ? sql`where d.id = (select deposit_id from attempts where our_ref = ${find.ourRef}::uuid)`
              : sql`where d.id = (select deposit_id from attempts where id = ${find.attemptId})`
        const held = await one(sql<{ id: string }>`select d.id from deposits d ${where} for no key update`, trx)
        if (held === null) return null
        // A statement of its own, so that it sees what the one waited for has written.
        const deposit = await loadDeposit(trx, sql`where d.id = ${held.id}::uuid`)
        return deposit === null ? null : work(deposit, transactionQueries(trx))
      })
    },

    /** Opens a deposit. False when the trader has an open one, or this key is taken: look again. */
    async insert(deposit: NewDeposit, now: Date): Promise<boolean> {
      const { rows } = await sql`
        insert into deposits (id, user_id, card_id, country, amount, currency, bonus, turnover, fixed, plan, state, idem_key, request_hash, created_at, updated_at)
        values (${deposit.id}::uuid, ${deposit.userId}, ${deposit.cardId}, ${deposit.country}, ${deposit.amount}, ${deposit.currency},
          ${deposit.bonus}, ${deposit.turnover}, ${deposit.fixed}, ${[...deposit.plan]}::text[], 'open', ${deposit.idemKey}, decode(${deposit.requestHash}, 'hex'), ${now}, ${now})
        on conflict do nothing returning id`.execute(db)
      return rows.length === 1
    },

    /**
     * Takes attempts that are due, so that no other copy takes them until the lease ends.
     * @returns their references, oldest first
     */
    async claimDue(now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ ref: string }>`
        update attempts set next_check_at = ${leaseUntil}
         where id in (select id from attempts where next_check_at <= ${now} order by next_check_at limit ${limit} for update skip locked)
        returning our_ref as ref`.execute(db)
      return rows.map((row) => row.ref)
    },

    /** Lets an attempt be asked about at once. */
    async wake(ourRef: string, now: Date): Promise<void> {
      await sql`update attempts set next_check_at = ${now} where our_ref = ${ourRef}::uuid
        and state in ('sent', 'requires_action', 'pending', 'in_doubt')`.execute(db)
    },

    /** Open deposits that nobody went on with since `before` and where nothing is undecided. */
    async idle(before: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select d.id from deposits d where d.state in ('open', 'processing') and d.updated_at < ${before}
          and not exists (select 1 from attempts a where a.deposit_id = d.id and a.state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review'))
         order by d.updated_at limit ${limit}`.execute(db)
      return rows.map((row) => row.id)
    },

    /** Remembers a processor's event; false when it was here before and has been applied. */
    async rememberEvent(processor: string, eventId: string, ourRef: string, body: Reply, now: Date): Promise<boolean> {
      const row = await one(
        sql<{ fresh: boolean }>`
          insert into psp_events as e (processor, event_id, our_ref, body, received_at)
          values (${processor}, ${eventId}, ${ourRef}::uuid, ${JSON.stringify(body)}::jsonb, ${now})
          on conflict (processor, event_id) do update set received_at = e.received_at
          returning e.applied_at is null as fresh`,
        db,
      )
      return row?.fresh ?? false
    },

    async eventApplied(processor: string, eventId: string, now: Date): Promise<void> {
      await sql`update psp_events set applied_at = ${now} where processor = ${processor} and event_id = ${eventId} and applied_at is null`.execute(
        db,
      )
    },

    /** Events that were stored and, because the server died, not applied. */
    async unappliedEvents(before: Date, limit: number) {
      const { rows } = await sql<{ processor: string; eventId: string; body: Reply }>`
        select processor, event_id as "eventId", body from psp_events
         where applied_at is null and received_at < ${before} order by received_at limit ${limit}`.execute(db)
      return rows
    },
  }
}

/** The writes that need the deposit's row held. */
function transactionQueries(trx: Db) {
  return {
    /**
     * Starts an attempt, and counts the deposit against the day's limit with its first charging one.
     * The constraint `card_days_check` refuses the one too many.
     */
    async insertAttempt(
      deposit: Deposit,
      attempt: NewAttempt,
      day: string,
      dayLimit: number,
      now: Date,
    ): Promise<void> {
      const counts = attempt.charges && !deposit.counted
      await sql`
        with counted as (
          insert into card_days as t (user_id, day, used, most)
          select ${deposit.userId}::bigint, ${day}::date, 1, ${dayLimit}::integer where ${counts}::boolean
          on conflict (user_id, day) do update set used = t.used + 1, most = excluded.most
        ), moved as (
          update deposits set state = 'processing', updated_at = ${now}, counted_on = case when ${counts}::boolean then ${day}::date else counted_on end
           where id = ${deposit.id}::uuid
        )
        insert into attempts (deposit_id, seq, processor, charges, state, our_ref, next_check_at, waiting_since, created_at, updated_at)
        values (${deposit.id}::uuid, ${deposit.attempts.length + 1}, ${attempt.processor}, ${attempt.charges}, 'sent', ${attempt.ourRef}::uuid,
          ${attempt.nextCheckAt}, ${now}, ${now}, ${now})`.execute(trx)
    },

    /** The trader's answer to a waiting step is about to go out; what was said to an earlier one is past. */
    async resend(attemptId: number, nextCheckAt: Date | null, now: Date): Promise<void> {
      await sql`update attempts set state = 'sent', checks = 0, answers = answers - 'complete', waiting_since = ${now}, next_check_at = ${nextCheckAt}, updated_at = ${now}
        where id = ${attemptId}`.execute(trx)
    },

    /** Ends a deposit that has nothing undecided, or marks one to be closed as soon as that is so. */
    async close(id: string, reason: string, ended: boolean, now: Date): Promise<void> {
      await sql`update deposits set closing = true, updated_at = ${now}, reason = ${reason},
          state = case when ${ended}::boolean then 'failed' else state end,
          ended_at = case when ${ended}::boolean then ${now}::timestamptz else ended_at end
        where id = ${id}::uuid`.execute(trx)
    },

    /** When to ask again about an attempt that nothing new is known of, and whether its deposit goes to review. */
    async recheck(
      attemptId: number,
      checks: number,
      nextCheckAt: Date | null,
      review: boolean,
      now: Date,
    ): Promise<void> {
      await sql`
        with looked as (
          update deposits set state = 'review', reason = 'cards.review', updated_at = ${now}
           where ${review}::boolean and state = 'processing' and id = (select deposit_id from attempts where id = ${attemptId})
        )
        update attempts set checks = ${checks}, next_check_at = ${nextCheckAt}, updated_at = ${now} where id = ${attemptId}`.execute(
        trx,
      )
    },

    /** Writes what a piece of evidence changed: states, event, capture, ledger, wagering and alert in one statement. */
    async writeOutcome(write: OutcomeWrite, now: Date): Promise<void> {
      const { attempt, deposit, event, capture, wagering, alert, audit } = write
      await sql`
        with ${entryExpressions(write.entry)},
        moved_attempt as (
          update attempts set state = ${attempt.state}, psp_ref = ${attempt.pspRef}, error_class = ${attempt.errorClass},
            action = ${attempt.action === null ? null : JSON.stringify(attempt.action)}::jsonb,
            answers = answers || ${JSON.stringify(attempt.answers)}::jsonb, checks = ${attempt.checks},
            waiting_since = ${attempt.waitingSince}, next_check_at = ${attempt.nextCheckAt}, updated_at = ${now}
           where id = ${attempt.id}
        ),
        moved_deposit as (
          update deposits set state = ${deposit.state}, reason = ${deposit.reason}, reason_text = ${deposit.reasonText},
            ended_at = case when ${deposit.ended}::boolean then coalesce(ended_at, ${now}) else ended_at end, updated_at = ${now}
           where id = ${deposit.id}::uuid
        ),
        captured as (
          insert into captures (attempt_id, deposit_id, processor, amount, currency, place, reason, refund_ref, next_check_at, at, updated_at)
          select ${attempt.id}::bigint, ${deposit.id}::uuid, ${capture?.processor ?? null}::text, ${capture?.amount ?? null}::bigint,
            ${capture?.currency ?? null}::text, ${capture?.place ?? null}::text, ${capture?.reason ?? null}::text,
            ${capture?.refundRef ?? null}::uuid, ${capture?.nextCheckAt ?? null}::timestamptz, ${now}, ${now}
           where ${capture !== null}::boolean
        ),
        wagered as (
          insert into wagering_requirements (user_id, source, currency, bonus, required, at)
          select ${wagering?.userId ?? null}::bigint, ${`deposit:${deposit.id}`}, ${wagering?.currency ?? null}::text,
            ${wagering?.bonus ?? null}::bigint, ${wagering?.required ?? null}::bigint, ${now}
           where ${wagering !== null}::boolean
        ),
        alerted as (
          insert into alerts (kind, subject, at) select ${alert?.kind ?? null}::text, ${alert?.subject ?? null}::text, ${now}
           where ${alert !== null}::boolean
          on conflict (kind, subject) do nothing
        )${audit === null ? sql`` : sql`, ${auditExpression(audit)}, ${alertSeen(attempt.id, attempt.state, now)}`}
        insert into attempt_events (attempt_id, at, source, verdict, state_before, state_after, detail)
        values (${attempt.id}, ${now}, ${event.source}, ${event.verdict}, ${event.stateBefore}, ${attempt.state}, ${JSON.stringify(event.detail)}::jsonb)`.execute(
        trx,
      )
    },

    /** Sends money in suspense where an operator has decided; it must be held in suspense by this transaction's deposit. */
    async decideSuspense(write: SuspenseWrite, now: Date): Promise<void> {
      const { attemptId, depositId, place, ended, audit } = write
      await sql`
        with ${entryExpressions(write.entry)},
        moved as (
          update captures set place = ${place}, refund_ref = ${write.refundRef}::uuid, refund_checks = 0,
            next_check_at = ${place === 'refund_due' ? now : null}::timestamptz, updated_at = ${now}
           where attempt_id = ${attemptId} and place = 'suspense'
        ),
        moved_attempt as (
          update attempts set state = ${write.attemptState}, action = null, next_check_at = null, updated_at = ${now}
           where id = ${attemptId} and state <> ${write.attemptState}
        ),
        moved_deposit as (
          update deposits set state = ${write.depositState}, updated_at = ${now},
            reason = case when ${ended}::boolean then 'cards.other_amount' else reason end,
            ended_at = case when ${ended}::boolean then ${now}::timestamptz else ended_at end
           where id = ${depositId}::uuid
        ),
        ${alertSeen(attemptId, write.attemptState, now)}${audit === null ? sql`` : sql`, ${auditExpression(audit)}`}
        insert into attempt_events (attempt_id, at, source, verdict, state_before, state_after, detail)
        values (${attemptId}, ${now}, 'operator', ${write.attemptState}, ${write.stateBefore}, ${write.attemptState},
          ${JSON.stringify({ booking: place, deposit: write.depositState })}::jsonb)`.execute(trx)
    },
  }
}

/** A person has looked, and the attempt is decided: what was raised about it is done with. */
function alertSeen(attemptId: number, state: AttemptState, now: Date): RawBuilder<unknown> {
  return sql`seen as (
    update alerts set resolved_at = ${now} where subject = ${`attempt:${attemptId}`} and resolved_at is null and ${!isLive(state)}::boolean
  )`
}
