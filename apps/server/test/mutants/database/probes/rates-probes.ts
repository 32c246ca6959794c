import { type Probe } from './probe.ts'

export const ratesProbes: Readonly<Record<string, Probe>> = {
  exchange_rates_code_check: { sql: insertRate('exchange_rates', `'DOGE', 1`) },
  exchange_rates_pkey: { sql: [1, 2].map(() => insertRate('exchange_rates', `'LTC', 1`)).join('; ') },
  exchange_rates_rate_check: { sql: insertRate('exchange_rates', `'LTC', 0`) },
  held_rates_code_check: { sql: insertRate('held_rates', `'DOGE', 1`) },
  held_rates_pkey: { sql: [1, 2].map(() => insertRate('held_rates', `'LTC', 1`)).join('; ') },
  held_rates_rate_check: { sql: insertRate('held_rates', `'LTC', 0`) },
  held_rates_readings_check: {
    sql: `insert into held_rates (code, rate, at, readings) values ('LTC', 1, '2000-01-01', 0)`,
  },
}

/** Inserts a rate. @param values code and rate */
function insertRate(table: 'exchange_rates' | 'held_rates', values: string): string {
  const [column, value] = table === 'exchange_rates' ? ['is_confirmed', 'false'] : ['readings', '1']
  return `insert into ${table} (code, rate, at, ${column}) values (${values}, '2000-01-01', ${value})`
}
