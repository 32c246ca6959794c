import { sql, type RawBuilder } from 'kysely'

/** The end of a trade with real money. Minor units; `source` is the trade, unique. */
export type Turnover = {
  readonly userId: number
  readonly source: string
  readonly currency: string
  /** Amount that counts towards wagering requirements. */
  readonly amount: number
  /** Bonus money that was staked, and that the trade returns. */
  readonly bonusStake: number
  readonly bonusReturned: number
  readonly at: Date
}

/**
 * Returns common table expressions that count turnover towards the oldest open requirements first, and finish those whose turnover is done once no
 * bonus money is staked: at most `release_max` moves to cash, oldest first, and nothing of a gift that the person has had. Without another
 * open bonus, the rest of the bonus money goes back to the house. The last one, `bonus_entries`, has the column `entry` for the ledger.
 * The transaction must have locked the users, so that the turnover of others is seen. @param turnovers SQL query for one column, `Turnover` as jsonb
 */
export function countTurnoverCte(turnovers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    turnover as (
      select e."userId" as user_id, e.source, e.currency, e.amount, e."bonusStake" as bonus_stake, e."bonusReturned" as bonus_returned, e.at
        from (${turnovers}) as given(turnover),
             jsonb_to_record(given.turnover)
               as e("userId" bigint, source text, currency text, amount bigint, "bonusStake" bigint, "bonusReturned" bigint, at timestamptz)
    ),
    new_turnover as (
      insert into turnover_events (user_id, source, currency, amount, has_bonus, created_at)
      select user_id, source, currency, amount, exists (select from bonus_holders b where b.user_id = turnover.user_id), at
        from turnover where amount > 0
    ),
    trader_turnover as (
      select t.*,
             t.bonus_returned + coalesce((select b.amount from ledger_balances b
                                           where b.user_id = t.user_id and b.account = 'bonus' and b.currency = t.currency), 0) as bonus_left,
             coalesce((select s.amount from staked_bonuses s where s.user_id = t.user_id), 0) > t.bonus_stake as is_staked
        from (select user_id, currency, sum(amount)::bigint as amount, sum(bonus_stake)::bigint as bonus_stake,
                     sum(bonus_returned)::bigint as bonus_returned, max(source) as source, max(at) as at
                from turnover group by user_id, currency) t
    ),
    open_requirement as (
      select w.id, w.user_id, w.currency, w.created_at, w.release_max, w.gift, w.required - w.done as missing, t.amount, t.bonus_left, t.is_staked,
             t.at,
             (sum(w.required - w.done) over (partition by w.user_id, w.currency order by w.created_at, w.id)
               - (w.required - w.done))::bigint as missing_before
        from trader_turnover t join wagering_requirements w on w.user_id = t.user_id and w.currency = t.currency
       where w.cancelled_at is null and w.finished_at is null and w.frozen_for is null
    ),
    decided_requirement as (
      select o.*, least(o.missing, greatest(0, o.amount - o.missing_before)) as counted,
             o.missing <= greatest(0, o.amount - o.missing_before) and not o.is_staked as is_finished
        from open_requirement o
    ),
    releasable_requirement as (
      select *, case when given_before_to is null then release_max else 0 end as releasable
        from (select *, case when is_finished and gift is not null then find_gift_holder(id) end as given_before_to
                from decided_requirement) d
    ),
    -- Finished ones are the oldest: what they release together is at most the bonus money that is left.
    released_requirement as (
      select d.id, d.counted, d.at, d.is_finished, d.given_before_to,
             greatest(0, least(d.releasable, d.bonus_left - coalesce(sum(d.releasable) over (
               partition by d.user_id, d.currency order by d.created_at, d.id rows between unbounded preceding and 1 preceding), 0)))::bigint
               as released
        from releasable_requirement d
    ),
    counted_requirement as (
      update wagering_requirements w
         set done = w.done + r.counted, finished_at = case when r.is_finished then r.at end,
             released = case when r.is_finished then r.released end, given_before_to = r.given_before_to
        from released_requirement r
       where w.id = r.id and (r.counted > 0 or r.is_finished)
         and w.cancelled_at is null and w.finished_at is null and w.frozen_for is null
      returning w.user_id, w.source, w.currency, w.finished_at, w.released
    ),
    unbound_bonus as (
      select t.user_id, t.currency, t.source, t.at,
             t.bonus_left - coalesce((select sum(c.released) from counted_requirement c
                                       where c.user_id = t.user_id and c.currency = t.currency), 0)::bigint as amount
        from trader_turnover t
       where not exists (select from decided_requirement d
                          where d.user_id = t.user_id and d.currency = t.currency and not d.is_finished)
    ),
    bonus_entries as (
      select jsonb_build_object('kind', 'bonus.released', 'subject', c.source, 'at', c.finished_at, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', c.user_id, 'currency', c.currency, 'amount', -c.released),
               jsonb_build_object('account', 'cash', 'userId', c.user_id, 'currency', c.currency, 'amount', c.released))) as entry
        from counted_requirement c where c.released > 0
      union all
      select jsonb_build_object('kind', 'bonus.ended', 'subject', u.source, 'at', u.at, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', u.user_id, 'currency', u.currency, 'amount', -u.amount),
               jsonb_build_object('account', 'bonus_expense', 'userId', null, 'currency', u.currency, 'amount', u.amount)))
        from unbound_bonus u where u.amount > 0
    )`
}
