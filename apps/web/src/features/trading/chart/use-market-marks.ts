import type { MarketSymbol } from '@tradefront/contract/trading'
import { useMemo } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import type { MarketMark } from './trade-lines.ts'

/** Returns marks where the market began, and where it went on after stops. */
export function useMarketMarks(gaps: MarketSymbol['gaps'] | undefined): readonly MarketMark[] {
  const t = useTranslate()
  return useMemo(
    () =>
      (gaps ?? []).map(({ fromMs, toMs }) => ({
        atMs: toMs,
        label: t(fromMs === 0 ? 'trading.mark_began' : 'trading.mark_gap'),
      })),
    [gaps, t],
  )
}
