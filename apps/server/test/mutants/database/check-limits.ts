import type pg from 'pg'

/** Values of columns; all other columns are null. */
type Row = Readonly<Record<string, number | string | readonly number[]>>
/**
 * The smallest and the largest value of the one column, or length of its text, that a check accepts. The next ones are refused. A fraction is
 * any value above zero, which is refused. For checks of several columns: rows, of which each refused one violates one condition.
 */
export type CheckLimit =
  | readonly [lowest: number | null, highest?: number]
  | { readonly accepted: readonly Row[]; readonly refused: readonly Row[] }

const anId = '00000000-0000-4000-8000-000000000000'
const at = '2026-11-20T21:00:00Z'
const justBefore = '2026-11-20T20:59:59.999Z'
const justAfter = '2026-11-20T21:00:00.001Z'
const twoSecondsLater = '2026-11-20T21:00:02Z'
const sevenSecondsLater = '2026-11-20T21:00:07Z'
const minuteLater = '2026-11-20T21:01:00Z'
// The limits are the start of a week and of a weekend, and the end of both.
const monday = '2026-11-23T00:00:00Z'
const friday = '2026-11-27T21:00:00Z'
const sunday = '2026-11-29T21:00:00Z'
const cardDetails = {
  number_sealed: '\\x00',
  number_hash: '\\x00',
  exp_month: 1,
  exp_year: 2030,
  first_name: 'Ann',
  last_name: 'Lee',
  country: 'GB',
}
const paidPrize = { currency: 'USD', rate: 1, paid: 5 }

/**
 * By constraint, what each check of the modules of money accepts and refuses, if it compares numbers, lengths or times, combines
 * conditions, or calculates.
 */
export const checkLimits: Readonly<Record<string, CheckLimit>> = {
  chargebacks_evidence_check: [3, 4000],
  chargeback_files_bytes_check: [1, 10_485_760],
  chargeback_files_operator_check: [1, 60],
  chargeback_files_pages_check: [1, 10],
  chargeback_files_title_check: [1, 120],
  attempts_seq_check: [1],
  bank_payments_account_check: [4, 40],
  bank_payments_amount_check: [1],
  bank_payments_entry_key_check: [5, 200],
  beacon_chains_genesis_seconds_check: [1],
  beacon_rounds_round_check: [1],
  captures_amount_check: [1],
  captures_movement_check: [1],
  captures_number_check: [1],
  captures_output: {
    accepted: [{ processor: 'ORANGE' }, { processor: 'BTC', processor_reference: 'a:0' }],
    refused: [{ processor: 'ETH' }],
  },
  captures_part: {
    accepted: [
      { status: 'credited', processor: 'ORANGE' },
      { status: 'credited_part', processor: 'BTC' },
    ],
    refused: [{ status: 'credited_part', processor: 'ORANGE' }],
  },
  captures_second_charge: {
    accepted: [
      { number: 1, status: 'credited', processor: 'ORANGE' },
      { number: 2, status: 'suspense', processor: 'ORANGE' },
      { number: 2, status: 'credited', processor: 'BTC' },
    ],
    refused: [{ number: 2, status: 'credited', processor: 'ORANGE' }],
  },
  cards_details_present: {
    accepted: [cardDetails, { removed_at: at }],
    refused: Object.keys(cardDetails).map((missing) =>
      Object.fromEntries(Object.entries(cardDetails).filter(([column]) => column !== missing)),
    ),
  },
  cards_exp_month_check: [1, 12],
  cards_exp_year_check: [2000, 2099],
  cards_save_slot_check: [1, 5],
  crypto_chains_first_index_check: {
    accepted: [{ first_index: 0, next_index: 0 }],
    refused: [
      { first_index: -1, next_index: 0 },
      { first_index: 1, next_index: 0 },
    ],
  },
  crypto_chains_height_check: [0],
  crypto_invoices_amount_due_check: [1],
  crypto_invoices_confirmations_check: [1],
  crypto_invoices_derivation_index_check: [0],
  crypto_invoices_expected_check: [1],
  crypto_invoices_late_block: {
    accepted: [{ block_until: at, expires_at: at }],
    refused: [{ block_until: justBefore, expires_at: at }],
  },
  crypto_invoices_lock: {
    accepted: [{ locked_max: 5, amount_due: 5 }],
    refused: [{ locked_max: 4, amount_due: 5 }],
  },
  crypto_invoices_rate_check: [1],
  crypto_invoices_slot_check: [1, 3],
  crypto_invoices_spread: { accepted: [{ market_rate: 5, rate: 5 }], refused: [{ market_rate: 4, rate: 5 }] },
  crypto_invoices_spread_percent_check: [0],
  crypto_invoices_tolerance_check: [0],
  crypto_receipts_market_rate_check: [1],
  crypto_receipts_mined: {
    accepted: [{}, { mined_at: at }, { block_height: 5, mined_at: at }],
    refused: [{ block_height: 5 }],
  },
  crypto_receipts_output_check: [0],
  crypto_receipts_priced: {
    accepted: [{}, { mined_at: at }, { market_rate: 5, mined_at: at }],
    refused: [{ market_rate: 5 }],
  },
  crypto_receipts_value_check: [1],
  daily_deposit_counts_check: {
    accepted: [
      { count: 0, max_count: 3 },
      { count: 3, max_count: 3 },
    ],
    refused: [
      { count: -1, max_count: 3 },
      { count: 4, max_count: 3 },
    ],
  },
  deposits_amount_check: [1],
  deposits_bonus_check: [0],
  deposits_check: {
    accepted: [{ method: 'wallet' }, { card_id: 1, method: 'card' }],
    refused: [{ card_id: 1, method: 'wallet' }],
  },
  deposits_check1: {
    accepted: [
      { wagering_required: 1, bonus: 1 },
      { wagering_required: 0, bonus: 0 },
    ],
    refused: [
      { wagering_required: 1, bonus: 0 },
      { wagering_required: 0, bonus: 1 },
    ],
  },
  deposits_check2: {
    accepted: [
      { fixed: 'true', bonus: 0 },
      { fixed: 'false', bonus: 1 },
    ],
    refused: [{ fixed: 'true', bonus: 1 }],
  },
  deposits_idempotency_key_check: [8, 100],
  deposits_processor_order_check: { accepted: [{ processor_order: '{ORANGE}' }], refused: [{ processor_order: '{}' }] },
  deposits_release_max: [0],
  dismissed_notices_times_check: [1, 2],
  exchange_rates_rate_check: [0.001],
  first_losing_days_loss_check: [1],
  gift_claims_gift_check: [1, 60],
  held_rates_rate_check: [0.001],
  held_rates_readings_check: [1],
  ledger_balances_amount_check: {
    accepted: [
      { account: 'debt', amount: 0 },
      { account: 'cash', amount: 0 },
    ],
    refused: [
      { account: 'debt', amount: 1 },
      { account: 'cash', amount: -1 },
    ],
  },
  loss_returns_amount_check: [1],
  loss_returns_ended: {
    accepted: [0, 5].map((returned) => ({ returned, amount: 5, trade_id: anId })),
    refused: [-1, 6].map((returned) => ({ returned, amount: 5, trade_id: anId })),
  },
  loss_returns_percent_check: [1, 20],
  market_candles_low_check: [1],
  market_candles_range: {
    accepted: [{ low: 5, open: 5, close: 5, high: 5 }],
    refused: [
      { low: 5, open: 4, close: 5, high: 5 },
      { low: 5, open: 5, close: 4, high: 5 },
      { low: 5, open: 6, close: 5, high: 5 },
      { low: 5, open: 5, close: 6, high: 5 },
    ],
  },
  market_gaps_range: {
    accepted: [{ from_at: at, to_at: justAfter }],
    refused: [{ from_at: at, to_at: at }],
  },
  market_quotes_points_check: [1],
  market_quotes_trades: {
    accepted: [
      { points: 5, trades: '{5}' },
      { points: 5, trades: '{6,5}' },
      { points: 5, trades: `{${'5,'.repeat(499)}5}` },
    ],
    refused: [
      { points: 5, trades: '{}' },
      { points: 5, trades: '{5,6}' },
      { points: 5, trades: `{${'5,'.repeat(500)}5}` },
    ],
  },
  market_recorders_holder_check: [1, 100],
  market_starts_points_check: [1],
  market_states_start_points_check: [1],
  market_states_window: {
    accepted: [{ window_start: '2026-11-20T21:05:00Z' }],
    refused: [{ window_start: minuteLater }, { window_start: justAfter }],
  },
  offers_opened: {
    accepted: [{ ends_at: at }, { decision: 'ignored' }],
    refused: [{}, { decision: 'accepted' }],
  },
  offers_percent_check: {
    accepted: [
      { name: 'risk_free', percent: 1 },
      { name: 'risk_free', percent: 20 },
      { name: 'limited', percent: 100 },
    ],
    refused: [
      { name: 'limited', percent: 0 },
      { name: 'risk_free', percent: 21 },
      { name: 'limited', percent: 101 },
    ],
  },
  offers_promo_check: [3, 40],
  payouts_amount_check: [1],
  payouts_number_check: [1],
  payouts_one_place: {
    accepted: [
      { method: 'skrill', destination_id: anId },
      { method: 'card', attempt_id: 1, capture_number: 1, processor: 'ORANGE' },
      { method: 'bitcoin', destination_id: anId, attempt_id: 1, capture_number: 1, processor: 'BTC' },
    ],
    refused: [
      { method: 'skrill' },
      { method: 'skrill', destination_id: anId, attempt_id: 1, capture_number: 1, processor: 'ORANGE' },
      { method: 'eth', attempt_id: 1, capture_number: 1, processor: 'ETH' },
      { method: 'skrill', attempt_id: 1, capture_number: 1 },
      { method: 'card', destination_id: anId },
    ],
  },
  payouts_by_hand_paid: {
    accepted: [
      { by_hand: 'false', state: 'due' },
      { by_hand: 'true', state: 'paid', sent_reference: 'BANK-1' },
    ],
    refused: [
      { by_hand: 'true', state: 'sent', sent_reference: 'BANK-1' },
      { by_hand: 'true', state: 'paid', sent_reference: 'BANK-1', attempt_id: 1 },
      { by_hand: 'true', state: 'paid' },
    ],
  },
  payouts_reference: {
    accepted: [
      { tries: 0, state: 'due' },
      { tries: 1, state: 'sent', reference: anId },
    ],
    refused: [
      { tries: 0, state: 'sent' },
      { tries: 0, state: 'due', reference: anId },
      { tries: 1, state: 'sent' },
    ],
  },
  payouts_tries_check: [0],
  payouts_untraded: {
    accepted: [
      { untraded: 0, amount: 5, processor: 'ORANGE' },
      { untraded: 1, amount: 5, processor: 'ORANGE', attempt_id: 1 },
      { untraded: 5, amount: 5, processor: 'BTC', attempt_id: 1 },
    ],
    refused: [
      { untraded: 1, amount: 5, processor: 'ORANGE' },
      { untraded: 4, amount: 5, processor: 'ETH', attempt_id: 1 },
    ],
  },
  payouts_untraded_check: [0],
  processor_webhooks_event_id_check: [null, 100],
  promo_codes_amount_check: [1],
  promo_codes_check: {
    accepted: [{ starts_at: at, ends_at: at }],
    refused: [{ starts_at: at, ends_at: justBefore }],
  },
  promo_codes_gift_once: {
    accepted: [{ min_deposit: 100, max_uses_per_trader: 2 }, { max_uses_per_trader: 1 }],
    refused: [{ max_uses_per_trader: 2 }],
  },
  promo_codes_max_uses_check: [1],
  promo_codes_max_uses_per_trader_check: [1, 1000],
  promo_codes_min_deposit_check: [100],
  promo_codes_percent: {
    accepted: [{}, { percent: 10, min_deposit: 100 }],
    refused: [{ percent: 10 }],
  },
  promo_codes_percent_check: [1, 100],
  promo_codes_uses: {
    accepted: [{ uses: 0 }, { uses: 5 }, { uses: 5, max_uses: 5 }],
    refused: [{ uses: -1 }, { uses: 6, max_uses: 5 }],
  },
  promo_redemptions_bonus_check: [1],
  promo_redemptions_number_check: [1],
  promo_redemptions_release_factor_check: [0.001],
  promo_redemptions_required_check: [1],
  promo_redemptions_turnover_factor_check: [1],
  promo_redemptions_used: {
    accepted: [{ state: 'stored' }, { state: 'used', number: 1, bonus: 5, required: 5, valid_at: at }],
    refused: [
      { state: 'stored', bonus: 5 },
      { state: 'used', number: 1, bonus: 5, required: 5 },
    ],
  },
  signup_bonuses_code_check: [3, 40],
  statement_codes_attempts_left_check: [0, 5],
  statement_codes_no_attempts: {
    accepted: [
      { confirmed_by: 'trader', attempts_left: 1 },
      { confirmed_by: 'operator', attempts_left: 0 },
    ],
    refused: [{ confirmed_by: 'trader', attempts_left: 0 }],
  },
  statement_exceptions_explanation_check: [3, 500],
  statement_exceptions_place_check: [1],
  statement_files_name_check: [1, 200],
  statement_totals_agreed_count_check: [0],
  tournament_counts_participants_check: [0],
  tournament_edges_own_edge_check: [0],
  tournament_prizes_amount_check: [1],
  tournament_prizes_approved: {
    accepted: [
      { needs_approval: 'true' },
      { needs_approval: 'false', settled_at: at },
      { needs_approval: 'true', approved_at: at, settled_at: at },
    ],
    refused: [{ needs_approval: 'true', settled_at: at }],
  },
  tournament_prizes_content: {
    accepted: [
      { kind: 'item', item: 'iPad', sent_at: at },
      { kind: 'cash', ...paidPrize },
      { kind: 'bonus', ...paidPrize, required: 5, release_max: 5 },
    ],
    refused: [
      { kind: 'item' },
      { kind: 'item', item: 'iPad', paid: 5 },
      { kind: 'cash' },
      { kind: 'cash', ...paidPrize, item: 'iPad' },
      { kind: 'cash', ...paidPrize, sent_at: at },
      { kind: 'cash', ...paidPrize, required: 5, release_max: 5 },
      { kind: 'bonus', ...paidPrize },
    ],
  },
  tournament_prizes_converted: {
    accepted: [
      { amount: 1, rate: 0.5, paid: 1 },
      { amount: 101, rate: 1.49, paid: 150 },
    ],
    refused: [
      { amount: 1, rate: 0.5, paid: 0 },
      { amount: 101, rate: 1.49, paid: 151 },
    ],
  },
  tournament_prizes_deadline: {
    accepted: [{ created_at: at, verify_until: at }],
    refused: [{ created_at: at, verify_until: justBefore }],
  },
  tournament_prizes_end: {
    accepted: [{}, { settled_at: at }, { lapsed_at: at }],
    refused: [{ settled_at: at, lapsed_at: at }],
  },
  tournament_prizes_held: {
    accepted: [
      { needs_approval: 'false', kind: 'item' },
      { needs_approval: 'true', kind: 'cash' },
    ],
    refused: [{ needs_approval: 'true', kind: 'bonus' }],
  },
  tournament_prizes_item_check: [1, 40],
  tournament_prizes_rank_check: [1, 100],
  tournament_prizes_rate_check: [0.001],
  tournament_prizes_release_max_check: [0],
  tournament_prizes_required_check: [1],
  tournament_prizes_score_check: [1],
  tournament_prizes_sent: {
    accepted: [{}, { sent_at: at, settled_at: at }],
    refused: [{ sent_at: at }],
  },
  tournament_scores_own_edge_check: [0],
  tournament_scores_own_stakes_check: [0],
  tournament_trade_values_at_check: {
    accepted: [{ at: monday }, { at: friday }, { at: sunday }],
    refused: [{ at: minuteLater }, { at: '2026-11-23T01:00:00Z' }],
  },
  tournament_trade_values_value_check: [0],
  tournaments_cancelled: {
    accepted: [{}, { cancelled_at: at, cancel_words: '{}' }, { finished_at: at }],
    refused: [{ cancelled_at: at }, { cancel_words: '{}' }, { cancelled_at: at, cancel_words: '{}', finished_at: at }],
  },
  tournaments_dates: {
    accepted: [
      { type: 'weekly', starts_at: monday, ends_at: friday },
      { type: 'weekend', starts_at: friday, ends_at: sunday },
    ],
    refused: [
      { type: 'weekly', starts_at: monday, ends_at: '2026-11-27T22:00:00Z' },
      { type: 'weekly', starts_at: '2026-11-23T01:00:00Z', ends_at: '2026-11-27T22:00:00Z' },
      { type: 'weekend', starts_at: monday, ends_at: '2026-11-25T00:00:00Z' },
    ],
  },
  tournaments_finish: {
    accepted: [{ finished_at: at, ends_at: at }],
    refused: [{ finished_at: justBefore, ends_at: at }],
  },
  tournaments_fund: {
    accepted: [{}, { fund: 5, finished_at: at }],
    refused: [{ fund: 5 }],
  },
  tournaments_fund_check: [0],
  tournaments_begun_prizes_check: {
    accepted: [{}, { begun_prizes: [1] }, { begun_prizes: Array.from({ length: 40 }, () => 1) }],
    refused: [{ begun_prizes: [] }, { begun_prizes: Array.from({ length: 41 }, () => 1) }],
  },
  tournaments_prizes_check: {
    accepted: [{}, { prizes: [1] }, { prizes: Array.from({ length: 40 }, () => 1) }],
    refused: [{ prizes: [] }, { prizes: Array.from({ length: 41 }, () => 1) }],
  },
  trade_exposures_limit: {
    accepted: [
      { loss: 0, loss_max: 5 },
      { loss: 5, loss_max: 5 },
    ],
    refused: [
      { loss: -1, loss_max: 5 },
      { loss: 6, loss_max: 5 },
    ],
  },
  trade_refusals_strike_points_check: [1],
  trade_refusals_times: {
    accepted: [{ expires_at: justAfter, entry_at: at }],
    refused: [{ expires_at: at, entry_at: at }],
  },
  trade_sales_arrived_at: {
    accepted: [
      { arrived_at: at, sale_at: at },
      { arrived_at: at, sale_at: sevenSecondsLater },
    ],
    refused: [
      { arrived_at: justAfter, sale_at: at },
      { arrived_at: justBefore, sale_at: sevenSecondsLater },
    ],
  },
  trade_sales_entry_round_check: [1],
  trade_sales_fee_percent_check: [0],
  trade_sales_least_check: [0],
  trade_sales_value: {
    accepted: [
      { state: 'sold', value: 5, least: 5 },
      { state: 'kept', value: 4, least: 5 },
    ],
    refused: [{ state: 'sold', value: 4, least: 5 }],
  },
  trade_sales_value_check: [0],
  trades_arrived_at: {
    accepted: [
      { arrived_at: at, opened_at: at },
      { arrived_at: at, opened_at: sevenSecondsLater },
    ],
    refused: [
      { arrived_at: justAfter, opened_at: at },
      { arrived_at: justBefore, opened_at: sevenSecondsLater },
    ],
  },
  trade_voids_close_points_check: [1],
  trade_voids_fault_check: [3, 500],
  trade_voids_returned_check: [0],
  trades_bonus_stake: {
    accepted: [
      { bonus_stake: 0, stake: 5, practice: 'false' },
      { bonus_stake: 5, stake: 5, practice: 'false' },
      { bonus_stake: 0, stake: 5, practice: 'true' },
    ],
    refused: [
      { bonus_stake: -1, stake: 5, practice: 'false' },
      { bonus_stake: 6, stake: 5, practice: 'false' },
      { bonus_stake: 1, stake: 5, practice: 'true' },
    ],
  },
  trades_close_points_check: [1],
  trades_closed_at: {
    accepted: [
      { state: 'void', expires_at: at, closed_at: minuteLater, practice: 'false' },
      { state: 'void', expires_at: at, closed_at: justAfter, practice: 'true' },
      { state: 'void', expires_at: at, closed_at: justAfter, practice: 'false', voided_at: at },
      { state: 'sold', expires_at: justAfter, closed_at: at, quoted_at: at },
      { state: 'refused', closed_at: at, arrived_at: at },
      { state: 'won', expires_at: at, closed_at: at },
      { state: 'lost', expires_at: at, closed_at: minuteLater },
    ],
    refused: [
      { state: 'void', expires_at: at, closed_at: justAfter, practice: 'false' },
      { state: 'void', expires_at: justBefore, closed_at: minuteLater, practice: 'true' },
      { state: 'sold', expires_at: at, closed_at: at, quoted_at: at },
      { state: 'sold', expires_at: justAfter, closed_at: justBefore, quoted_at: at },
      { state: 'refused', closed_at: justBefore, arrived_at: at },
      { state: 'won', expires_at: at, closed_at: justBefore },
      { state: 'lost', expires_at: justBefore, closed_at: minuteLater },
    ],
  },
  trades_closed_whole: {
    accepted: [
      { state: 'open' },
      { state: 'won', closed_at: at, returned: 5, close_points: 5 },
      { state: 'void', closed_at: at, returned: 5 },
    ],
    refused: [
      { state: 'open', closed_at: at, returned: 5 },
      { state: 'won', closed_at: at, close_points: 5 },
      { state: 'won', closed_at: at, returned: 5 },
      { state: 'void', closed_at: at, returned: 5, close_points: 5 },
    ],
  },
  trades_digits_check: [0, 8],
  trades_entry_round_check: [1],
  trades_expiry: {
    accepted: [{ expires_at: justAfter, opened_at: at }],
    refused: [{ expires_at: at, opened_at: at }],
  },
  trades_least_payout_percent_check: [0],
  trades_open_points_check: [1],
  trades_opposite: {
    accepted: [{ state: 'open' }, { state: 'won', opposite_user_id: 1 }],
    refused: [{ state: 'open', opposite_user_id: 1 }],
  },
  trades_outcome: {
    accepted: [
      { state: 'won', close_points: 6, open_points: 5, direction: 'up' },
      { state: 'won', close_points: 4, open_points: 9, strike_points: 5, direction: 'down' },
      { state: 'lost', close_points: 4, open_points: 5, direction: 'up' },
      { state: 'lost', close_points: 6, open_points: 5, direction: 'down' },
      { state: 'tie', close_points: 5, open_points: 5, direction: 'up' },
      { state: 'open', open_points: 5, direction: 'up' },
    ],
    refused: [
      ...['won', 'lost'].flatMap((state) =>
        ['up', 'down'].map((direction) => ({ state, close_points: 5, open_points: 5, direction })),
      ),
      { state: 'won', close_points: 4, open_points: 5, direction: 'up' },
      { state: 'won', close_points: 6, open_points: 5, strike_points: 7, direction: 'up' },
      { state: 'lost', close_points: 6, open_points: 5, direction: 'up' },
      { state: 'lost', close_points: 4, open_points: 5, direction: 'down' },
      { state: 'tie', close_points: 6, open_points: 5, direction: 'up' },
    ],
  },
  trades_payout_percent_check: {
    accepted: [{ payout_percent: 1 }, { payout_percent: 200 }, { payout_percent: 500, strike_points: 5 }],
    refused: [{ payout_percent: 0 }, { payout_percent: 201 }, { payout_percent: 501, strike_points: 5 }],
  },
  trades_quote_age: {
    accepted: [
      { quoted_at: at, opened_at: twoSecondsLater },
      { quoted_at: twoSecondsLater, opened_at: at },
    ],
    refused: [
      { quoted_at: justBefore, opened_at: twoSecondsLater },
      { quoted_at: twoSecondsLater, opened_at: justBefore },
    ],
  },
  trades_rate_check: [0.001],
  trades_returned: {
    accepted: [
      { state: 'won', stake: 101, payout_percent: 82, returned: 183 },
      { state: 'lost', stake: 101, payout_percent: 82, returned: 0 },
      { state: 'sold', stake: 101, payout_percent: 82, returned: 0 },
      { state: 'sold', stake: 101, payout_percent: 82, returned: 183 },
      { state: 'tie', stake: 101, payout_percent: 82, returned: 101 },
    ],
    refused: [
      { state: 'won', stake: 101, payout_percent: 82, returned: 184 },
      { state: 'lost', stake: 101, payout_percent: 82, returned: 1 },
      { state: 'sold', stake: 101, payout_percent: 82, returned: -1 },
      { state: 'sold', stake: 101, payout_percent: 82, returned: 184 },
      { state: 'void', stake: 101, payout_percent: 82, returned: 100 },
    ],
  },
  trades_stake_check: [1],
  trades_strike_points_check: [1],
  trades_voided_real: {
    accepted: [
      { state: 'lost', simulated: 'true', practice: 'true' },
      { voided_at: at, state: 'void', simulated: 'false', practice: 'false' },
    ],
    refused: [
      { voided_at: at, state: 'lost', simulated: 'false', practice: 'false' },
      { voided_at: at, state: 'void', simulated: 'true', practice: 'false' },
      { voided_at: at, state: 'void', simulated: 'false', practice: 'true' },
    ],
  },
  trades_waiting: {
    accepted: [
      { state: 'won', open_points: 5, quoted_at: at },
      { state: 'open', entry_round: 5 },
      { state: 'refused', entry_round: 5 },
    ],
    refused: [
      { state: 'open', entry_round: 5, quoted_at: at },
      { state: 'won', open_points: 5 },
      { state: 'open' },
      { state: 'won', entry_round: 5 },
    ],
  },
  trading_stops_times: {
    accepted: [{ began_at: at, ended_at: at }, { began_at: at }],
    refused: [{ began_at: at, ended_at: justBefore }],
  },
  turnover_events_amount_check: [1],
  turnover_events_source_check: [null, 80],
  user_marks_check: {
    accepted: [{ first_seen: at, last_seen: at }],
    refused: [{ first_seen: at, last_seen: justBefore }],
  },
  wagering_requirements_bonus_check: [1],
  wagering_requirements_done_check: [0],
  wagering_requirements_finished: {
    accepted: [0, 5].map((released) => ({ released, release_max: 5, finished_at: at, done: 7, required: 7 })),
    refused: [
      { released: -1, release_max: 5, finished_at: at, done: 7, required: 7 },
      { released: 6, release_max: 5, finished_at: at, done: 7, required: 7 },
      { released: 5, release_max: 5, finished_at: at, done: 6, required: 7 },
      { released: 5, release_max: 5, done: 7, required: 7 },
    ],
  },
  wagering_requirements_frozen: {
    accepted: [{ finished_at: at }, { frozen_for: anId }],
    refused: [
      { frozen_for: anId, cancelled_at: at },
      { frozen_for: anId, finished_at: at },
    ],
  },
  wagering_requirements_gift: {
    accepted: [
      { gift: 'signup', source: 'promo:1' },
      { source: 'promo:1', deposit_id: anId },
      { source: `deposit:${anId}`, deposit_id: anId },
    ],
    refused: [
      { source: 'promo:1' },
      { gift: 'signup', source: 'promo:1', deposit_id: anId },
      { gift: 'signup', source: `prize:${anId}` },
    ],
  },
  wagering_requirements_gift_check: [1, 60],
  wagering_requirements_given_once: {
    accepted: [{}, { given_before_to: 1, gift: 'signup', released: 0 }],
    refused: [
      { given_before_to: 1, released: 0 },
      { given_before_to: 1, gift: 'signup', released: 5 },
      { given_before_to: 1, gift: 'signup' },
    ],
  },
  wagering_requirements_release_max_check: [0],
  wagering_requirements_required_check: [1],
  withdrawal_destinations_account_check: [3, 190],
  withdrawal_destinations_delay: {
    accepted: [{ created_at: '2026-11-19T21:00:00Z', usable_from: at }],
    refused: [{ created_at: '2026-11-19T21:00:00Z', usable_from: justBefore }],
  },
  withdrawal_destinations_times: {
    accepted: [{ state: 'unproved' }, { state: 'proved', proved_at: at }, { state: 'removed', removed_at: at }],
    refused: [
      { state: 'unproved', removed_at: at },
      { state: 'removed' },
      { state: 'proved' },
      { state: 'proved', proved_at: at, removed_at: at },
    ],
  },
  withdrawal_destinations_wrong_codes_check: [0, 5],
  withdrawal_tab_views_method_check: [null, 60],
  withdrawals_amount_check: [1],
  withdrawals_bonus_check: [0],
  withdrawals_cash_check: [0],
  withdrawals_confirmed: {
    accepted: [{ state: 'unconfirmed' }, { state: 'approved', cash: 5, bonus: 0, confirmed_at: at }],
    refused: [
      { state: 'unconfirmed', cash: 5 },
      { state: 'approved', cash: 5, bonus: 0 },
    ],
  },
  withdrawals_fee: {
    accepted: [
      { fee: 0, amount: 5 },
      { fee: 4, amount: 5 },
    ],
    refused: [
      { fee: -1, amount: 5 },
      { fee: 5, amount: 5 },
    ],
  },
  withdrawals_in_time: {
    accepted: [{ confirmed_at: at, expires_at: at }],
    refused: [{ confirmed_at: justAfter, expires_at: at }],
  },
  withdrawals_parts: {
    accepted: [{ cash: 2, bonus: 3, amount: 5 }],
    refused: [{ cash: 5, bonus: 5, amount: 5 }],
  },
  withdrawals_reason_check: [3, 300],
  withdrawals_returned: {
    accepted: [{ returned: 5, amount: 5 }],
    refused: [{ returned: 6, amount: 5 }],
  },
  withdrawals_returned_check: [0],
}

type LimitedCheck = {
  readonly name: string
  readonly table: string
  readonly expression: string
  readonly column: string
  readonly type: string
}

/** Lists the checks of the tables that compare numbers, lengths or times, combine conditions or calculate. */
export async function listLimitedChecks(client: pg.ClientBase, tables: readonly string[]): Promise<LimitedCheck[]> {
  const { rows } = await client.query<LimitedCheck>(
    `select c.conname::text as name, c.conrelid::regclass::text as "table", pg_get_expr(c.conbin, c.conrelid) as expression,
            a.attname::text as "column", format_type(a.atttypid, null) as type
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.conrelid::regclass::text = any($1) and c.contype = 'c' order by 1`,
    [tables],
  )
  return rows.filter(({ expression }) =>
    /[^<][<>]=? | AND | OR |\bCASE\b| [-+*/%] |GREATEST/.test(expression.replaceAll('<>', '')),
  )
}

/** Returns the values that the check refuses although it must accept them, or accepts although it must refuse them. */
export async function findWrongLimits(
  client: pg.ClientBase,
  check: LimitedCheck,
  limit: CheckLimit,
): Promise<string[]> {
  const { accepted, refused } = 'accepted' in limit ? limit : buildRows(check, limit)
  const wrong: string[] = []
  for (const [rows, expected] of [
    [accepted, true],
    [refused, false],
  ] as const)
    for (const row of rows) {
      const sql = `select (${check.expression}) is not false as accepts from jsonb_populate_record(null::${check.table}, $1) as t`
      const result = await client.query<{ accepts: boolean }>(sql, [row])
      if (result.rows[0]?.accepts !== expected)
        wrong.push(`${check.name} ${expected ? 'refuses' : 'accepts'} ${JSON.stringify(row)}`)
    }
  return wrong
}

function buildRows({ column, type }: LimitedCheck, [lowest, highest]: readonly [number | null, number?]) {
  const toRow = (value: number): Row => ({ [column]: type === 'text' ? 'x'.repeat(value) : value })
  const below = lowest === null ? [] : [Number.isInteger(lowest) ? lowest - 1 : 0]
  return {
    accepted: [lowest, highest].filter((value) => value != null).map(toRow),
    refused: [...below, ...(highest === undefined ? [] : [highest + 1])].map(toRow),
  }
}
