import type { OperatorRole } from '@tradefront/contract/operator-actions'
import type { SettingGroup, SettingUnit } from '@tradefront/contract/desk-control'

import type { SettingName } from './schema.ts'

export type SettingRule = {
  readonly group: SettingGroup
  readonly unit: SettingUnit | null
  /** The dangerous action needs two operators: its settings move money, redirect it or change odds. */
  readonly action: 'setting.change' | 'setting.change_dangerous'
  readonly roles: readonly OperatorRole[]
}

type Roles = readonly [OperatorRole, ...OperatorRole[]]

const byOne = (group: SettingGroup, unit: SettingUnit | null, ...roles: Roles): SettingRule => ({
  group,
  unit,
  roles,
  action: 'setting.change',
})
const byTwo = (group: SettingGroup, unit: SettingUnit | null, ...roles: Roles): SettingRule => ({
  group,
  unit,
  roles,
  action: 'setting.change_dangerous',
})

/** Which roles change which setting at the desk, alone or with a second operator. The view `setting_rules` is its copy in the database. */
export const settingRules: Readonly<Record<SettingName, SettingRule>> = {
  deposit_min: byTwo('deposits', 'base', 'payments', 'risk'),
  deposit_min_affiliates: byTwo('deposits', 'base', 'payments', 'risk'),
  deposit_max: byTwo('deposits', 'base', 'payments', 'risk'),
  affiliates_min_300: byOne('deposits', null, 'payments', 'marketing'),
  card_day_limit: byTwo('deposits', 'count', 'payments', 'risk'),
  fail_limit: byTwo('deposits', 'count', 'payments', 'risk'),
  card_number_days: byOne('deposits', 'days', 'payments', 'risk'),
  cascade: byOne('deposits', null, 'payments'),
  cascade_rules: byTwo('deposits', null, 'payments', 'risk'),
  processors_off: byOne('deposits', null, 'payments'),
  pfs_countries: byOne('deposits', null, 'payments'),
  pfs_fallback: byOne('deposits', null, 'payments'),
  hidden_tabs: byOne('deposits', null, 'payments'),
  skrill_excluded_countries: byOne('deposits', null, 'payments'),
  statement_name: byOne('deposits', null, 'payments'),
  transaction_validation: byOne('deposits', null, 'payments', 'risk'),
  transaction_validation_amount: byOne('deposits', 'base', 'payments', 'risk'),
  refund_days: byOne('deposits', 'days', 'payments'),
  webhook_ask_from: byTwo('deposits', 'base', 'payments', 'risk'),
  webhook_silence_minutes: byOne('deposits', 'minutes', 'payments'),
  bank_details: byTwo('deposits', null, 'payments', 'finance'),
  webmoney_wmz: byTwo('deposits', null, 'payments', 'finance'),
  webmoney_wmr: byTwo('deposits', null, 'payments', 'finance'),
  webmoney_wme: byTwo('deposits', null, 'payments', 'finance'),
  litecoin_address: byTwo('deposits', null, 'payments', 'finance'),
  crypto_confirmations: byTwo('coins', null, 'payments', 'risk'),
  crypto_tolerance_percent: byTwo('coins', 'percent', 'payments', 'risk'),
  crypto_spread_percent: byTwo('coins', 'percent', 'payments', 'risk'),
  crypto_overpay_percent: byTwo('coins', 'percent', 'payments', 'risk'),
  crypto_late_block_hours: byTwo('coins', 'hours', 'payments', 'risk'),
  crypto_rate_max_age_seconds: byTwo('coins', 'seconds', 'payments', 'risk'),
  currency_rate_max_age_seconds: byTwo('coins', 'seconds', 'payments', 'risk'),
  rate_jump_percents: byTwo('coins', 'percent', 'payments', 'risk'),
  rate_confirm_seconds: byTwo('coins', 'seconds', 'payments', 'risk'),
  withdrawal_methods: byTwo('withdrawals', null, 'payments', 'finance'),
  withdrawal_terms: byTwo('withdrawals', null, 'payments', 'finance'),
  deposit_turnover_factor: byTwo('withdrawals', 'times', 'payments', 'risk'),
  waiting_alert_hours: byOne('withdrawals', 'hours', 'payments', 'documents', 'admin'),
  fill: byTwo('trading', null, 'risk', 'finance'),
  payout_percents: byTwo('trading', 'percent', 'risk', 'finance'),
  payout_exceptions: byTwo('trading', 'percent', 'risk', 'finance'),
  sale_fee_percent: byTwo('trading', 'percent', 'risk', 'finance'),
  ladder_margin_percent: byTwo('trading', 'percent', 'risk', 'finance'),
  stake_min: byTwo('trading', 'base', 'risk', 'finance'),
  stake_max: byTwo('trading', 'base', 'risk', 'finance'),
  symbol_stakes_max: byTwo('trading', 'base', 'risk', 'finance'),
  open_stakes_max: byTwo('trading', 'base', 'risk', 'finance'),
  house_loss_max: byTwo('trading', 'base', 'risk', 'finance'),
  trading_block: byTwo('trading', null, 'risk', 'documents'),
  market_pauses: byOne('trading', null, 'risk'),
  clock_tolerance_ms: byTwo('trading', 'milliseconds', 'risk', 'admin'),
  bonus_turnover_factor: byTwo('bonuses', 'times', 'marketing', 'risk', 'finance'),
  bonus_release_factor: byTwo('bonuses', 'times', 'marketing', 'risk', 'finance'),
  tiers: byTwo('bonuses', null, 'marketing', 'risk', 'finance'),
  limited_offer_code: byTwo('bonuses', null, 'marketing', 'risk', 'finance'),
  risk_free_percent: byTwo('bonuses', 'percent', 'marketing', 'risk', 'finance'),
  tournament_prizes: byTwo('bonuses', 'base', 'marketing', 'risk', 'finance'),
  tournament_prizes_scaled: byTwo('bonuses', null, 'marketing', 'risk', 'finance'),
  tournament_prize_max_percent: byTwo('bonuses', 'percent', 'marketing', 'risk', 'finance'),
  tournament_stakes_min: byTwo('bonuses', 'base', 'marketing', 'risk', 'finance'),
  tournament_verify_days: byOne('bonuses', 'days', 'marketing', 'documents'),
  news_feeds: byOne('texts', null, 'marketing'),
  calendar_url: byOne('texts', null, 'marketing'),
  ticket_departments: byOne('texts', null, 'support'),
  ticket_priorities: byOne('texts', null, 'support'),
  chat_hide: byOne('texts', null, 'support', 'marketing'),
  chat_show: byOne('texts', null, 'support', 'marketing'),
  chat_disabled: byOne('texts', null, 'support', 'marketing'),
  // Alerts are sent to this address, too.
  support_email: byTwo('texts', null, 'admin'),
  approval_limit: byTwo('operations', 'base', 'admin'),
  desk_addresses: byTwo('operations', null, 'admin'),
  // The platform receives passwords.
  platform_url: byTwo('operations', null, 'admin'),
  registrations_per_hour: byOne('operations', 'count', 'risk', 'admin'),
  session_idle_days: byOne('operations', 'days', 'risk', 'admin'),
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingRules, name)
}
