import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { derivePayoutReference } from '../../../src/modules/withdrawal/send-payouts.ts'
import type { Property } from './properties.ts'
import { getAccount, type SimulatedTrader, type WithdrawalWorld } from './withdrawal-world.ts'

export type Violation = { readonly property: Property; readonly detail: string }

type PayoutRow = {
  readonly id: string
  readonly withdrawal_id: string
  readonly user_id: number
  readonly method: WithdrawalMethod
  readonly attempt_id: number | null
  readonly reference: string | null
  readonly state: string
  readonly amount: number
  readonly untraded: number
  readonly currency: string
  readonly tries: number
}
type WithdrawalRow = {
  readonly id: string
  readonly user_id: number
  readonly method: WithdrawalMethod
  readonly state: string
  readonly amount: number
  readonly fee: number
  readonly returned: number
  readonly isConfirmed: boolean
  readonly isEnded: boolean
}

/** Checks properties that hold at the end. What the channels have carried out is compared with the database. */
export async function checkProperties(world: WithdrawalWorld) {
  const { database, traders, fake, coins, confirmed, scheduler } = world
  const { sentBefore, intrusions, fees } = world
  const violations: Violation[] = []
  const outcomes = new Set<string>()
  const must = (property: Property, isSatisfied: boolean, detail: unknown) => {
    if (!isSatisfied) violations.push({ property, detail: JSON.stringify(detail, formatUnits) })
  }
  const query = async <Row extends object>(text: string, ids: readonly unknown[]): Promise<Row[]> =>
    (await database.pool.query<Row>(text, [ids])).rows
  const userIds = traders.map(({ id }) => id)
  const withdrawals = await query<WithdrawalRow>(
    `select id, user_id, method, state, amount, fee, returned, confirmed_at is not null as "isConfirmed", ended_at is not null as "isEnded"
       from withdrawals where user_id = any($1) order by id`,
    userIds,
  )
  const payouts = await query<PayoutRow>(`select * from payouts where user_id = any($1)`, userIds)
  const carriedOut = fake.listPaid()
  const paidByReference = new Map(carriedOut.map((instruction) => [instruction.reference, instruction]))
  const listPaidTries = ({ id, tries }: PayoutRow) =>
    Array.from({ length: tries }, (_, index) => paidByReference.get(derivePayoutReference(id, index + 1))).filter(
      (instruction) => instruction !== undefined,
    )

  for (const payout of payouts) {
    outcomes.add(`payout ${payout.state}`)
    if (payout.tries > 1) outcomes.add('sent again')
    const count = listPaidTries(payout).length
    if (payout.state === 'paid') must('paidOnce', count <= 1, { payout, count })
    else must('neverBoth', count === 0 || payout.state === 'sent' || payout.state === 'in_doubt', { payout, count })
  }
  const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
  const booked = await query<{ userId: number; currency: string; amount: number }>(
    `select l.user_id as "userId", l.currency, sum(-l.amount)::bigint as amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.kind = 'payout.paid' and l.user_id = any($1) group by l.user_id, l.currency`,
    userIds,
  )
  const owners = new Map(
    payouts.flatMap(({ id, user_id, tries }) =>
      Array.from({ length: tries }, (_, index) => [derivePayoutReference(id, index + 1), user_id] as const),
    ),
  )
  const sent = carriedOut.map(({ reference, ...rest }) => ({ ...rest, userId: owners.get(reference) }))
  const [inLedger, atChannels] = [sumByTrader(booked), sumByTrader(sent)]
  must('statement', inLedger.join() === atChannels.join(), { inLedger, atChannels })

  for (const { id, quoted, expected } of fees) must('fees', quoted === expected, { id, quoted, expected })
  for (const withdrawal of withdrawals) {
    outcomes.add(withdrawal.state)
    const quote = fees.find(({ id }) => id === withdrawal.id)
    must('fees', quote === undefined || quote.quoted === withdrawal.fee, { withdrawal, quote })
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
    const [money] = await query<{ cash: number; bonus: number; hold: number; debt: number; gone: number }>(
      `select coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
              coalesce(sum(amount) filter (where account in ('bonus', 'bonus_hold')), 0)::bigint as bonus,
              coalesce(sum(amount) filter (where account = 'withdrawal_hold'), 0)::bigint as hold,
              coalesce(-sum(amount) filter (where account = 'debt'), 0)::bigint as debt,
              (select coalesce(sum(-o.amount), 0)::bigint
                 from ledger_entries e join ledger_lines o on o.entry_id = e.id
                where e.kind in ('payout.paid', 'withdrawal.fee', 'bonus.given_up', 'deposit.taken_back', 'test.credited', 'test.granted',
                                 'trade.opened', 'trade.closed') and o.user_id = any($1)) as gone
         from ledger_balances where user_id = any($1)`,
      [trader.id],
    )
    const bonuses = await query<{
      frozen: number
      taken: number
      sent: number
      together: number
      staked: number
      takenBack: number
    }>(
      `select (select coalesce(sum(amount), 0)::bigint from ledger_balances where user_id = any($1) and account = 'bonus_hold') as frozen,
              (select count(*)::integer from ledger_entries e join ledger_lines l on l.entry_id = e.id
                where e.kind = 'bonus.given_up' and e.subject like 'withdrawal:%' and l.user_id = any($1)) as taken,
              (select count(*)::integer from withdrawals w join ledger_entries e on e.kind = 'bonus.frozen' and e.subject = 'withdrawal:' || w.id
                where w.user_id = any($1) and exists (select from payouts p where p.withdrawal_id = w.id and p.tries > 0)) as sent,
              (select coalesce(max(c.count), 0)::integer
                 from (select count(*) from ledger_entries e join ledger_lines l on l.entry_id = e.id
                         join wagering_requirements w on w.user_id = l.user_id and w.cancelled_at = e.created_at
                        where e.kind = 'bonus.given_up' and e.subject like 'withdrawal:%' and l.user_id = any($1) group by e.id) c) as together,
              (select count(*)::integer from ledger_entries e join ledger_lines l on l.entry_id = e.id
                where e.kind = 'deposit.taken_back' and l.account = 'bonus_hold' and l.user_id = any($1)) as "takenBack",
              (select count(*)::integer from trades t
                where t.user_id = any($1) and t.bonus_stake > 0 and exists (
                  select from withdrawals w join ledger_entries e on e.kind = 'bonus.frozen' and e.subject = 'withdrawal:' || w.id
                   where w.user_id = t.user_id and t.opened_at between w.confirmed_at and w.ended_at)) as staked`,
      [trader.id],
    )
    for (const each of bonuses) {
      if (each.taken > 0) outcomes.add(`bonus taken in ${trader.currency}`)
      if (each.staked > 0) outcomes.add('bonus staked while another is frozen')
      if (each.together > 1) outcomes.add('two bonuses taken')
      if (each.takenBack > 0) outcomes.add('taken back while its bonus was frozen')
      must('frozen', each.taken === each.sent, { trader, each })
      must('frozen', withdrawals.some(({ isConfirmed, isEnded }) => isConfirmed && !isEnded) || each.frozen === 0, each)
    }
    const isEnded = withdrawals.every((each) => !each.isConfirmed || each.isEnded)
    must('holdZero', !isEnded || money?.hold === 0, { trader, money })
    const left = (money?.cash ?? 0) + (money?.bonus ?? 0) + (money?.hold ?? 0) - (money?.debt ?? 0)
    must('debtFirst', !money || money.cash === 0 || money.debt === 0, { trader, money })
    if ((money?.debt ?? 0) > 0) outcomes.add('owes')
    const [credits] = await query<{ amount: number }>(
      `select coalesce(sum(l.amount), 0)::bigint as amount from ledger_entries e join ledger_lines l on l.entry_id = e.id
        where e.kind in ('test.credited', 'test.granted', 'trade.closed') and l.amount > 0 and l.user_id = any($1)`,
      [trader.id],
    )
    checkPlaces(trader, money?.debt ?? 0, credits?.amount ?? 0)
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
  const removed = await query<{ id: string }>(
    `select p.id from payouts p join withdrawal_destinations t on t.id = p.destination_id
      where p.user_id = any($1) and t.state = 'removed' and p.created_at < t.removed_at - interval '5 s'
        and p.updated_at > t.removed_at + interval '5 s'`,
    userIds,
  )
  must('removedUnused', removed.length === 0, removed)
  must('ownAccounts', intrusions.length === 0, intrusions)
  const contradictions = await query<{ subject: string }>(
    `select subject from alerts where kind = 'payout.contradiction' and subject = any($1)`,
    withdrawals.map(({ id }) => `withdrawal:${id}`),
  )
  must('noContradiction', contradictions.length === 0, contradictions)
  must('noFault', scheduler.unexpectedErrors.length === 0, scheduler.unexpectedErrors.map(String))
  const ends = [withdrawals, fake.listPaid()].flat().map((row) => JSON.stringify(row))
  return { violations, outcomes, ends }

  function checkPlaces(trader: SimulatedTrader, debt: number, credited: number): void {
    const own = payouts.filter(({ user_id }) => user_id === trader.id)
    const sent = own.filter((payout) => listPaidTries(payout).length > 0)
    const before = sentBefore.get(trader.id)
    const isAfter = ({ reference }: PayoutRow) => reference === null || before?.references.has(reference) !== true
    for (const { attemptId, amount } of trader.charges) {
      const refunds = sent.filter(({ attempt_id }) => attempt_id === attemptId)
      const isGone = before?.takenBack.includes(attemptId) === true
      must('chargeOnce', sum(refunds) <= amount && !(isGone && refunds.some(isAfter)), { trader, refunds })
    }
    for (const payout of sent) checkPlace(trader, payout)
    checkTurnover(trader, sent)
    // Credits only lower a debt: one that is left was there all the time.
    must('noneWhileOwing', debt === 0 || !sent.some(isAfter), { trader, debt })
    const paidIn = sum(trader.charges)
    const others = sum(sent.filter(({ attempt_id }) => attempt_id === null))
    must('asItCame', others <= trader.start.cash + trader.start.bonus - paidIn + trader.traded + credited, {
      trader,
      others,
    })
  }
  /**
   * Checks turnover, which trades the oldest charges first: at least this much, because a charge that was taken back leaves it to the
   * others.
   */
  function checkTurnover({ charges, traded }: SimulatedTrader, sent: readonly PayoutRow[]): void {
    let left = traded
    for (const { attemptId, amount } of charges) {
      const ownTurnover = Math.min(left, amount)
      left -= ownTurnover
      const back = sent.filter(({ attempt_id }) => attempt_id === attemptId)
      // If a withdrawal was paid in part, the fee has come back.
      const isWhole = ({ withdrawal_id }: PayoutRow) =>
        withdrawals.find(({ id }) => id === withdrawal_id)?.state !== 'paid_part'
      const untraded = back.reduce(
        (total, payout) => total + (isWhole(payout) ? payout.untraded : Math.min(payout.amount, payout.untraded)),
        0,
      )
      if (traded > 0 && untraded > 0) outcomes.add('refund next to traded charges')
      must('ownTurnover', untraded <= amount - ownTurnover, { attemptId, amount, ownTurnover, back })
    }
  }

  /** Checks coins: they are sent at the rate of the moment, and for untraded money never more than came for it. */
  function checkPlace(trader: SimulatedTrader, payout: PayoutRow): void {
    const charge = trader.charges.find(({ attemptId }) => attemptId === payout.attempt_id)
    const isRefund = charge !== undefined && charge.coinUnits === null
    for (const { reference, method, account, amount } of listPaidTries(payout)) {
      const isPlace =
        method === (charge?.method ?? payout.method) &&
        account === (isRefund ? null : getAccount(trader.id, payout.method))
      must('asItCame', isPlace && amount === payout.amount, { trader: trader.id, payout, method, account, amount })
      const sent = coins.findSent(reference)
      if (sent === null) continue
      const most = charge?.coinUnits == null ? null : (charge.coinUnits * BigInt(amount)) / BigInt(charge.amount)
      const isBounded = most !== null && most < sent.atRate
      if (most !== null) outcomes.add(isBounded ? 'as many coins as came' : 'fewer coins than came')
      const expected = isBounded ? most : sent.atRate
      must('asItCame', sent.units === expected, { payout, sent, expected })
    }
  }
}

type TraderSum = { readonly userId: number | undefined; readonly currency: string; readonly amount: number }

/** Sums amounts by trader and currency. */
function sumByTrader(rows: readonly TraderSum[]): string[] {
  const sums = new Map<string, number>()
  for (const { userId, currency, amount } of rows) {
    const key = `${userId} ${currency}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return [...sums].map(([key, amount]) => `${key} ${amount}`).toSorted()
}

/** Writes a bigint as text, because JSON has none. */
function formatUnits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
