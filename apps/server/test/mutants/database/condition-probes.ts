import { postLines } from './probes/ledger-probes.ts'
import {
  anId,
  asServer,
  aTrader,
  aTraderWithoutBonus,
  copyRow,
  copyTrade,
  insertPromoCode,
  type Probe,
  usePromoCode,
} from './probes/probe.ts'

/** Runs statements without the rules of the tables. */
const withoutRules = (...statements: readonly string[]) =>
  ['set local session_replication_role = replica', ...statements, 'set local session_replication_role = origin'].join(
    '; ',
  )

/** Builds a probe of several statements; the last one, or the end of the transaction, must be refused. */
const refuse = (refusedBy: string, ...statements: readonly string[]): Probe => ({
  refusedBy,
  sql: [...statements, 'set constraints all immediate'].join('; '),
})

const isOfCharge = 't.attempt_id is not null and t.destination_id is null'
const isRefund = `${isOfCharge} and exists (select from captures c where c.attempt_id = t.attempt_id and c.number = t.capture_number
  and c.status in ('credited', 'credited_late', 'credited_part'))`
const isSent = 't.destination_id is not null and t.attempt_id is null'
const owe = (user: string) =>
  withoutRules(
    `insert into ledger_balances (user_id, account, currency, amount) select ${user}, 'debt', 'USD', -1
       on conflict (user_id, account, currency) do update set amount = -1`,
  )
/** Inserts a copy of a payout that waits, with the id `anId`. */
const insertPayout = (where: string, changes = `'amount', t.amount`) =>
  withoutRules(copyRow('payouts', `'id', '${anId}', ${changes}`, `${where} order by t.id`))
const approvePayout = `update payouts set state = 'due', next_check_at = now() where id = '${anId}'`
const sendPayout = `update payouts set state = 'sent', tries = 1, reference = '${anId}', next_check_at = now() where id = '${anId}'`
const payTo = (changes: string) => [
  withoutRules(
    `update withdrawal_destinations set state = 'removed', removed_at = now()`,
    `insert into withdrawal_destinations select (jsonb_populate_record(d, jsonb_build_object('id', '${anId}', 'state', 'proved',
        'proved_at', now(), 'removed_at', null, 'created_at', '1999-01-01', 'usable_from', '2000-01-01') || jsonb_build_object(${changes}))).*
       from payouts t join withdrawal_destinations d on d.id = t.destination_id where ${isSent} order by t.id limit 1`,
  ),
  copyRow('payouts', `'destination_id', '${anId}'`, `${isSent} order by t.id`),
]
const post = (kind: string, subject: string) =>
  `alter table ledger_entries disable trigger ledger_entries_inserted;
   insert into ledger_entries (kind, subject, created_at) select '${kind}', ${subject}, now()`
const newAccountCode = `${insertPromoCode('PROBE')}; ${withoutRules(`update promo_codes set audience = 'new_account' where code = 'PROBE'`)};
  update gift_claims set gift = 'signup' where gift = 'code:PROBE'`
const offerCode = `${insertPromoCode('PROBE')}; ${withoutRules(`update promo_codes set audience = 'offer' where code = 'PROBE'`)}`
const signUp = (user: string, code: string, state: 'waiting' | 'credited') =>
  withoutRules(
    `delete from signup_bonuses where user_id = ${user}`,
    `insert into signup_bonuses (user_id, code, state, created_at, decided_at)
       select ${user}, '${code}', '${state}', now(), ${state === 'waiting' ? 'null' : 'now()'}`,
  )
const offer = (user: string, code: string, decision: 'accepted' | 'ignored') =>
  withoutRules(
    `delete from offers where user_id = ${user}`,
    `insert into offers (user_id, name, percent, promo, ends_at, decision, decided_at)
       select ${user}, 'limited', 60, '${code}', now(), '${decision}', now()`,
  )
const holdBonus = `insert into ledger_balances (user_id, account, currency, amount) values (${aTraderWithoutBonus}, 'bonus', 'USD', 1)`
/** Books a charge that has brought no bonus, as a server. @param changes of what its entry credits, in SQL */
function creditCharge({
  amount = 'c.amount',
  bonus = '0',
  user = 'd.user_id',
  kind = 'deposit.credited',
  isBooked = false,
}) {
  return [
    withoutRules(
      `create temporary table charge on commit drop as
         select c.attempt_id, c.currency, ${amount} as amount, ${bonus} as bonus, ${user} as user_id
           from captures c join deposits d on d.id = c.deposit_id
          where c.status = 'credited' and c.movement = 1 and d.bonus = 0 order by c.attempt_id limit 1`,
      `grant select on charge to public`,
      ...(isBooked
        ? []
        : [`update ledger_entries set subject = 'gone:' || id where attempt_id = (select attempt_id from charge)`]),
    ),
    asServer,
    `with entry as (
        insert into ledger_entries (kind, subject, created_at) select '${kind}', 'attempt:' || attempt_id, now() from charge returning id
      )
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select entry.id, l.account, l.user_id, c.currency, l.amount
        from entry, charge c,
             lateral (values ('clearing:ORANGE', null::bigint, -c.amount), ('cash', c.user_id, c.amount),
                             ('bonus_expense', null, -c.bonus), ('bonus', c.user_id, c.bonus)) l(account, user_id, amount)
       where l.amount <> 0`,
  ]
}
/** Gives a bonus. It comes after the money, because the trader has a bonus then. */
const giveBonus = (changes: string) =>
  withoutRules(
    copyRow(
      'wagering_requirements',
      `'user_id', ${aTraderWithoutBonus}, 'currency', 'USD', 'cancelled_at', null, 'finished_at', null, 'released', null, 'frozen_for', null,
       ${changes}`,
    ),
  )

/** Takes the prizes away, and inserts the one of this kind again. @param set SQL of columns */
const changePrize = (kind: 'cash' | 'bonus', set: string) => [
  withoutRules(
    `create temporary table prize on commit drop as select * from tournament_prizes where kind = '${kind}'`,
    `update prize set ${set}`,
    'delete from tournament_prizes',
  ),
  'insert into tournament_prizes select * from prize',
]
/** A trade with the id `anId` that was sold for its stake, and what is kept of it when it is void: no money moves. */
const soldForStake = withoutRules(
  copyTrade(
    `'id', '${anId}', 'simulated', false, 'state', 'sold', 'returned', t.stake, 'closed_at', t.quoted_at, 'opposite_user_id', null`,
    `t.state = 'won' and not t.practice`,
  ),
  `insert into trade_voids (trade_id, state, close_points, returned, fault, words, voided_at)
     select id, state, close_points, returned, 'a fault', '{}', now() from trades where id = '${anId}'`,
)
const voidSold = `update trades set state = 'void', close_points = null, returned = stake, voided_at = now() where id = '${anId}'`

/** Violations of the triggers that have several conditions: one for each condition that the probe of the trigger does not need. */
export const conditionProbes: Readonly<Record<string, Probe>> = {
  'more lines for an entry that was checked': refuse(
    'ledger_lines_together',
    postLines(`('fees', null::bigint, 1), ('bonus_expense', null, -1)`),
    `insert into ledger_lines (entry_id, account, currency, amount)
       select e.id, l.account, 'USD', l.amount from ledger_entries e, (values ('fees', 1), ('trade_house', -1)) l(account, amount)
        where e.subject = 'probe'`,
  ),
  'a void trade that moves no money': {
    sql: [soldForStake, voidSold, 'set constraints all immediate'].join('; '),
    effect: `exists (select from trades where id = '${anId}' and voided_at is not null)`,
  },
  'a void trade that moves no money, by no order': refuse('trades_voided', soldForStake, asServer, voidSold),
  'a void trade that moves money, though it had returned its stake': refuse(
    'trades_voided',
    soldForStake,
    withoutRules(
      `with entry as (insert into ledger_entries (kind, subject, created_at) values ('trade.voided', 'trade:${anId}', now()) returning id)
         insert into ledger_lines (entry_id, account, user_id, currency, amount)
         select entry.id, l.account, l.user_id, t.currency, l.amount
           from entry, trades t, lateral (values ('cash', t.user_id, 1), ('trade_house', null, -1)) l(account, user_id, amount) where t.id = '${anId}'`,
    ),
    voidSold,
  ),
  'a prize that is paid once more under a longer subject': refuse(
    'ledger_entries_known',
    withoutRules(
      `update tournament_prizes set tournament_id = 1, settled_at = now(), approved_at = now() where kind = 'cash'`,
    ),
    asServer,
    postLines(`('prize_expense', null::bigint, -100), ('cash', ${aTrader}, 100)`, 'prize.paid', 'tournament:1/1/2'),
  ),
  'a prize of another kind than the list says': refuse(
    'tournament_prizes_place',
    ...changePrize('bonus', `kind = 'cash', required = null, release_max = null`),
  ),
  'a part of a prize': refuse('tournament_prizes_place', ...changePrize('cash', 'amount = 99, paid = 99 * rate')),
  'a prize at another rate': refuse(
    'tournament_prizes_terms',
    ...changePrize('cash', 'rate = rate * 2, paid = paid * 2'),
  ),
  'a prize in another currency': refuse(
    'tournament_prizes_terms',
    ...changePrize('cash', `currency = case currency when 'EUR' then 'GBP' else 'EUR' end, rate = 60, paid = 6000`),
  ),
  'a bonus prize with less turnover': refuse(
    'tournament_prizes_terms',
    ...changePrize('bonus', 'required = required - 1'),
  ),
  'a bonus prize that releases more': refuse(
    'tournament_prizes_terms',
    ...changePrize('bonus', 'release_max = release_max + 1'),
  ),
  'a tournament that ends with a fund, though the whole list is paid': refuse(
    'tournaments_fund_share',
    withoutRules('update tournaments set finished_at = null where begun_prizes is not null'),
    'update tournaments set finished_at = ends_at, fund = 1 where begun_prizes is not null',
  ),
  'a fee that is paid to the trader': refuse(
    'ledger_entries_known',
    asServer,
    postLines(`('fees', null::bigint, -1), ('withdrawal_hold', ${aTrader}, 1)`, 'withdrawal.fee', `withdrawal:${anId}`),
  ),
  'a fee from another account': refuse(
    'ledger_entries_known',
    asServer,
    postLines(`('fees', null::bigint, 1), ('cash', ${aTrader}, -1)`, 'withdrawal.fee', `withdrawal:${anId}`),
  ),
  'a fee of something else': refuse(
    'ledger_entries_known',
    asServer,
    postLines(
      `('fees', null::bigint, 1), ('withdrawal_hold', ${aTrader}, -1)`,
      'withdrawal.fee',
      `withdrawal:${anId}:1`,
    ),
  ),
  // This violates only the rule of the history: the entry itself is right.
  'a charge that is booked': refuse('ledger_recorded', ...creditCharge({})),
  'a charge that is booked twice': refuse(
    'ledger_entries_charged',
    ...creditCharge({ kind: 'deposit.reversed', isBooked: true }),
  ),
  'a charge that is booked as credited late': refuse(
    'ledger_entries_charged',
    ...creditCharge({ kind: 'deposit.credited_late' }),
  ),
  'more than a charge': refuse('ledger_entries_charged', ...creditCharge({ amount: 'c.amount + 1' })),
  'a charge with a bonus that it has not': refuse('ledger_entries_charged', ...creditCharge({ bonus: '1::bigint' })),
  'a charge of another trader': refuse('ledger_entries_charged', ...creditCharge({ user: aTrader })),
  'a payout to an account that must wait when it is sent': refuse(
    'payouts_destination_waits',
    insertPayout(isSent),
    withoutRules(`update withdrawal_destinations set usable_from = '2200-01-01'`),
    asServer,
    approvePayout,
  ),
  'a payout to another trader': refuse(
    'payouts_owner',
    copyRow(
      'payouts',
      `'user_id', (select w.user_id from withdrawals w where w.user_id <> t.user_id and w.currency = t.currency limit 1)`,
      'exists (select from withdrawals w where w.user_id <> t.user_id and w.currency = t.currency)',
    ),
  ),
  'a payout that is due at once': refuse('payouts_owner', copyRow('payouts', `'state', 'due', 'next_check_at', now()`)),
  'a payout to a trader who owes money': refuse(
    'payouts_debt',
    owe(`(select t.user_id from payouts t where ${isSent} order by t.id limit 1)`),
    copyRow('payouts', `'number', 99`, `${isSent} order by t.id`),
  ),
  'a payout to an account of another trader': refuse('payouts_destination_usable', ...payTo(`'user_id', ${aTrader}`)),
  'a payout to an account of another method': refuse(
    'payouts_destination_usable',
    ...payTo(`'method', case d.method when 'qiwi' then 'okpay' else 'qiwi' end`),
  ),
  'a payout to an account that is not proved': refuse('payouts_destination_usable', ...payTo(`'state', 'unproved'`)),
  'a payout to an account that must wait': refuse(
    'payouts_destination_usable',
    ...payTo(`'usable_from', '2200-01-01'`),
  ),
  'a payout to an earlier account while another one is in use': refuse(
    'payouts_destination_usable',
    withoutRules(
      `update withdrawal_destinations set state = 'proved', proved_at = now(), removed_at = null
        where id = (select t.destination_id from payouts t where ${isSent} order by t.id limit 1)`,
      `insert into withdrawal_destinations select (jsonb_populate_record(d, jsonb_build_object('id', '${anId}', 'state', 'removed',
          'removed_at', now()))).*
         from payouts t join withdrawal_destinations d on d.id = t.destination_id where ${isSent} order by t.id limit 1`,
    ),
    copyRow('payouts', `'destination_id', '${anId}'`, `${isSent} order by t.id`),
  ),
  'a refund of a second charge that is not on the account': refuse(
    'payouts_capture_owner',
    withoutRules(
      `insert into captures select (jsonb_populate_record(c, jsonb_build_object('number', 9, 'status', 'suspense', 'refund_reference', null))).*
         from payouts t join captures c on c.attempt_id = t.attempt_id and c.number = t.capture_number where ${isRefund} order by t.id limit 1`,
    ),
    copyRow('payouts', `'capture_number', 9`, `${isRefund} order by t.id`),
  ),
  'a refund of a charge of another trader': refuse(
    'payouts_capture_owner',
    withoutRules(
      `update deposits set user_id = ${aTrader}
        where id = (select c.deposit_id from payouts t join captures c using (attempt_id) where ${isRefund} order by t.id limit 1)`,
    ),
    copyRow('payouts', `'number', 99`, `${isRefund} order by t.id`),
  ),
  'a refund of a charge in another currency': refuse(
    'payouts_capture_owner',
    withoutRules(`update captures set currency = 'CHF'`),
    copyRow('payouts', `'number', 99`, isRefund),
  ),
  'a refund of a charge of another processor': refuse(
    'payouts_capture_owner',
    copyRow('payouts', `'processor', 'OTHER'`, isRefund),
  ),
  'a refund of a charge that is not on the account': refuse(
    'payouts_capture_owner',
    withoutRules(`update captures set status = 'suspense'`),
    copyRow('payouts', `'number', 99`, isOfCharge),
  ),
  'a refund of more than the charge': refuse(
    'payouts_within_capture',
    copyRow('payouts', `'amount', 9000000000`, isRefund),
  ),
  'the approval of a refund whose charge was taken back': refuse(
    'payouts_capture_gone',
    insertPayout(isRefund),
    withoutRules(`update captures set status = 'taken_back'`),
    approvePayout,
  ),
  'the approval of a payout to a trader who owes money': refuse(
    'payouts_debt',
    insertPayout(isSent),
    withoutRules(`update withdrawal_destinations set state = 'proved', removed_at = null`),
    owe(`(select user_id from payouts where id = '${anId}')`),
    approvePayout,
  ),
  'the sending of a payout whose account was removed': refuse(
    'payouts_destination_gone',
    insertPayout(isSent, `'state', 'due', 'next_check_at', now()`),
    withoutRules(
      `update withdrawal_destinations set state = 'removed', removed_at = now() where id = (select destination_id from payouts where id = '${anId}')`,
    ),
    sendPayout,
  ),
  'the entry of a payout that was not paid': refuse(
    'ledger_entries_withdrawal_exists',
    insertPayout(isSent),
    post('payout.paid', `'payout:${anId}'`),
  ),
  'the entry of an unconfirmed withdrawal': refuse(
    'ledger_entries_withdrawal_exists',
    withoutRules(copyRow('withdrawals', `'id', '${anId}', 'state', 'unconfirmed', 'ended_at', null`)),
    post('withdrawal.held', `'withdrawal:${anId}'`),
  ),
  'the end of a withdrawal that has not ended': refuse(
    'ledger_entries_withdrawal_exists',
    withoutRules(
      copyRow(
        'withdrawals',
        `'id', '${anId}', 'state', 'approved', 'ended_at', null, 'confirmed_at', t.created_at, 'cash', t.amount, 'bonus', 0`,
      ),
    ),
    post('withdrawal.returned', `'withdrawal:${anId}'`),
  ),
  'a withdrawal of the only trader who is not verified': refuse(
    'withdrawals_verified',
    `update users set verification = 'Full'`,
    `update users set verification = 'None' where id = (select user_id from withdrawals t order by t.id limit 1)`,
    copyRow(
      'withdrawals',
      `'state', 'waiting_approval', 'ended_at', null, 'cash', t.amount, 'bonus', 0, 'confirmed_at', t.created_at`,
      'true order by t.id',
    ),
  ),
  'a code that is not open yet': refuse(
    'promo_redemptions_open',
    insertPromoCode('PROBE'),
    withoutRules(`update promo_codes set starts_at = '2200-01-01' where code = 'PROBE'`),
    usePromoCode('PROBE'),
  ),
  'a code that is over': refuse(
    'promo_redemptions_open',
    insertPromoCode('PROBE'),
    withoutRules(`update promo_codes set ends_at = now() where code = 'PROBE'`),
    usePromoCode('PROBE'),
  ),
  'a code for a deposit without one': refuse(
    'promo_redemptions_with_deposit',
    insertPromoCode('PROBE', 100),
    usePromoCode('PROBE'),
  ),
  'a code without a deposit with one': refuse(
    'promo_redemptions_with_deposit',
    insertPromoCode('PROBE'),
    usePromoCode('PROBE', '(select id from deposits limit 1)'),
  ),
  'a gift that was not claimed': refuse(
    'promo_redemptions_claimed',
    insertPromoCode('PROBE'),
    withoutRules(
      `delete from gift_claims where gift = 'code:PROBE'`,
      `insert into user_marks (user_id, kind, hash, first_seen, last_seen) select ${aTrader}, 'card', sha256('probe'), now(), now()`,
    ),
    usePromoCode('PROBE'),
  ),
  'a code for new accounts, by another trader': refuse(
    'promo_redemptions_new_account',
    newAccountCode,
    signUp(aTraderWithoutBonus, 'PROBE', 'credited'),
    usePromoCode('PROBE'),
  ),
  'another code for new accounts': refuse(
    'promo_redemptions_new_account',
    newAccountCode,
    signUp(aTrader, 'OTHER', 'credited'),
    usePromoCode('PROBE'),
  ),
  'a code for new accounts that still waits': refuse(
    'promo_redemptions_new_account',
    newAccountCode,
    signUp(aTrader, 'PROBE', 'waiting'),
    usePromoCode('PROBE'),
  ),
  'a code of the offer of another trader': refuse(
    'promo_redemptions_offer',
    offerCode,
    offer(aTraderWithoutBonus, 'PROBE', 'accepted'),
    usePromoCode('PROBE'),
  ),
  'a code of another offer': refuse(
    'promo_redemptions_offer',
    offerCode,
    offer(aTrader, 'OTHER', 'accepted'),
    usePromoCode('PROBE'),
  ),
  'a code of an offer that was ignored': refuse(
    'promo_redemptions_offer',
    offerCode,
    offer(aTrader, 'PROBE', 'ignored'),
    usePromoCode('PROBE'),
  ),
  'bonus money next to a bonus of another trader': refuse(
    'ledger_balances_bonus_bound',
    holdBonus,
    giveBonus(`'user_id', ${aTrader}`),
  ),
  'bonus money in another currency than the bonus': refuse(
    'ledger_balances_bonus_bound',
    holdBonus,
    giveBonus(`'currency', 'EUR'`),
  ),
  'bonus money of a cancelled bonus': refuse(
    'ledger_balances_bonus_bound',
    holdBonus,
    giveBonus(`'cancelled_at', now()`),
  ),
  'bonus money of a finished bonus': refuse(
    'ledger_balances_bonus_bound',
    holdBonus,
    giveBonus(`'finished_at', now(), 'released', 0, 'done', t.required`),
  ),
  'bonus money of a frozen bonus': refuse(
    'ledger_balances_bonus_bound',
    holdBonus,
    giveBonus(`'frozen_for', '${anId}'`),
  ),
}
