import type { DayFigures, Exposure, ProcessorFigures, SymbolFigures } from '@tradefront/contract/desk-figures'
import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Db } from '../platform/database/database.ts'

/** States of a charge that the processor has not answered. */
const openStates = ['sent', 'requires_action', 'pending', 'in_doubt', 'manual_review']

/** The currency and the number of UTC days that figures are about. The last day is today. */
export type FigurePeriod = { readonly currency: Currency; readonly days: number; readonly now: Date }

const toDay = (now: Date) => sql`${now.toISOString().slice(0, 10)}::date`
const toFirstDay = ({ now, days }: FigurePeriod) => sql`(${toDay(now)} - ${days - 1}::integer)`
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`
export const isDayWithin = (period: FigurePeriod) => sql`day between ${toFirstDay(period)} and ${toDay(period.now)}`
/** Selects rows whose time in this column is within the period. */
export const isWithin = (column: string, period: FigurePeriod) =>
  sql`${sql.ref(column)} between (${toFirstDay(period)}::timestamp at time zone 'UTC') and ${period.now}::timestamptz`

/** Returns the figures of each day of the period, oldest first. */
export async function listDayFigures(db: Db, period: FigurePeriod): Promise<DayFigures[]> {
  const { rows } = await sql<DayFigures>`
    with money as (
      select day,
             coalesce(sum(received) filter (where tr_type = 'deposit'), 0) as paid_in,
             coalesce(sum(paid - received) filter (where tr_type in ('refund', 'correction')), 0) as taken_back,
             coalesce(sum(received - paid) filter (where tr_type in ('bonus', 'prize')), 0) as given,
             count(distinct user_id) filter (where tr_type = 'deposit' and received > 0 and not exists (
               select from money_days e where e.user_id = m.user_id and e.tr_type = 'deposit' and e.currency = m.currency and e.day < m.day
             )) as first_deposits
        from money_days m where currency = ${period.currency} and ${isDayWithin(period)} group by day
    ), payout as (
      select ${dayOf('paid_at')} as day, sum(amount) as paid_out
        from paid_payouts where currency = ${period.currency} and ${isWithin('paid_at', period)} group by 1
    ), fee as (
      select ${dayOf('ended_at')} as day, sum(fee) as fees
        from confirmed_withdrawals where currency = ${period.currency} and state in ('paid', 'paid_part') and ${isWithin('ended_at', period)} group by 1
    ), registration as (
      select ${dayOf('registered_at')} as day, count(*) as registrations
        from user_profiles where ${isWithin('registered_at', period)} group by 1
    ), trade as (
      select day, sum(count) as trades, sum(stake) as stakes, sum(stake - returned) as house_result
        from symbol_days where currency = ${period.currency} and ${isDayWithin(period)} group by day
    )
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(registrations, 0)::integer as registrations,
           coalesce(first_deposits, 0)::integer as "firstDeposits", coalesce(paid_in, 0)::bigint as "paidIn",
           coalesce(paid_out, 0)::bigint as "paidOut", coalesce(fees, 0)::bigint as fees,
           coalesce(taken_back, 0)::bigint as "takenBack", coalesce(given, 0)::bigint as given,
           coalesce(trades, 0)::bigint as trades, coalesce(stakes, 0)::bigint as stakes,
           coalesce(house_result, 0)::bigint as "houseResult"
      from (select generate_series(${toFirstDay(period)}, ${toDay(period.now)}, interval '1 day')::date as d) as series
           left join money on money.day = d left join payout on payout.day = d left join fee on fee.day = d
           left join registration on registration.day = d left join trade on trade.day = d
     order by d`.execute(db)
  return rows
}

/** Lists what the house has won by each symbol; where it won most comes first. */
export async function listSymbolFigures(db: Db, period: FigurePeriod): Promise<SymbolFigures[]> {
  const { rows } = await sql<SymbolFigures>`
    select symbol, sum(count)::bigint as trades, sum(stake)::bigint as stakes, sum(stake - returned)::bigint as "houseResult"
      from symbol_days where currency = ${period.currency} and ${isDayWithin(period)}
     group by symbol order by 4 desc, symbol`.execute(db)
  return rows
}

/** Lists the processors that were asked for money in this currency, by name. */
export async function listProcessorFigures(db: Db, period: FigurePeriod): Promise<ProcessorFigures[]> {
  const { rows } = await sql<ProcessorFigures>`
    select processor as name, count(*)::integer as asked, count(*) filter (where a.state = 'succeeded')::integer as approved,
           round(percentile_cont(0.5) within group (order by extract(epoch from a.updated_at - a.created_at) * 1000)
                   filter (where a.state = 'succeeded'))::bigint as "medianMs"
      from charge_attempts a
     where a.state <> all (${openStates}) and a.currency = ${period.currency} and ${isWithin('a.created_at', period)}
     group by processor order by processor`.execute(db)
  return rows
}

/** Lists each symbol with open trades, with the minute at which the house could lose most. */
export async function listExposures(db: Db, now: Date): Promise<Exposure[]> {
  const { rows } = await sql<Exposure>`
    select distinct on (symbol) symbol, loss, loss_max as "lossMax", (extract(epoch from minute) * 1000)::bigint as "atMs"
      from open_exposures where loss > 0 and minute >= date_trunc('minute', ${now}::timestamptz)
     order by symbol, loss desc, minute`.execute(db)
  return rows.toSorted((one, other) => other.loss - one.loss)
}
