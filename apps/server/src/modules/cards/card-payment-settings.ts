import type { Settings } from '../settings/service.ts'
import type { CardPaymentSettings } from './card-payments.ts'

/** The part of the site's settings that the cascade goes by. */
export function toCardPaymentSettings(settings: Settings): CardPaymentSettings {
  return {
    cascade: settings.cascade,
    disabledProcessors: settings.processors_off,
    dayLimit: settings.card_day_limit,
    failLimit: settings.fail_limit,
    turnoverFactor: settings.bonus_turnover_factor,
    affiliatesMin300: settings.affiliates_min_300,
    rates: settings.rates,
  }
}
