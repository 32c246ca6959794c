import { asServer, anId, copyRow, insertProcessingDeposit, isOpenInvoice, longAgo, type Probe } from './probe.ts'

const closeDay = `insert into closed_days values ('2020-01-01', now())`
const failDeposit = `update deposits set state = 'failed', ended_at = now(), updated_at = now() where id = '${anId}'`

export const depositsProbes: Readonly<Record<string, Probe>> = {
  attempt_events_append_only: { sql: `update attempt_events set source = source`, refusedBy: 'append-only' },
  attempts_deposit_id_processor_key: { sql: copyRow('attempts', `'processor', t.processor`) },
  attempts_fixed: { sql: `update attempts set reference = reference` },
  attempts_no_delete: { sql: `delete from attempts where false`, refusedBy: 'append-only' },
  // The primary key implies this key; it is there for this foreign key.
  attempts_of_deposit: { sql: copyCapture(`'attempt_id', 99999999`), refusedBy: 'captures_attempt_fkey' },
  attempts_one_active: {
    sql: copyRow(
      'attempts',
      `'state', 'pending'`,
      `exists (select 1 from attempts x where x.deposit_id = t.deposit_id and x.state = 'manual_review')`,
    ),
  },
  attempts_one_success: { sql: copyRow('attempts', `'state', 'succeeded'`, `t.state = 'succeeded'`) },
  attempts_reference_key: { sql: copyRow('attempts', `'reference', t.reference`) },
  attempts_seq_check: { sql: copyRow('attempts', `'seq', 0`) },
  attempts_steps: { sql: `update attempts set state = 'pending' where state = 'declined_soft'` },
  attempts_state_check: { sql: copyRow('attempts', `'state', 'paid'`) },
  bank_payments_account_check: { sql: insertBankPayment(`'account', 'DE'`) },
  bank_payments_amount_check: { sql: insertBankPayment(`'amount', 0`) },
  bank_payments_currency_check: { sql: insertBankPayment(`'currency', 'eur'`) },
  bank_payments_entry: { sql: `${insertBankPayment('')}; ${insertBankPayment(`'id', 2`)}` },
  bank_payments_entry_key_check: { sql: insertBankPayment(`'entry_key', 'R1'`) },
  bank_payments_fixed: {
    sql: `${insertBankPayment('')}; update bank_payments set amount = 2`,
    refusedBy: 'append-only',
  },
  bank_payments_pkey: { sql: `${insertBankPayment('')}; ${insertBankPayment(`'entry_key', 'entry:R2'`)}` },
  captures_amount_check: { sql: copyCapture(`'amount', 0`) },
  captures_charging: { sql: copyCapture(`'processor', 'FRAUD'`) },
  captures_attempt_fkey: { sql: copyCapture(`'attempt_id', 99999999`) },
  captures_no_delete: { sql: `delete from captures`, refusedBy: 'append-only' },
  captures_booked: { sql: `${copyCapture('')}; set constraints all immediate` },
  captures_chargeback: {
    sql: `update captures set status = 'taken_back', reason = 'chargeback', movement = movement + 1, updated_at = '${longAgo}'
      where status = 'credited'`,
    effect: `exists (select from chargebacks where opened_at = '${longAgo}' and due_at = '2020-01-11 00:00:00+00')`,
  },
  captures_claim_ordered: {
    sql: `set local session_replication_role = replica;
      ${copyRow('attempts', `'id', 9000000002, 'processor', 'BANK', 'is_charging', true, 'seq', 98`)};
      set local session_replication_role = origin; ${asServer};
      ${copyCapture(`'processor', 'BANK'`, 'a.id = 9000000002')}`,
  },
  chargebacks_begin: { sql: `${asServer}; ${insertChargeback(`'state', 'won', 'closed_at', now()`)}` },
  chargebacks_capture_fkey: { sql: insertChargeback(`'capture_number', 99`) },
  chargebacks_closed: { sql: insertChargeback(`'closed_at', now()`) },
  chargebacks_evidence_check: { sql: insertChargeback(`'evidence', 'x'`) },
  chargebacks_pkey: { sql: `${insertChargeback('')}; insert into chargebacks select * from chargebacks` },
  chargebacks_state_check: { sql: insertChargeback(`'state', 'lost of course', 'closed_at', now()`) },
  chargebacks_ordered: {
    sql: `${insertChargeback('')}; ${asServer}; update chargebacks set state = 'won', closed_at = now()`,
  },
  closed_days_ordered: { sql: `${asServer}; ${closeDay}` },
  closed_days_pkey: { sql: `${closeDay}; ${closeDay}` },
  statement_exceptions_explained: { sql: insertException(`'explanation', 'as agreed'`) },
  statement_exceptions_explanation_check: { sql: insertException(`'explanation', 'no', 'explained_at', now()`) },
  statement_exceptions_fixed: { sql: `${insertException('')}; update statement_exceptions set day = day` },
  statement_exceptions_key: { sql: `${insertException('')}; ${insertException(`'id', 2`)}` },
  statement_exceptions_kind_check: { sql: insertException(`'kind', 'other'`) },
  statement_exceptions_ordered: {
    sql: `${insertException('')}; ${asServer}; update statement_exceptions set explanation = 'as agreed', explained_at = now()`,
  },
  statement_exceptions_pkey: { sql: `${insertException('')}; ${insertException(`'place', 2`)}` },
  statement_exceptions_place_check: { sql: insertException(`'place', 0`) },
  statement_exceptions_what_check: { sql: insertException(`'what', 'fee'`) },
  captures_late_notice: {
    sql: copyCapture(
      `'status', 'credited_late', 'updated_at', '${longAgo}'`,
      'not exists (select from captures y where y.deposit_id = a.deposit_id)',
    ),
    effect: `exists (select from deposit_notices where kind = 'late' and created_at = '${longAgo}')`,
  },
  captures_paid_out: {
    sql: `set local session_replication_role = replica;
      insert into payouts (id, withdrawal_id, number, user_id, method, attempt_id, capture_number, processor, amount, untraded, currency, state,
          created_at, updated_at)
        select gen_random_uuid(), gen_random_uuid(), 1, 1, 'card', attempt_id, number, processor, 1, 0, 'USD', 'waiting', now(), now()
          from captures where status = 'credited_late';
      set local session_replication_role = origin;
      update captures set status = 'refund_due', movement = movement + 1 where status = 'credited_late'`,
  },
  captures_card_charged: {
    sql: `update cards set charged_at = null;
      ${copyCapture('', 'exists (select from deposits d where d.id = a.deposit_id and d.card_id is not null)')};
      set constraints captures_card_charged immediate`,
    refusedBy: 'is not marked as charged',
  },
  captures_payer_proved: {
    sql: `insert into user_marks (user_id, kind, hash, first_seen, last_seen)
        select distinct user_id, case method when 'card' then 'card' else 'payee' end, sha256('probe'), now(), now() from deposits;
      set local session_replication_role = replica;
      update attempts set payer_mark = sha256('probe');
      set local session_replication_role = origin;
      ${copyCapture(`'status', 'credited'`, 'not exists (select from captures y where y.deposit_id = a.deposit_id)')};
      set constraints captures_payer_proved immediate`,
    refusedBy: 'payer is not proved',
  },
  captures_notice: {
    sql: `update captures set status = 'taken_back', movement = movement + 1, updated_at = '${longAgo}' where status = 'credited'`,
    effect: `exists (select from deposit_notices where kind = 'taken_back' and created_at = '${longAgo}')`,
  },
  captures_one_per_output: {
    sql: copyCapture(
      `'processor', c.processor, 'processor_reference', c.processor_reference`,
      `c.processor in ('BTC', 'ETH')`,
    ),
  },
  captures_output: { sql: copyCapture(`'processor', 'BTC', 'processor_reference', null`) },
  captures_part: { sql: copyCapture(`'status', 'credited_part', 'processor', 'ORANGE'`) },
  captures_movement_check: { sql: copyCapture(`'movement', 0`) },
  captures_number_check: { sql: copyCapture(`'number', 0`) },
  captures_one_credit: {
    sql: copyRow('captures', `'number', 9, 'status', 'credited_late'`, `t.status in ('credited', 'credited_late')`),
  },
  captures_pkey: { sql: copyRow('captures', `'refund_reference', null`, `t.status in ('suspense', 'refunded')`) },
  captures_second_charge: { sql: copyCapture(`'number', 2, 'status', 'credited', 'processor', 'ORANGE'`) },
  captures_refund_reference_key: { sql: `update captures set refund_reference = '${anId}'` },
  captures_status_check: { sql: copyCapture(`'status', 'lost'`) },
  captures_steps: { sql: `update captures set status = 'suspense' where status = 'credited'` },
  captures_terms: {
    sql: `update captures set status = 'reversed' where status = 'credited'`,
    refusedBy: 'captures_movement',
  },
  daily_deposit_counts_check: { sql: `update daily_deposit_counts set count = max_count + 1` },
  daily_deposit_counts_user_id_fkey: {
    sql: `insert into daily_deposit_counts (user_id, day, count, max_count) values (99999999, '2026-11-18', 1, 2)`,
  },
  deposits_amount_check: { sql: copyRow('deposits', `'amount', 0`) },
  deposits_bonus_check: { sql: copyRow('deposits', `'bonus', -1, 'wagering_required', 0`) },
  deposits_release_max: { sql: copyRow('deposits', `'release_max', -1`) },
  deposits_check: { sql: copyRow('deposits', `'method', 'crypto'`, 't.card_id is not null') },
  deposits_check1: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 0, 'fixed', false`) },
  deposits_check2: { sql: copyRow('deposits', `'bonus', 1, 'wagering_required', 1, 'fixed', true`) },
  deposits_currency_check: { sql: copyRow('deposits', `'currency', 'CHF'`) },
  deposits_invoice_ended: {
    sql: [
      insertProcessingDeposit(`'method', 'crypto', 'card_id', null`),
      copyRow('crypto_invoices', `'guid', '${anId}', 'deposit_id', '${anId}', ${isOpenInvoice}, 'slot', 1`),
      failDeposit,
      'set constraints deposits_invoice_ended immediate',
    ].join('; '),
    refusedBy: 'its invoice has not',
  },
  deposits_notice: {
    sql: `${insertProcessingDeposit(`'method', 'card'`)}; ${failDeposit}`,
    effect: `exists (select from deposit_notices where deposit_id = '${anId}' and kind = 'failed')`,
  },
  deposits_fixed: { sql: `update deposits set amount = amount` },
  deposits_idempotency_key: {
    sql: copyRow('deposits', `'idempotency_key', t.idempotency_key`, `t.idempotency_key is not null`),
  },
  deposits_idempotency_key_check: { sql: copyRow('deposits', `'idempotency_key', 'short'`) },
  deposits_method_check: { sql: copyRow('deposits', `'method', 'cash', 'card_id', null`) },
  deposits_one_open: {
    sql: `${copyRow('deposits', `'state', 'open'`)}; ${copyRow('deposits', `'state', 'processing'`, `t.state = 'open'`)}`,
  },
  deposits_processor_order_check: { sql: copyRow('deposits', `'processor_order', '[]'::jsonb`) },
  deposits_no_delete: { sql: `delete from deposits where false`, refusedBy: 'append-only' },
  deposits_steps: { sql: `update deposits set state = 'open' where state = 'failed'` },
  deposits_state_check: { sql: copyRow('deposits', `'state', 'paid'`) },
  processor_webhooks_event_id_check: { sql: copyRow('processor_webhooks', `'event_id', repeat('x', 101)`) },
}

/** Copies a capture to an attempt that has none. @param where on the capture `c` and attempt `a` */
function copyCapture(changes: string, where = 'true'): string {
  return `insert into captures
    select (jsonb_populate_record(c, jsonb_build_object('attempt_id', a.id, 'deposit_id', a.deposit_id, 'processor', a.processor,
        'refund_reference', null, 'status', 'suspense') || jsonb_build_object(${changes}))).*
      from captures c, attempts a where not exists (select 1 from captures x where x.attempt_id = a.id)
       and a.processor <> 'FRAUD' and ${where} limit 1`
}

/** Inserts a case of a charge that has none. */
function insertChargeback(changes: string): string {
  const base = `'attempt_id', c.attempt_id, 'capture_number', c.number, 'state', 'open', 'due_at', now(), 'opened_at', now()`
  return `insert into chargebacks
    select r.* from captures c,
           jsonb_populate_record(null::chargebacks, jsonb_build_object(${base}) || jsonb_build_object(${changes})) r
     where not exists (select from chargebacks b where b.attempt_id = c.attempt_id) limit 1`
}

function insertException(changes: string): string {
  const base = `'id', 1, 'processor', 'ORANGE', 'day', '2020-01-01', 'kind', 'doubled', 'what', 'charge', 'reference', 'a', 'currency', 'USD',
    'place', 1, 'there', 'once', 'here', 'twice', 'difference', 1, 'found_at', now()`
  return `insert into statement_exceptions overriding system value select r.* from jsonb_populate_record(null::statement_exceptions,
    jsonb_build_object(${base}) || jsonb_build_object(${changes})) r`
}

function insertBankPayment(changes: string): string {
  const base = `'id', 1, 'account', 'DE02', 'entry_key', 'entry:R1', 'booked_on', '2020-01-01', 'amount', 1, 'currency', 'EUR', 'payer', '',
    'words', '', 'imported_at', now()`
  return `insert into bank_payments overriding system value select r.* from jsonb_populate_record(null::bank_payments,
    jsonb_build_object(${base}) || jsonb_build_object(${changes})) r`
}
