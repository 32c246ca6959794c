import { asServer, copyRow, type Probe } from './probe.ts'

export const tournamentsProbes: Readonly<Record<string, Probe>> = {
  tournament_counts_participants_check: { sql: copyRow('tournament_counts', `'participants', -1`) },
  tournament_counts_tournament_id_range_fkey: { sql: copyRow('tournament_counts', `'range', 99999`) },
  tournament_edges_own_edge_check: { sql: copyRow('tournament_edges', `'own_edge', -1`) },
  tournament_prizes_amount_check: { sql: copyRow('tournament_prizes', `'amount', 0`) },
  tournament_prizes_approved: { sql: copyRow('tournament_prizes', `'settled_at', now()`, 't.needs_approval') },
  tournament_prizes_checked: {
    sql: copyRow('tournament_prizes', `'score', 9000000000`),
    refusedBy: 'tournament_prizes_place',
  },
  tournament_prizes_content: { sql: copyRow('tournament_prizes', `'required', 1`, `t.kind = 'cash'`) },
  tournament_prizes_converted: { sql: copyRow('tournament_prizes', `'paid', t.paid + 1`, `t.kind = 'cash'`) },
  tournament_prizes_deadline: { sql: copyRow('tournament_prizes', `'verify_until', t.created_at - interval '1 s'`) },
  tournament_prizes_end: {
    sql: copyRow('tournament_prizes', `'settled_at', now(), 'lapsed_at', now()`, 'not t.needs_approval'),
  },
  tournament_prizes_fixed: { sql: 'update tournament_prizes set amount = amount' },
  tournament_prizes_held: { sql: copyRow('tournament_prizes', `'needs_approval', true`, `t.kind = 'bonus'`) },
  tournament_prizes_id_key: { sql: copyRow('tournament_prizes', `'id', t.id`) },
  tournament_prizes_item_check: { sql: copyRow('tournament_prizes', `'item', ''`, `t.kind = 'item'`) },
  tournament_prizes_kind_check: {
    sql: copyRow('tournament_prizes', `'kind', 'voucher', 'needs_approval', false`, `t.kind = 'cash'`),
  },
  tournament_prizes_no_delete: { sql: 'delete from tournament_prizes where false', refusedBy: 'append-only' },
  tournament_prizes_ordered: {
    sql: `${asServer}; update tournament_prizes set approved_at = now() where needs_approval and approved_at is null`,
  },
  tournament_prizes_rank_check: { sql: copyRow('tournament_prizes', `'rank', 101`) },
  tournament_prizes_rate_check: { sql: copyRow('tournament_prizes', `'rate', 0, 'paid', 1`, `t.kind = 'cash'`) },
  tournament_prizes_release_max_check: { sql: copyRow('tournament_prizes', `'release_max', -1`, `t.kind = 'bonus'`) },
  tournament_prizes_required_check: { sql: copyRow('tournament_prizes', `'required', 0`, `t.kind = 'bonus'`) },
  tournament_prizes_score_check: { sql: copyRow('tournament_prizes', `'score', 0`) },
  tournament_prizes_sent: { sql: copyRow('tournament_prizes', `'sent_at', now()`, `t.kind = 'item'`) },
  tournament_prizes_settled: {
    sql: `update tournament_prizes set settled_at = now() where kind = 'item'`,
    refusedBy: 'tournament_prizes_verified',
  },
  tournament_prizes_tournament_id_user_id_key: { sql: copyRow('tournament_prizes', `'user_id', t.user_id`) },
  tournament_ranges_tournament_id_number_key: { sql: copyRow('tournament_ranges', `'number', t.number`) },
  tournament_scores_own_edge_check: { sql: copyScore({ own_edge: '-1' }) },
  tournament_scores_own_stakes_check: { sql: copyScore({ own_stakes: '-1' }) },
  tournament_scores_pkey: { sql: copyScore({}) },
  tournament_scores_tournament_id_fkey: { sql: copyScore({ tournament_id: '99999999' }) },
  tournament_scores_user_id_fkey: { sql: copyScore({ user_id: '99999999' }) },
  tournament_trade_values_at_check: { sql: copyRow('tournament_trade_values', `'at', t.at + interval '1 s'`) },
  tournament_trade_values_fixed: {
    sql: 'update tournament_trade_values set value = value where false',
    refusedBy: 'append-only',
  },
  tournament_trade_values_value_check: { sql: copyRow('tournament_trade_values', `'value', -1`) },
  tournaments_begin: {
    sql: `${asServer}; ${copyRow('tournaments', `'finished_at', null, 'fund', null, 'prizes', '[1]'::jsonb`)}`,
  },
  tournaments_begun_prizes: { sql: `${asServer}; update tournaments set begun_prizes = '[1]'` },
  tournaments_begun_prizes_check: { sql: copyRow('tournaments', `'begun_prizes', '[]'::jsonb`) },
  tournaments_cancelled: { sql: copyRow('tournaments', `'finished_at', null, 'fund', null, 'cancelled_at', now()`) },
  tournaments_ordered: { sql: `${asServer}; update tournaments set prizes = '[1]'` },
  tournaments_prizes_check: { sql: copyRow('tournaments', `'prizes', '[]'::jsonb`) },
  tournaments_dates: { sql: copyRow('tournaments', `'starts_at', t.starts_at + interval '1 hour'`) },
  tournaments_finish: { sql: copyRow('tournaments', `'finished_at', t.starts_at - interval '700 days', 'fund', null`) },
  tournaments_finished: { sql: 'update tournaments set finished_at = finished_at where finished_at is not null' },
  tournaments_fixed: { sql: 'update tournaments set type = type' },
  tournaments_fund: { sql: copyRow('tournaments', `'finished_at', null, 'fund', 1`) },
  tournaments_fund_check: { sql: copyRow('tournaments', `'finished_at', t.ends_at, 'fund', -1`) },
  tournaments_no_delete: { sql: 'delete from tournaments where false', refusedBy: 'append-only' },
  tournaments_type_check: { sql: copyRow('tournaments', `'type', 'daily'`, `t.type = 'weekend'`) },
  tournaments_type_starts_at_key: { sql: copyRow('tournaments', `'starts_at', t.starts_at, 'ends_at', t.ends_at`) },
}

/** Copies a score. @param columns of a score, on the row `t`; others are those of `t`, of a participant whose score is above zero */
function copyScore(columns: Readonly<Record<string, string>>): string {
  // The generated column cannot be written.
  const values = {
    tournament_id: 't.tournament_id',
    user_id: 't.user_id',
    score: 't.score',
    has_result: 't.has_result',
  }
  const row = { ...values, reached_at: 't.reached_at', own_stakes: 't.own_stakes', own_edge: 't.own_edge', ...columns }
  return `insert into tournament_scores (${Object.keys(row).join(', ')}) select ${Object.values(row).join(', ')}
    from tournament_scores t limit 1`
}
