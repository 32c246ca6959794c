import { derivePayoutReference } from '../send-payouts.ts'
import type { Property } from './properties.ts'
import type { WithdrawalWorld } from './withdrawal-world.ts'

export type Violation = { readonly property: Property; readonly detail: string }

type PayoutRow = {
  readonly id: string
  readonly withdrawal_id: string
  readonly state: string
  readonly amount: number
  readonly tries: number
}
type WithdrawalRow = {
  readonly id: string
  readonly state: string
  readonly amount: number
  readonly fee: number
  readonly returned: number
  readonly isConfirmed: boolean
  readonly isEnded: boolean
}

/** At the end. What the channels have carried out is compared with the database. */
export async function checkProperties(world: WithdrawalWorld) {
  const { database, traders, fake, confirmed, scheduler } = world
  const violations: Violation[] = []
  const outcomes = new Set<string>()
  const must = (property: Property, isSatisfied: boolean, detail: unknown) => {
    if (!isSatisfied) violations.push({ property, detail: JSON.stringify(detail) })
  }
  const query = async <Row extends object>(text: string, ids: readonly unknown[]): Promise<Row[]> =>
    (await database.pool.query<Row>(text, [ids])).rows
  const userIds = traders.map(({ id }) => id)
  const withdrawals = await query<WithdrawalRow>(
    `select id, state, amount, fee, returned, confirmed_at is not null as "isConfirmed", ended_at is not null as "isEnded"
       from withdrawals where user_id = any($1)`,
    userIds,
  )
  const payouts = await query<PayoutRow>(`select * from payouts where user_id = any($1)`, userIds)
  const carriedOut = fake.listPaid()
  const paidReferences = new Set(carriedOut.map(({ reference }) => reference))

  for (const payout of payouts) {
    outcomes.add(`payout ${payout.state}`)
    if (payout.tries > 1) outcomes.add('sent again')
    const references = Array.from({ length: payout.tries }, (_, index) => derivePayoutReference(payout.id, index + 1))
    const count = references.filter((reference) => paidReferences.has(reference)).length
    if (payout.state === 'paid') must('paidOnce', count <= 1, { payout, count })
    else must('neverBoth', count === 0 || payout.state === 'sent' || payout.state === 'in_doubt', { payout, count })
  }
  const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
  const [booked] = await query<{ amount: number }>(
    `select coalesce(sum(-l.amount), 0)::bigint as amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.kind = 'payout.paid' and l.user_id = any($1)`,
    userIds,
  )
  must('statement', booked?.amount === sum(carriedOut), { booked, carriedOut: sum(carriedOut) })

  for (const withdrawal of withdrawals) {
    outcomes.add(withdrawal.state)
    if (!withdrawal.isConfirmed) continue
    must('settles', withdrawal.isEnded, withdrawal)
    const paid = sum(payouts.filter((each) => each.withdrawal_id === withdrawal.id && each.state === 'paid'))
    const fee = withdrawal.state === 'paid' ? withdrawal.fee : 0
    if (withdrawal.isEnded) must('shared', paid + fee + withdrawal.returned === withdrawal.amount, { withdrawal, paid })
  }
  for (const id of confirmed)
    must(
      'answered',
      withdrawals.some((each) => each.id === id && each.isConfirmed),
      id,
    )

  for (const trader of traders) {
    const [money] = await query<{ cash: number; bonus: number; hold: number; gone: number }>(
      `select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
              coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as bonus,
              coalesce(sum(amount) filter (where account = 'withdrawal_hold'), 0)::bigint as hold,
              (select coalesce(sum(-o.amount), 0)::bigint
                 from ledger_entries e join ledger_lines o on o.entry_id = e.id
                where e.kind in ('payout.paid', 'withdrawal.fee', 'bonus.given_up') and o.user_id = any($1)) as gone
         from ledger_balances where user_id = any($1)`,
      [trader.id],
    )
    const isEnded = withdrawals.every((each) => !each.isConfirmed || each.isEnded)
    must('holdZero', !isEnded || money?.hold === 0, { trader, money })
    const left = (money?.cash ?? 0) + (money?.bonus ?? 0) + (money?.hold ?? 0)
    must('accounted', left === trader.start.cash + trader.start.bonus - (money?.gone ?? 0), { trader, money })
  }
  const differences = await query<{ subject: string }>(
    `select concat(b.user_id, '/', b.account) as subject from ledger_balances b
      where b.user_id = any($1) and b.amount is distinct from
        (select sum(l.amount) from ledger_lines l where l.user_id = b.user_id and l.account = b.account)
     union all
     select concat('entry ', l.entry_id) from ledger_lines l
      where l.entry_id in (select entry_id from ledger_lines where user_id = any($1)) group by l.entry_id having sum(l.amount) <> 0`,
    userIds,
  )
  must('ledgerBalances', differences.length === 0, differences)
  must('noFault', scheduler.unexpectedErrors.length === 0, scheduler.unexpectedErrors.map(String))
  return { violations, outcomes }
}
