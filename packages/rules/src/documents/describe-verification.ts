import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'

import { isTradingBlocked, type TradingBlock } from '../trading/purchase-rules.ts'

type Write = (key: TextKey, params?: MessageParams) => string

type Trader = {
  readonly verification: string
  readonly isPractice: boolean
  readonly depositTotal: number
  readonly tradeCount: number
}

/**
 * Says why the trader must be verified (spec: account 4). Null: trading will not pause, or it has paused already.
 * @param block undefined: trading never pauses on this site
 * @param writeAmount of money in the currency of the account
 */
export function describeVerificationNeed(
  { verification, isPractice, depositTotal, tradeCount }: Trader,
  block: TradingBlock | undefined,
  translate: Write,
  writeAmount: (amount: number) => string,
): string | null {
  if (block === undefined || isPractice || verification === 'Full') return null
  if (isTradingBlocked(block, { isVerified: false, depositTotal, tradeCount })) return null
  return block.deposits === 0
    ? translate('profile.verify_after', { count: Math.max(0, block.trades - tradeCount) })
    : translate('profile.verify_above', { amount: writeAmount(block.deposits), count: block.trades })
}

/**
 * Says how long a check of documents takes.
 * @param hours that recent checks took, as measured. Null: without enough of them, no time is promised
 */
export function describeCheckTime(isEmailProved: boolean, hours: number | null, translate: Write): string {
  if (hours === null) return translate(isEmailProved ? 'profile.check_mailed' : 'profile.check_unproved')
  return hours <= 48
    ? translate('profile.check_hours', { count: hours })
    : translate('profile.check_days', { count: Math.ceil(hours / 24) })
}
