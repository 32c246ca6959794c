import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { Locale } from '@tradefront/texts/locales'
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { type BatchedRow, createBatchedQuery } from '../../platform/database/batch.ts'
import { type Deposit, isOpen, type NativeReply, type DepositWithContext } from './deposit.ts'
import { createDepositCommands, type DepositCommands, VersionConflict } from './deposit-commands.ts'
import { createResultWriter } from './result-writer.ts'

export type DepositStore = ReturnType<typeof createDepositStore>

/** What names a deposit: its own id, or one of its attempts. */
export type DepositReference = { readonly id: string } | { readonly ourRef: string } | { readonly attemptId: number }

/** What opening a deposit is decided by: the trader, the card that would be charged, and the day's count. */
export type DepositEligibility = {
  readonly country: string
  readonly currency: Deposit['currency']
  readonly cascade: string | null
  readonly affiliateId: string | null
  readonly minDepositCard: number | null
  readonly cardId: number | null
  readonly cardCountry: string | null
  readonly isCardLimitOverridden: boolean
  readonly practice: boolean
  readonly usedToday: number
  /** Failed deposits that reached a charging processor: what the fail limit counts. */
  readonly recentFailures: number
}

/** Which deposit a poll asks for; a hash and a UUID that the database can read. */
export type DepositPoll = { readonly sessionHash: Buffer; readonly depositId: string; readonly now: Date }

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

const toEpochMs = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::bigint`

/** The fields of a deposit `d` with its attempts and captures: the shape of `Deposit`. */
const depositFields = sql`
  'id', d.id, 'version', d.version, 'userId', d.user_id, 'cardId', d.card_id, 'country', d.country, 'amount', d.amount, 'currency', d.currency,
  'bonus', d.bonus, 'turnover', d.turnover, 'fixed', d.fixed, 'plan', d.plan, 'state', d.state, 'reason', d.reason, 'reasonText', d.reason_text,
  'idemKey', d.idem_key, 'requestHash', encode(d.request_hash, 'hex'), 'counted', d.counted_on is not null,
  'closing', d.closing, 'createdAtMs', ${toEpochMs('d.created_at')}, 'endedAtMs', ${toEpochMs('d.ended_at')},
  'attempts', (select coalesce(json_agg(json_build_object(
      'id', a.id, 'seq', a.seq, 'processor', a.processor, 'charges', a.charges, 'state', a.state, 'ourRef', a.our_ref,
      'pspRef', a.psp_ref, 'errorClass', a.error_class, 'action', a.action, 'answers', a.answers, 'checks', a.checks,
      'nextCheckAtMs', ${toEpochMs('a.next_check_at')}, 'waitingSinceMs', ${toEpochMs('a.waiting_since')}, 'createdAtMs', ${toEpochMs('a.created_at')}
    ) order by a.seq), '[]') from attempts a where a.deposit_id = d.id),
  'captures', (select coalesce(json_agg(json_build_object('attemptId', p.attempt_id, 'processor', p.processor,
      'amount', p.amount, 'currency', p.currency, 'place', p.place) order by p.attempt_id), '[]')
    from attempts a join captures p on p.attempt_id = a.id where a.deposit_id = d.id)`

/** A deposit as one JSON value: the shape of `ShownDeposit`. */
const depositWithContext = sql`json_build_object(${depositFields},
  'language', (select u.language from user_accounts u where u.id = d.user_id),
  'card', (select json_build_object('brand', c.brand, 'last4', c.last4) from cards c where c.id = d.card_id),
  'balance', (select coalesce(sum(b.amount), 0)::bigint from ledger_balances b
    where b.user_id = d.user_id and b.currency = d.currency and b.account in ('cash', 'bonus')))`

async function selectOne<Row>(query: RawBuilder<Row>, on: Db): Promise<Row | null> {
  const { rows } = await query.execute(on)
  return rows[0] ?? null
}

/** Whoever is overtaken was so by another's success; this many of those at once are not to be met. */
const maxTries = 50

/** Deposits and their attempts. Every write that depends on what stands goes through `change`. */
export function createDepositStore(db: Db) {
  const findOne = async (where: RawBuilder<unknown>): Promise<DepositWithContext | null> => {
    const row = await selectOne(
      sql<{ deposit: DepositWithContext }>`select ${depositWithContext} as deposit from deposits d ${where}`,
      db,
    )
    return row?.deposit ?? null
  }
  /** By one of three names; those that are asked for together are one query. */
  const findByReference = createBatchedQuery(async (references: readonly DepositReference[]) => {
    const keys = references.map((reference) => ({ id: null, ourRef: null, attemptId: null, ...reference }))
    const { rows } = await sql<BatchedRow & { deposit: Deposit }>`
      select k.place, json_build_object(${depositFields}) as deposit
        from unnest((select ${keys.map(({ id }) => id)}::uuid[]), (select ${keys.map(({ ourRef }) => ourRef)}::uuid[]),
          (select ${keys.map(({ attemptId }) => attemptId)}::bigint[])) with ordinality as k (id, our_ref, attempt_id, place)
        join deposits d on d.id = coalesce(k.id, (select a.deposit_id from attempts a where a.our_ref = k.our_ref),
          (select a.deposit_id from attempts a where a.id = k.attempt_id))`.execute(db)
    return rows
  })
  const writeResult = createResultWriter(db)

  return {
    /** The trader's facts that decide whether and how a deposit opens; `day` is the UTC date, failures count since `since`. */
    async findEligibility(userId: number, day: string, since: Date): Promise<DepositEligibility> {
      const row = await selectOne(
        sql<DepositEligibility>`
          select u.country, u.currency, u.cascade, u.affiliate_id as "affiliateId", u.min_deposit_card as "minDepositCard",
                 c.id as "cardId", c.country as "cardCountry",
                 u.card_limit_overridden as "isCardLimitOverridden", u.practice, coalesce(t.used, 0) as "usedToday",
                 (select count(*) from deposits d where d.user_id = u.id and d.state = 'failed' and d.counted_on is not null
                   and d.ended_at > ${since}) as "recentFailures"
            from user_accounts u
            left join cards c on c.user_id = u.id and c.replaced_at is null
            left join card_days t on t.user_id = u.id and t.day = ${day}::date
           where u.id = ${userId}`,
        db,
      )
      if (row === null) throw new Error('no such user')
      return row
    },

    findById: (userId: number, id: string) => findOne(sql`where d.id = ${id}::uuid and d.user_id = ${userId}`),
    findByIdempotencyKey: (userId: number, key: string) =>
      findOne(sql`where d.idem_key = ${key} and d.user_id = ${userId}`),
    findOpenDeposit: (userId: number) =>
      findOne(sql`where d.user_id = ${userId} and d.state in ('open', 'processing')`),
    findByAttemptRef: (ourRef: string) =>
      findOne(sql`where d.id = (select deposit_id from attempts where our_ref = ${ourRef}::uuid)`),

    /** The trader's open deposit and the one of this key, as they stand at one moment. */
    async findOpenAndByKey(userId: number, key: string | null) {
      const { rows } = await sql<{ deposit: DepositWithContext }>`
        select ${depositWithContext} as deposit from deposits d where d.id in (
          select id from deposits where user_id = ${userId} and state in ('open', 'processing')
          union all select id from deposits where user_id = ${userId} and idem_key = ${key})`.execute(db)
      const deposits = rows.map(({ deposit }) => deposit)
      return {
        current: deposits.find(isOpen) ?? null,
        byKey: key === null ? null : (deposits.find(({ idemKey }) => idemKey === key) ?? null),
      }
    },

    /** The latest deposits of a trader, newest first. */
    async listRecentDeposits(userId: number, limit: number): Promise<DepositWithContext[]> {
      const { rows } = await sql<{ deposit: DepositWithContext }>`
        select ${depositWithContext} as deposit from deposits d where d.user_id = ${userId} order by d.created_at desc, d.id limit ${limit}`.execute(
        db,
      )
      return rows.map((row) => row.deposit)
    },

    /**
     * A deposit of the trader behind a session, for the poll, which everybody calls most: polls that come together are one
     * query. Null without a valid session; `deposit` is null when this trader has none of this id.
     */
    findForPoll: createBatchedQuery(async (polls: readonly DepositPoll[]) => {
      const { rows } = await sql<BatchedRow & { language: Locale; deposit: DepositWithContext | null }>`
        select k.place, s.language, case when d.id is not null then ${depositWithContext} end as deposit
          from unnest((select ${polls.map(({ sessionHash }) => sessionHash)}::bytea[]),
            (select ${polls.map(({ depositId }) => depositId)}::uuid[]),
            (select ${polls.map(({ now }) => now)}::timestamptz[])) with ordinality as k (session, deposit, now, place)
          join session_users s on s.session_hash = k.session and s.expires_at > k.now
          left join deposits d on d.user_id = s.user_id and d.id = k.deposit`.execute(db)
      return rows
    }),

    /** The newest attempt of a trader at a processor that still waits for something. */
    findActiveAtProcessor: (userId: number, processor: ProcessorName) =>
      findOne(
        sql`where d.id = (select a.deposit_id from attempts a join deposits x on x.id = a.deposit_id
          where x.user_id = ${userId} and a.processor = ${processor} and a.state in ('sent', 'requires_action', 'pending', 'in_doubt')
          order by a.id desc limit 1)`,
      ),

    /**
     * Lets `work` decide by how the deposit stands, and write what it decided by at most one call of `writes`, as the last
     * thing it does. That is carried out only if the deposit still stands so; otherwise `work` decides anew.
     * @param prefetched the deposit as it was read a moment ago
     * @returns null when there is no such deposit
     */
    async updateDeposit<Result>(
      reference: DepositReference,
      decide: (deposit: Deposit, writes: DepositCommands) => Promise<Result>,
      prefetched?: Deposit,
    ): Promise<Result | null> {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const deposit =
          prefetched !== undefined && tries === 0 ? prefetched : (await findByReference(reference))?.deposit
        if (deposit === undefined) return null
        try {
          return await decide(deposit, createDepositCommands(db, deposit, writeResult))
        } catch (error) {
          if (!(error instanceof VersionConflict)) throw error
        }
      }
      throw new Error('a deposit was changed by others again and again')
    },

    /** Opens a deposit. Null when the trader has an open one, or this key is taken: look again. */
    async insertDeposit(deposit: NewDeposit, now: Date): Promise<DepositWithContext | null> {
      const row = await selectOne(
        sql<{ deposit: DepositWithContext }>`
          with d as (
            insert into deposits (id, user_id, card_id, country, amount, currency, bonus, turnover, fixed, plan, state, idem_key, request_hash, created_at, updated_at)
            values (${deposit.id}::uuid, ${deposit.userId}, ${deposit.cardId}, ${deposit.country}, ${deposit.amount}, ${deposit.currency},
              ${deposit.bonus}, ${deposit.turnover}, ${deposit.fixed}, ${[...deposit.plan]}::text[], 'open', ${deposit.idemKey}, decode(${deposit.requestHash}, 'hex'), ${now}, ${now})
            on conflict do nothing returning *)
          select ${depositWithContext} as deposit from d`,
        db,
      )
      return row?.deposit ?? null
    },

    /**
     * Takes attempts that are due, so that no other copy takes them until the lease ends.
     * @returns their references, oldest first
     */
    async claimDueAttempts(now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ ref: string }>`
        update attempts set next_check_at = ${leaseUntil}
         where id in (select id from attempts where next_check_at <= ${now} order by next_check_at limit ${limit} for update skip locked)
        returning our_ref as ref`.execute(db)
      return rows.map((row) => row.ref)
    },

    /** Lets an attempt be asked about at once. */
    async makeInquiryDue(ourRef: string, now: Date): Promise<void> {
      await sql`update attempts set next_check_at = ${now} where our_ref = ${ourRef}::uuid
        and state in ('sent', 'requires_action', 'pending', 'in_doubt')`.execute(db)
    },

    /** Open deposits that nobody went on with since `before` and where nothing is undecided. */
    async listIdleDeposits(before: Date, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select d.id from deposits d where d.state in ('open', 'processing') and d.updated_at < ${before}
          and not exists (select 1 from attempts a where a.deposit_id = d.id and a.state in ('sent', 'requires_action', 'pending', 'in_doubt', 'manual_review'))
         order by d.updated_at limit ${limit}`.execute(db)
      return rows.map((row) => row.id)
    },

    /** Remembers a processor's event; false when it was here before and has been applied. */
    async insertWebhookEvent(
      processor: string,
      eventId: string,
      ourRef: string,
      body: NativeReply,
      now: Date,
    ): Promise<boolean> {
      const row = await selectOne(
        sql<{ fresh: boolean }>`
          insert into psp_events as e (processor, event_id, our_ref, body, received_at)
          values (${processor}, ${eventId}, ${ourRef}::uuid, ${JSON.stringify(body)}::jsonb, ${now})
          on conflict (processor, event_id) do update set received_at = e.received_at
          returning e.applied_at is null as fresh`,
        db,
      )
      return row?.fresh ?? false
    },

    async markWebhookEventApplied(processor: string, eventId: string, now: Date): Promise<void> {
      await sql`update psp_events set applied_at = ${now} where processor = ${processor} and event_id = ${eventId} and applied_at is null`.execute(
        db,
      )
    },

    /** Events that were stored and, because the server died, not applied. */
    async listUnappliedWebhookEvents(before: Date, limit: number) {
      const { rows } = await sql<{ processor: string; eventId: string; body: NativeReply }>`
        select processor, event_id as "eventId", body from psp_events
         where applied_at is null and received_at < ${before} order by received_at limit ${limit}`.execute(db)
      return rows
    },
  }
}
