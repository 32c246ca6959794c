import type { MarketSymbol } from '@tradefront/contract/trading'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { isMarketOpen } from '../use-market.ts'

/** Later openings show day and time: a list of countdowns is hard to read. */
const countedMs = 3_600_000

/** Payout of a symbol, or when its market opens. */
export function SymbolStatus({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useServerSecond()
  const { payout, changesAtMs } = symbol
  return (
    <span className="text-13 text-muted tabular">
      {isMarketOpen(symbol, nowMs)
        ? t('trading.payout_of', { percent: payout })
        : changesAtMs === null
          ? t('trading.closed')
          : changesAtMs - nowMs < countedMs
            ? t('trading.opens_in', { time: format.countdown(changesAtMs - nowMs) })
            : t('trading.opens_at', { time: format.shortWeekdayTime(changesAtMs) })}
    </span>
  )
}
