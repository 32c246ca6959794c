import { planPayouts, type ReturnSource } from '@tradefront/rules/withdrawal/plan-payouts'

import type { WithdrawalQuote } from '../../../src/modules/withdrawal/quote-withdrawal.ts'
import { getWorldTerms, simulatedMethods, type SimulatedTrader, type WithdrawalWorld } from './withdrawal-world.ts'

type Quote = Pick<WithdrawalQuote, 'method' | 'amount' | 'untraded'>

/**
 * Computes the fee of a request by its parts, by arithmetic of its own: a part that goes back untraded costs what it has cost to come in,
 * as coins also their transfer; of what was traded, a refund is free, and a transfer costs what its method costs. In minor units.
 */
export function computeExpectedFee(
  { amount, untraded, method }: Quote,
  { currency }: SimulatedTrader,
  sources: readonly ReturnSource[],
): number {
  const planned = planPayouts({ amount, untraded, method }, sources)
  if (!planned.ok) throw new Error(`a request was quoted that cannot be planned: ${planned.code}`)
  const costs = [
    ...planned.value.untraded.map((part) => {
      const { returnPercent } = getWorldTerms(part.method, currency)
      const transfer = part.capture?.isCoins === true ? computeTransfer(part.amount, part.method) : 0
      return Math.min(part.amount, Math.ceil((part.amount * tenths(returnPercent)) / 1000) + transfer)
    }),
    ...planned.value.traded.map((part) =>
      part.capture === null ? Math.min(part.amount, computeTransfer(part.amount, part.method)) : 0,
    ),
  ]
  return costs.reduce((sum, cost) => sum + cost, 0)

  function computeTransfer(part: number, by: typeof method): number {
    const { feePercent, feeFixed } = getWorldTerms(by, currency)
    return feeFixed + Math.floor((part * tenths(feePercent)) / 1000)
  }
}

/** Converts to tenths of a percent, which all terms of this world are. */
const tenths = (percent: number) => Math.round(percent * 10)

/** Selects what has left by each payout. If a withdrawal was paid in part, the fee has come back, and is untraded as before. */
const goneParts = `
  select p.user_id, p.method, p.attempt_id, case w.state when 'paid_part' then p.amount else greatest(p.amount, p.untraded) end as gone,
         case w.state when 'paid_part' then least(p.amount, p.untraded) else p.untraded end as untraded
    from payouts p join withdrawals w on w.id = p.withdrawal_id
   where p.state not in ('refused', 'dropped')`

/** Reads what each method has paid in and not got back. Turnover trades the oldest charge first. */
export async function readSources({ scheduler }: WithdrawalWorld, trader: SimulatedTrader): Promise<ReturnSource[]> {
  const rows = await scheduler.queryDatabase<{ attemptId: number; left: number; toTrade: number }>(
    `select c.attempt_id as "attemptId", c.amount - coalesce(p.amount, 0)::bigint as left, c.amount - coalesce(p.untraded, 0)::bigint as "toTrade"
       from captures c left join lateral (
            select sum(g.gone) as amount, sum(g.untraded) as untraded from (${goneParts}) g where g.attempt_id = c.attempt_id) p on true
      where c.attempt_id = any($1) and c.status = 'credited' order by c.attempt_id`,
    [trader.charges.map(({ attemptId }) => attemptId)],
  )
  const sent = await scheduler.queryDatabase<{ method: string; amount: number }>(
    `select method, sum(gone)::bigint as amount from (${goneParts}) g where user_id = $1 group by method`,
    [trader.id],
  )
  const lefts = new Map(rows.map(({ attemptId, left }) => [attemptId, left]))
  const [turnover] = await scheduler.queryDatabase<{ amount: number }>(
    `select coalesce(sum(amount), 0)::bigint as amount from turnover_events where user_id = $1`,
    [trader.id],
  )
  let traded = turnover?.amount ?? 0
  const untraded = new Map(
    rows.map(({ attemptId, left, toTrade }) => {
      const part = Math.min(traded, toTrade)
      traded -= part
      return [attemptId, Math.min(left, toTrade - part)]
    }),
  )
  return simulatedMethods.flatMap((method): ReturnSource[] => {
    const charges = trader.charges.filter((each) => each.method === method && lefts.has(each.attemptId))
    const captures = charges.flatMap(({ attemptId, coinUnits }) => {
      const left = lefts.get(attemptId) ?? 0
      return method === 'bank' || left === 0
        ? []
        : [{ attemptId, number: 1, left, untraded: untraded.get(attemptId) ?? 0, isCoins: coinUnits !== null }]
    })
    const paidIn = charges.reduce((sum, { amount }) => sum + amount, 0)
    const back = sent.find((each) => each.method === method)?.amount ?? 0
    const owed = method === 'card' ? captures.reduce((sum, { left }) => sum + left, 0) : Math.max(0, paidIn - back)
    return charges.length === 0 ? [] : [{ method, owed, captures }]
  })
}
