import { copyRow, isOpenInvoice, type Probe } from './probe.ts'

const ofOneInvoiceTrader = `t.user_id = (select max(user_id) from crypto_invoices)`

export const cryptoProbes: Readonly<Record<string, Probe>> = {
  crypto_blocks_coin_fkey: { sql: `insert into crypto_blocks (coin, height, hash) values ('LTC', 1, 'x')` },
  crypto_blocks_pkey: {
    sql: `insert into crypto_blocks (coin, height, hash) values ('BTC', -1, 'x'), ('BTC', -1, 'y')`,
  },
  crypto_chains_coin_check: { sql: `insert into crypto_chains (coin) values ('LTC')` },
  crypto_chains_first_index_check: { sql: 'update crypto_chains set first_index = next_index + 1' },
  crypto_chains_height_check: { sql: 'update crypto_chains set height = -1' },
  crypto_invoices_address_key: { sql: copyRow('crypto_invoices', `'address', t.address`) },
  crypto_invoices_amount_due_check: { sql: copyRow('crypto_invoices', `'amount_due', 0`) },
  crypto_invoices_check: { sql: copyRow('crypto_invoices', `'paid', null`) },
  crypto_invoices_check1: { sql: copyRow('crypto_invoices', `'slot', 1`) },
  crypto_invoices_coin_derivation_index_key: {
    sql: copyRow('crypto_invoices', `'derivation_index', t.derivation_index`),
  },
  crypto_invoices_confirmations_check: { sql: copyRow('crypto_invoices', `'confirmations', 0`) },
  crypto_invoices_currency_check: { sql: copyRow('crypto_invoices', `'currency', 'CHF'`) },
  crypto_invoices_deposit_id_key: { sql: copyRow('crypto_invoices', `'deposit_id', t.deposit_id`) },
  crypto_invoices_derivation_index_check: { sql: copyRow('crypto_invoices', `'derivation_index', -1`) },
  crypto_invoices_expected_check: { sql: copyRow('crypto_invoices', `'expected', 0`) },
  crypto_invoices_fixed: { sql: 'update crypto_invoices set rate = rate' },
  crypto_invoices_no_delete: { sql: 'delete from crypto_invoices where false', refusedBy: 'append-only' },
  crypto_invoices_open: {
    sql: [1, 2].map(() => copyRow('crypto_invoices', `${isOpenInvoice}, 'slot', 1`, ofOneInvoiceTrader)).join('; '),
  },
  crypto_invoices_late_block: { sql: copyRow('crypto_invoices', `'block_until', '2000-01-01'`) },
  crypto_invoices_lock: { sql: copyRow('crypto_invoices', `'locked_max', t.amount_due - 1`) },
  crypto_invoices_spread: { sql: copyRow('crypto_invoices', `'market_rate', t.rate - 1`) },
  crypto_invoices_spread_percent_check: { sql: copyRow('crypto_invoices', `'spread_percent', -1`) },
  crypto_invoices_rate_check: { sql: copyRow('crypto_invoices', `'rate', 0`) },
  crypto_invoices_slot_check: { sql: copyRow('crypto_invoices', `${isOpenInvoice}, 'slot', 4`) },
  crypto_invoices_tolerance_check: { sql: copyRow('crypto_invoices', `'tolerance', -1`) },
  crypto_receipts_check: { sql: copyRow('crypto_receipts', `'state', 'token'`) },
  crypto_receipts_mined: {
    sql: copyRow('crypto_receipts', `'block_height', 1, 'block_hash', 'block', 'mined_at', null, 'market_rate', null`),
  },
  crypto_receipts_priced: {
    sql: copyRow('crypto_receipts', `'block_height', null, 'block_hash', null, 'mined_at', null, 'market_rate', 1`),
  },
  crypto_receipts_check1: { sql: copyRow('crypto_receipts', `'block_height', 1, 'block_hash', null`) },
  crypto_receipts_coin_txid_output_token_key: {
    sql: copyRow('crypto_receipts', `'txid', t.txid, 'token', t.token, 'state', t.state`),
  },
  crypto_receipts_fixed: { sql: 'update crypto_receipts set value = value' },
  crypto_receipts_market_rate_check: { sql: copyRow('crypto_receipts', `'market_rate', 0, 'mined_at', now()`) },
  crypto_receipts_no_delete: { sql: 'delete from crypto_receipts where false', refusedBy: 'append-only' },
  crypto_receipts_output_check: { sql: copyRow('crypto_receipts', `'output', -1`) },
  crypto_receipts_state_check: { sql: copyRow('crypto_receipts', `'state', 'paid'`) },
  crypto_receipts_steps: { sql: `update crypto_receipts set state = 'seen' where state = 'credited'` },
  crypto_receipts_value_check: { sql: copyRow('crypto_receipts', `'value', 0`) },
}
