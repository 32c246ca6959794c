import type pg from 'pg'

/** Compares movements, their balances and their days with the lines of the ledger. Changes nothing. */
export async function findHistoryDifferences(
  pool: Pick<pg.Pool, 'query'>,
  userIds: readonly number[],
): Promise<string[]> {
  const { rows } = await pool.query<{ difference: string }>(
    `
    with own as (
      select l.user_id, l.account = 'practice' as practice, l.entry_id, sum(l.amount) as amount
        from ledger_lines l where l.user_id = any($1) group by 1, 2, 3 having sum(l.amount) <> 0
    ), lined as (
      select user_id, practice, sum(amount) as amount from own group by 1, 2
    ), moved as (
      select user_id, practice, sum(amount) as amount, sum(bonus) as bonus from balance_movements where user_id = any($1) and status = 'done' group by 1, 2
    ), days as (
      select user_id, practice, sum(received - paid) as amount, sum(count) as count from balance_days where user_id = any($1) group by 1, 2
    ), steps as (
      select user_id, practice, id, balance - amount as before, booked_at,
             lag(balance, 1, 0) over own_order as previous, lag(id) over own_order as previous_id
        from balance_movements where user_id = any($1) and status = 'done'
      window own_order as (partition by user_id, practice order by booked_at, id)
    )
    select concat('sum of ', user_id, '/', practice) as difference
      from lined full join moved using (user_id, practice) full join days using (user_id, practice)
      full join (select * from balance_heads where user_id = any($1)) h using (user_id, practice)
     where coalesce(lined.amount, 0) <> coalesce(moved.amount, 0) or coalesce(days.amount, 0) <> coalesce(moved.amount, 0)
        or coalesce(h.balance, 0) <> coalesce(moved.amount, 0)
        or coalesce(days.count, 0) <> (select count(*) from balance_movements m
             where m.user_id = moved.user_id and m.practice = moved.practice and m.status = 'done')
    union all
    select concat('bonus of ', b.user_id)
      from (select user_id, sum(amount) as amount from ledger_balances where account in ('bonus', 'bonus_hold') group by 1) b
      left join (select user_id, sum(bonus) as bonus from balance_movements where user_id = any($1) group by 1) m using (user_id)
     where b.user_id = any($1) and b.amount is distinct from m.bonus
    union all
    select concat('balance after movement ', id) from steps where before <> previous or id < previous_id
    order by 1`,
    [userIds],
  )
  return rows.map(({ difference }) => difference)
}
