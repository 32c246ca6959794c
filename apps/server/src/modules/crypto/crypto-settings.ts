import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { ConfirmationLevel } from '@tradefront/rules/crypto/confirmations'

import type { AppContext } from '../../context.ts'
import type { DepositTerms } from '../deposits/service.ts'
import { toDepositLimits } from '../settings/service.ts'

export type CryptoSettings = DepositTerms & {
  readonly confirmations: Readonly<Record<InvoiceCoin, readonly ConfirmationLevel[]>>
  readonly tolerancePercent: number
  readonly spreadPercent: number
  readonly overpayPercent: number
  readonly lateBlockHours: number
}

export async function getCryptoSettings(context: Pick<AppContext, 'settings'>): Promise<CryptoSettings> {
  const settings = await context.settings.getSettings()
  return {
    confirmations: settings.crypto_confirmations,
    tolerancePercent: settings.crypto_tolerance_percent,
    spreadPercent: settings.crypto_spread_percent,
    overpayPercent: settings.crypto_overpay_percent,
    lateBlockHours: settings.crypto_late_block_hours,
    turnoverFactor: settings.bonus_turnover_factor,
    releaseFactor: settings.bonus_release_factor,
    tiers: settings.tiers,
    affiliatesMin300: settings.affiliates_min_300,
    limits: toDepositLimits(settings),
  }
}
