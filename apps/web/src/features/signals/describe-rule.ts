import type { Signal } from '@tradefront/contract/domain/signals'
import { fastPeriod, signalCandleSeconds, slowPeriod } from '@tradefront/rules/signals/crossings'

import type { useTranslate } from '../../platform/i18n/i18n.ts'

/** Describes the rule in the language of the page. The server's text is in that of the account, which can be another one. */
export function describeRule({ direction }: Signal, t: ReturnType<typeof useTranslate>): string {
  return t(`signals.rule_${direction}`, { fast: fastPeriod, slow: slowPeriod, minutes: signalCandleSeconds / 60 })
}
