import { longAgo, type Probe } from './probe.ts'

/** Time that shows that a trigger has written a notice or a change. */
const farAhead = `'2200-01-01'`

export const marketProbes: Readonly<Record<string, Probe>> = {
  market_candles_low_check: { sql: insertMarketCandle('60, now(), 0, 5, 0, 5') },
  market_candles_pkey: {
    sql: `${insertMarketCandle('60, now(), 5, 5, 5, 5')}; ${insertMarketCandle('60, now(), 6, 6, 6, 6')}`,
  },
  market_candles_range: { sql: insertMarketCandle('60, now(), 5, 4, 3, 4') },
  market_candles_seconds_check: { sql: insertMarketCandle('61, now(), 5, 5, 5, 5') },
  market_candles_symbol_check: { sql: insertMarketCandle('60, now(), 5, 5, 5, 5', 'p') },
  market_days_append_only: { sql: 'update market_days set announced_at = announced_at', refusedBy: 'append-only' },
  market_days_no_truncate: { sql: 'truncate market_days', refusedBy: 'append-only' },
  market_days_pkey: { sql: `${insertMarketDay('a')}; ${insertMarketDay('b')}` },
  market_days_root_check: { sql: `insert into market_days values ('${longAgo}', 'short', now())` },
  market_gaps_append_only: {
    sql: `${insertMarketGap()}; update market_gaps set to_at = to_at`,
    refusedBy: 'append-only',
  },
  market_gaps_no_trade: { sql: `${insertMarketGap()}; ${insertMarketGap(`'2200-01-01T12:00Z'`, `'2200-01-03'`)}` },
  market_gaps_no_truncate: { sql: 'truncate market_gaps', refusedBy: 'append-only' },
  market_gaps_pkey: { sql: `${insertMarketGap()}; ${insertMarketGap()}` },
  market_gaps_range: { sql: insertMarketGap(farAhead, farAhead) },
  market_quotes_fixed: { sql: 'update market_quotes set points = points', refusedBy: 'append-only' },
  market_quotes_order: { sql: `${insertMarketQuote('now()')}; ${insertMarketQuote(`'${longAgo}'`)}` },
  market_quotes_pkey: { sql: `${insertMarketQuote('now()')}; ${insertMarketQuote('now()')}` },
  market_quotes_points_check: { sql: insertMarketQuote('now()', 0) },
  market_quotes_trades: { sql: insertMarketQuote('now()', 5, 'PROBE', [5, 6]) },
  market_quotes_symbol_check: { sql: insertMarketQuote('now()', 5, 'p') },
  market_recorders_holder_check: { sql: `insert into market_recorders values (1, '', now(), now())` },
  market_recorders_id_check: { sql: `insert into market_recorders values (2, 'probe', now(), now())` },
  market_recorders_pkey: { sql: `insert into market_recorders values (1, 'a', now(), now()), (1, 'b', now(), now())` },
  market_secrets_fixed: { sql: `${insertMarketSecret(1)}; update market_secrets set created_at = '${longAgo}'` },
  market_secrets_id_check: { sql: insertMarketSecret(2) },
  market_secrets_no_truncate: { sql: 'truncate market_secrets', refusedBy: 'append-only' },
  market_secrets_not_deleted: { sql: 'delete from market_secrets', refusedBy: 'append-only' },
  market_starts_append_only: { sql: 'update market_starts set points = points + 1', refusedBy: 'append-only' },
  market_starts_no_truncate: { sql: 'truncate market_starts', refusedBy: 'append-only' },
  market_starts_pkey: { sql: `insert into market_starts values ('PROBE', 1, now()), ('PROBE', 2, now())` },
  market_starts_points_check: { sql: `insert into market_starts values ('PROBE', 0, now())` },
  market_starts_symbol_check: { sql: `insert into market_starts values ('p', 1, now())` },
  market_states_append_only: {
    sql: `${insertMarketState('5, 0')}; update market_states set sum = 1`,
    refusedBy: 'append-only',
  },
  market_states_no_truncate: { sql: 'truncate market_states', refusedBy: 'append-only' },
  market_states_pkey: { sql: `${insertMarketState('5, 0')}; ${insertMarketState('6, 0')}` },
  market_states_start_points_check: { sql: insertMarketState('0, 0') },
  market_states_symbol_check: { sql: insertMarketState('5, 0', 'p') },
  market_states_window: { sql: `insert into market_states values ('PROBE', '2026-11-26T10:01:00Z', 5, 0)` },
  beacon_chains_append_only: {
    sql: `update beacon_chains set beacon_id = 'b'`,
    refusedBy: 'append-only',
  },
  beacon_chains_genesis_seconds_check: { sql: insertBeaconChain({ genesis: 0 }) },
  beacon_chains_group_hash_check: { sql: insertBeaconChain({ groupHash: 'f' }) },
  beacon_chains_hash_check: { sql: insertBeaconChain({ hash: 'f' }) },
  beacon_chains_id_check: { sql: insertBeaconChain({ id: 2 }) },
  beacon_chains_no_truncate: { sql: 'truncate beacon_chains', refusedBy: 'append-only' },
  beacon_chains_pkey: { sql: `${insertBeaconChain()}; ${insertBeaconChain()}` },
  beacon_chains_public_key_check: { sql: insertBeaconChain({ publicKey: 'f' }) },
  beacon_rounds_append_only: {
    sql: `${insertBeaconRound(7)}; update beacon_rounds set round = 8`,
    refusedBy: 'append-only',
  },
  beacon_rounds_no_truncate: { sql: 'truncate beacon_rounds', refusedBy: 'append-only' },
  beacon_rounds_pkey: { sql: `${insertBeaconRound(7)}; ${insertBeaconRound(7)}` },
  beacon_rounds_round_check: { sql: insertBeaconRound(0) },
  beacon_rounds_signature_check: { sql: insertBeaconRound(7, 47) },
  market_secrets_pkey: { sql: `${insertMarketSecret(1)}; ${insertMarketSecret(1)}` },
}

type ProbedChain = Partial<{ id: number; hash: string; publicKey: string; genesis: number; groupHash: string }>

/** Inserts a candle. @param values of all columns but the symbol */
function insertMarketCandle(values: string, symbol = 'PROBE'): string {
  return `insert into market_candles (symbol, seconds, starts_at, open, high, low, close) values ('${symbol}', ${values})`
}

function insertMarketDay(hash: string): string {
  return `insert into market_days values ('${longAgo}', sha256('${hash}'), now())`
}

function insertMarketGap(from = farAhead, to = `'2200-01-02'`): string {
  return `insert into market_gaps values (${from}, ${to})`
}

/** Inserts a state. @param values of the last two columns */
function insertMarketState(values: string, symbol = 'PROBE'): string {
  return `insert into market_states values ('${symbol}', '2026-11-26T10:00:00Z', ${values})`
}

function insertBeaconChain({
  id = 1,
  hash = 'f'.repeat(64),
  publicKey = 'f'.repeat(192),
  genesis = 1,
  groupHash = 'f'.repeat(64),
}: ProbedChain = {}): string {
  return `insert into beacon_chains values (${id}, '${hash}', '${publicKey}', ${genesis}, '${groupHash}', 'probe')`
}

function insertBeaconRound(round: number, bytes = 48): string {
  return `insert into beacon_rounds values (${round}, decode(repeat('00', ${bytes}), 'hex'))`
}

function insertMarketQuote(at: string, points = 5, symbol = 'PROBE', trades: readonly number[] = [points]): string {
  return `insert into market_quotes values ('${symbol}', ${at}, ${points}, now(), '{${trades.join(',')}}')`
}

function insertMarketSecret(id: number): string {
  return `insert into market_secrets values (${id}, 'probe', now())`
}
