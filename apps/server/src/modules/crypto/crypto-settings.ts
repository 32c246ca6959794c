import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { ConfirmationLevel } from '@tradefront/rules/crypto/confirmations'

import type { DepositTerms } from '../deposits/service.ts'
import type { Settings } from '../settings/service.ts'

export type CryptoSettings = DepositTerms & {
  readonly confirmations: Readonly<Record<InvoiceCoin, readonly ConfirmationLevel[]>>
  readonly tolerancePercent: number
  readonly maxAgeMs: number
}

export function toCryptoSettings(settings: Settings): CryptoSettings {
  return {
    confirmations: settings.crypto_confirmations,
    tolerancePercent: settings.crypto_tolerance_percent,
    maxAgeMs: settings.crypto_rate_max_age_seconds * 1000,
    turnoverFactor: settings.bonus_turnover_factor,
    affiliatesMin300: settings.affiliates_min_300,
    rates: settings.rates,
  }
}
