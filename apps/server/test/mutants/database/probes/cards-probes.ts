import { aTrader, copyRow, type Probe } from './probe.ts'

export const cardsProbes: Readonly<Record<string, Probe>> = {
  card_client_logs_limit: {
    sql: insertClientLogs(`9000000000 + n, ${aTrader}`, 1001),
    effect: `1000 = (select count(*) from card_client_logs where user_id = ${aTrader})`,
  },
  card_client_logs_pkey: { sql: insertClientLogs(`9000000001, ${aTrader}`, 2) },
  card_client_logs_user_id_fkey: { sql: insertClientLogs('9000000001, 99999999', 1) },
  cards_brand_check: { sql: copyRow('cards', `'brand', 'other'`) },
  cards_country_check: { sql: copyRow('cards', `'country', 'au'`) },
  cards_exp_month_check: { sql: copyRow('cards', `'exp_month', 13`) },
  cards_exp_year_check: { sql: copyRow('cards', `'exp_year', 35`) },
  cards_last4_check: { sql: copyRow('cards', `'last4', '42424'`) },
  cards_details_present: { sql: 'update cards set number_sealed = null where removed_at is null' },
  cards_public_id_key: { sql: copyRow('cards', `'public_id', t.public_id`) },
  cards_save_slot_check: { sql: copyRow('cards', `'save_slot', 6`) },
  cards_slots: { sql: copyRow('cards', `'removed_at', null`, `t.removed_at is null`) },
  cards_state_check: { sql: copyRow('cards', `'state', 'nsw'`) },
}

/** Inserts reports. @param ids of the report, with the number `n`, and of the user */
function insertClientLogs(ids: string, count: number): string {
  return `insert into card_client_logs (id, user_id, kind, detail, created_at) overriding system value
    select ${ids}, 'probe', '{}', now() from generate_series(1, ${count}) n`
}
