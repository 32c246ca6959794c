import { anId, asServer, copyRow, type Probe } from './probe.ts'

/** Columns of a withdrawal whose money is held. */
const isHeld = (cash = 't.amount', bonus = '0', at = 't.created_at') =>
  `'cash', ${cash}, 'bonus', ${bonus}, 'confirmed_at', ${at}`

const isPaid = (cash?: string, bonus?: string, at?: string) => `'state', 'paid', ${isHeld(cash, bonus, at)}`

export const withdrawalProbes: Readonly<Record<string, Probe>> = {
  withdrawal_destinations_begin: {
    sql: `${asServer}; ${copyRow('withdrawal_destinations', `'state', 'removed', 'removed_at', now()`)}`,
  },
  payouts_amount_check: { sql: copyRow('payouts', `'amount', 0`) },
  payouts_begin: { sql: `${asServer}; ${copyRow('payouts', `'created_at', now() + interval '2 minutes'`)}` },
  payouts_booked: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'state', 'sent', 'tries', 1, 'reference', '${anId}', 'next_check_at', now()`)};
      set local session_replication_role = origin;
      update payouts set state = 'paid', next_check_at = null where id = '${anId}'; set constraints all immediate`,
  },
  payouts_by_hand: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'state', 'paid', 'tries', 1, 'reference', '${anId}', 'sent_reference', 'BANK-1'`, 't.attempt_id is null')};
      set local session_replication_role = origin; ${asServer};
      update payouts set by_hand = true where id = '${anId}'`,
  },
  payouts_by_hand_paid: { sql: copyRow('payouts', `'by_hand', true`) },
  payouts_capture_fkey: { sql: copyRow('payouts', `'attempt_id', 99999999`, 't.attempt_id is not null') },
  payouts_consistent: {
    sql: `${copyRow('payouts', `'amount', 1`, 't.destination_id is not null and t.attempt_id is null')}; set constraints all immediate`,
    refusedBy: 'withdrawals_payouts_sum',
  },
  payouts_destination_id_fkey: {
    sql: copyRow('payouts', `'destination_id', gen_random_uuid()`, 't.destination_id is not null'),
  },
  payouts_due: { sql: copyRow('payouts', `'next_check_at', now()`) },
  payouts_fixed: { sql: 'update payouts set amount = amount' },
  payouts_no_delete: { sql: 'delete from payouts where false', refusedBy: 'append-only' },
  payouts_number_check: { sql: copyRow('payouts', `'number', 0`) },
  payouts_one_place: { sql: copyRow('payouts', `'destination_id', null`, 't.attempt_id is null') },
  payouts_place: { sql: copyRow('payouts', `'currency', 'EUR'`), refusedBy: 'payouts_owner' },
  payouts_reference: { sql: copyRow('payouts', `'tries', 1`) },
  payouts_reference_key: {
    sql: copyRow(
      'payouts',
      `'tries', 1, 'reference', t.reference, 'state', 'sent', 'next_check_at', now()`,
      't.reference is not null',
    ),
  },
  payouts_sendable: {
    sql: `set local session_replication_role = replica;
      ${copyRow('payouts', `'id', '${anId}', 'destination_id', gen_random_uuid()`, 't.destination_id is not null')};
      set local session_replication_role = origin;
      update payouts set state = 'due', next_check_at = now() where id = '${anId}'`,
    refusedBy: 'payouts_destination_gone',
  },
  payouts_state_check: { sql: copyRow('payouts', `'state', 'lost', 'tries', 1, 'reference', gen_random_uuid()`) },
  payouts_steps: { sql: `update payouts set state = 'due', next_check_at = now() where state = 'paid'` },
  payouts_tries: { sql: `update payouts set tries = tries + 1 where state = 'paid'` },
  payouts_tries_check: { sql: copyRow('payouts', `'tries', -1, 'reference', gen_random_uuid()`) },
  payouts_untraded: { sql: copyRow('payouts', `'untraded', 1`, 't.attempt_id is null') },
  payouts_untraded_check: {
    sql: copyRow('payouts', `'untraded', -1`, 't.attempt_id is not null and t.destination_id is null'),
  },
  payouts_withdrawal_id_number_key: { sql: copyRow('payouts', `'number', t.number`) },
  withdrawal_destinations_account_check: { sql: copyRow('withdrawal_destinations', `'account', 'x'`) },
  withdrawal_destinations_after_change: {
    sql: `update users set email_changed_at = now() + interval '1 year'; ${copyRow('withdrawal_destinations', `'wrong_codes', 0`)}`,
  },
  withdrawal_destinations_current: {
    sql: copyRow('withdrawal_destinations', `'state', 'proved', 'removed_at', null`, `t.state = 'proved'`),
  },
  withdrawal_destinations_delay: { sql: copyRow('withdrawal_destinations', `'usable_from', t.created_at`) },
  withdrawal_destinations_fixed: { sql: 'update withdrawal_destinations set account = account' },
  withdrawal_destinations_method_check: { sql: copyRow('withdrawal_destinations', `'method', 'card'`) },
  withdrawal_destinations_no_delete: {
    sql: 'delete from withdrawal_destinations where false',
    refusedBy: 'append-only',
  },
  withdrawal_destinations_state_check: {
    sql: copyRow('withdrawal_destinations', `'state', 'lost', 'removed_at', null`),
  },
  withdrawal_destinations_steps: {
    sql: `update withdrawal_destinations set state = 'unproved' where state = 'proved'`,
  },
  withdrawal_destinations_times: { sql: copyRow('withdrawal_destinations', `'removed_at', null`) },
  withdrawal_destinations_wrong_codes_check: { sql: copyRow('withdrawal_destinations', `'wrong_codes', 6`) },
  withdrawals_amount_check: { sql: copyRow('withdrawals', `'amount', 0`) },
  withdrawals_bonus_check: { sql: copyRow('withdrawals', isPaid('t.amount + 1', '-1')) },
  withdrawals_case_name_check: { sql: copyRow('withdrawals', `'case_name', 'five'`) },
  withdrawals_cash_check: { sql: copyRow('withdrawals', isPaid('-1', 't.amount + 1')) },
  withdrawals_confirmed: { sql: copyRow('withdrawals', `'cash', 1`) },
  withdrawals_consistent: {
    sql: `${copyRow('withdrawals', isPaid())}; set constraints all immediate`,
    refusedBy: 'withdrawals_held',
  },
  withdrawals_currency_check: { sql: copyRow('withdrawals', `'currency', 'CHF'`) },
  withdrawals_ended: { sql: copyRow('withdrawals', `'ended_at', null`) },
  withdrawals_fee: { sql: copyRow('withdrawals', `'fee', t.amount`) },
  withdrawals_fixed: { sql: 'update withdrawals set amount = amount' },
  withdrawals_held_fixed: {
    sql: 'update withdrawals set cash = cash - 1, bonus = bonus + 1 where confirmed_at is not null',
  },
  withdrawals_in_time: { sql: copyRow('withdrawals', isPaid('t.amount', '0', `t.expires_at + interval '1 s'`)) },
  withdrawals_method_check: { sql: copyRow('withdrawals', `'method', 'litecoin'`) },
  withdrawals_no_delete: { sql: 'delete from withdrawals where false', refusedBy: 'append-only' },
  withdrawals_one_unconfirmed: {
    sql: [1, 2].map(() => copyRow('withdrawals', `'state', 'unconfirmed', 'ended_at', null`)).join('; '),
  },
  withdrawals_parts: { sql: copyRow('withdrawals', isPaid('1')) },
  withdrawals_reason_check: { sql: copyRow('withdrawals', `'reason', 'x'`) },
  withdrawals_returned: { sql: copyRow('withdrawals', `'returned', t.amount + 1`) },
  withdrawals_returned_check: { sql: copyRow('withdrawals', `'returned', -1`) },
  withdrawals_state_check: { sql: copyRow('withdrawals', `'state', 'lost', 'ended_at', null, ${isHeld()}`) },
  withdrawals_begin: { sql: `${asServer}; ${copyRow('withdrawals', `'state', 'cancelled', ${isHeld()}`)}` },
  withdrawals_ordered: {
    sql: `set local session_replication_role = replica;
      ${copyRow('withdrawals', `'state', 'waiting_approval', 'ended_at', null, ${isHeld()}`)};
      set local session_replication_role = origin; ${asServer};
      update withdrawals set state = 'approved' where state = 'waiting_approval'`,
  },
  withdrawals_steps: { sql: `update withdrawals set state = 'paying' where state = 'paid'` },
  withdrawals_verified: {
    sql: `update users set verification = 'None';
      ${copyRow('withdrawals', `'state', 'waiting_approval', 'ended_at', null, ${isHeld()}`)}`,
  },
}
