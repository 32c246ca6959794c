import { anId, asServer, copyRow, insertProcessingDeposit, insertPromoCode, usePromoCode, type Probe } from './probe.ts'

const ofOneRedeemer = `t.user_id = (select max(user_id) from promo_redemptions)`

export const promoProbes: Readonly<Record<string, Probe>> = {
  promo_codes_amount_check: { sql: copyRow('promo_codes', `'amount', 0, 'percent', null`) },
  promo_codes_audience_check: { sql: copyRow('promo_codes', `'audience', 'friends'`) },
  promo_codes_bonus: { sql: copyRow('promo_codes', `'amount', 1, 'percent', 1, 'min_deposit', 100`) },
  promo_codes_by_operators: { sql: `${asServer}; ${insertPromoCode('BYSERVER')}` },
  promo_codes_check: { sql: copyRow('promo_codes', `'ends_at', t.starts_at - interval '1 day'`) },
  promo_codes_code_check: { sql: copyRow('promo_codes', `'code', 'a code'`) },
  promo_codes_counted: { sql: 'update promo_codes set uses = uses - 1 where uses > 0' },
  promo_codes_fixed: { sql: 'update promo_codes set amount = amount' },
  promo_codes_gift_once: {
    sql: copyRow('promo_codes', `'amount', 1, 'percent', null, 'min_deposit', null, 'max_uses_per_trader', 2`),
  },
  promo_codes_max_uses_check: { sql: copyRow('promo_codes', `'max_uses', 0, 'uses', 0`) },
  promo_codes_max_uses_per_trader_check: {
    sql: copyRow('promo_codes', `'max_uses_per_trader', 0, 'min_deposit', 100`),
  },
  promo_codes_min_deposit_check: { sql: copyRow('promo_codes', `'min_deposit', 99`) },
  promo_codes_no_delete: { sql: 'delete from promo_codes where false', refusedBy: 'append-only' },
  promo_codes_percent: { sql: copyRow('promo_codes', `'percent', 5, 'amount', null, 'min_deposit', null`) },
  promo_codes_percent_check: { sql: copyRow('promo_codes', `'percent', 101, 'amount', null, 'min_deposit', 100`) },
  promo_codes_reserved: { sql: copyRow('promo_codes', `'code', 'RISK-FREE'`) },
  promo_codes_uses: {
    sql: 'alter table promo_codes disable trigger promo_codes_counted; update promo_codes set uses = max_uses + 1 where max_uses is not null',
  },
  promo_redemptions_bonus_check: { sql: copyRow('promo_redemptions', `'bonus', 0`) },
  promo_redemptions_booked: {
    sql: `${insertPromoCode('PROBE')}; ${usePromoCode('PROBE')}; set constraints all immediate`,
  },
  promo_redemptions_count: {
    sql: `${insertPromoCode('PROBE')}; ${usePromoCode('PROBE')}; ${usePromoCode('PROBE')}`,
    refusedBy: 'promo_redemptions_per_trader',
  },
  promo_redemptions_decided: { sql: copyRow('promo_redemptions', `'decided_at', null`) },
  promo_redemptions_deposit: {
    sql: [
      insertPromoCode('PROBE-1', 100),
      insertPromoCode('PROBE-2', 100),
      insertProcessingDeposit(`'method', 'card'`),
      usePromoCode('PROBE-1', `'${anId}'`),
      usePromoCode('PROBE-2', `'${anId}'`),
    ].join('; '),
  },
  promo_redemptions_final: { sql: `update promo_redemptions set code = code where state = 'removed'` },
  promo_redemptions_no_delete: { sql: 'delete from promo_redemptions where false', refusedBy: 'append-only' },
  promo_redemptions_number_check: { sql: copyRow('promo_redemptions', `'number', 0`) },
  promo_redemptions_pkey: { sql: copyRow('promo_redemptions', `'id', t.id`) },
  promo_redemptions_reason: { sql: copyRow('promo_redemptions', `'reason', 'promo.ended'`) },
  promo_redemptions_required_check: { sql: copyRow('promo_redemptions', `'required', 0`) },
  promo_redemptions_state_check: { sql: copyRow('promo_redemptions', `'state', 'lost'`) },
  promo_redemptions_stored: {
    sql: [9000000001, 9000000002]
      .map((id) => copyRow('promo_redemptions', `'id', ${id}, 'state', 'stored', 'decided_at', null`, ofOneRedeemer))
      .join('; '),
  },
  promo_redemptions_terms: { sql: copyRow('promo_redemptions', `'percent', 1, 'amount', 1`) },
  promo_redemptions_release_factor_check: { sql: copyRow('promo_redemptions', `'release_factor', 0`) },
  promo_redemptions_turnover_factor_check: { sql: copyRow('promo_redemptions', `'turnover_factor', 0`) },
  promo_redemptions_used: { sql: copyRow('promo_redemptions', `'number', 1`) },
  signup_bonuses_claim: { sql: `update signup_bonuses set code = 'OTHER'`, refusedBy: 'signup_bonuses_once' },
  signup_bonuses_code_check: { sql: copyRow('signup_bonuses', `'code', 'AB'`) },
  signup_bonuses_decided: { sql: 'update signup_bonuses set decided_at = now()' },
  signup_bonuses_reason: { sql: `update signup_bonuses set reason = 'promo.given_before'` },
  signup_bonuses_state_check: { sql: `update signup_bonuses set state = 'lost', decided_at = now()` },
  signup_bonuses_waiting: { sql: copyRow('signup_bonuses', `'state', 'refused', 'decided_at', now()`) },
}
