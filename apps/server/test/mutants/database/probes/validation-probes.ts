import { copyRow, type Probe } from './probe.ts'

export const validationProbes: Readonly<Record<string, Probe>> = {
  statement_codes_attempts_left_check: { sql: copyRow('statement_codes', `'attempts_left', 6`) },
  statement_codes_code_check: { sql: copyRow('statement_codes', `'code', '12345'`) },
  statement_codes_confirmed: { sql: copyRow('statement_codes', `'confirmed_at', now()`) },
  statement_codes_confirmed_by_check: {
    sql: copyRow('statement_codes', `'confirmed_at', now(), 'confirmed_by', 'bank'`),
  },
  statement_codes_fixed: { sql: `update statement_codes set code = '654321'` },
  statement_codes_no_attempts: {
    sql: copyRow('statement_codes', `'attempts_left', 0, 'confirmed_at', now(), 'confirmed_by', 'trader'`),
  },
  statement_codes_steps: { sql: 'update statement_codes set attempts_left = attempts_left - 2' },
}
