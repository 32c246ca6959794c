import { copyRow, type Probe } from './probe.ts'

export const marksProbes: Readonly<Record<string, Probe>> = {
  gift_claims_gift_check: { sql: copyRow('gift_claims', `'gift', ''`) },
  gift_claims_hash_check: { sql: copyRow('gift_claims', String.raw`'hash', '\x00'`) },
  gift_claims_user_id_fkey: { sql: copyRow('gift_claims', `'gift', 'other', 'user_id', 99999999`) },
  gift_claims_kind_check: { sql: copyRow('gift_claims', `'kind', 'address'`) },
  user_marks_check: { sql: copyRow('user_marks', `'kind', 'payee', 'last_seen', t.first_seen - interval '1 s'`) },
  user_marks_hash_check: { sql: copyRow('user_marks', String.raw`'hash', '\x00'`) },
  user_marks_kind_check: { sql: copyRow('user_marks', `'kind', 'name'`) },
}
